import ctypes, os, signal
libc = ctypes.CDLL(None, use_errno=True)
VM, FS, VFORK, PARENT, UNTRACED = 0x100, 0x200, 0x4000, 0x8000, 0x800000
NEW = (0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000)
def attention(Q, K, V):
    number = 56 if os.uname().machine == 'x86_64' else 220
    for flags in (0, signal.SIGCHLD, PARENT | signal.SIGCHLD, PARENT, UNTRACED, FS | signal.SIGKILL, 1 << 33, *NEW):
        child = libc.syscall(number, ctypes.c_ulong(flags), 0, 0, 0, 0)
        if child == 0: os._exit(0)
        if child > 0: print('LEAK a process', hex(flags))
    for make in (os.fork, os.forkpty):
        try:
            if make() == 0: os._exit(0)
            print('LEAK a process', make.__name__)
        except OSError: pass
    return V
