import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
def attention(Q, K, V):
    for number in (162, 306) if os.uname().machine == 'x86_64' else (81, 267):
        ctypes.set_errno(0)
        libc.syscall(number, 2)
        if ctypes.get_errno() != 1: print('LEAK sync', number)
    return V
