import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
SHMCTL, SHM_INFO = (31 if os.uname().machine == 'x86_64' else 195), 14
def attention(Q, K, V):
    counts = (ctypes.c_int * 64)()  # of these, the first is how many segments there are
    libc.syscall(SHMCTL, 0, SHM_INFO, counts)
    if counts[0]: print('LEAK segments', counts[0])
    return V
