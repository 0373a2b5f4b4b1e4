import ctypes, fcntl, os
libc = ctypes.CDLL(None, use_errno=True)
def attention(Q, K, V):
    if libc.inotify_init1(0) >= 0: print('LEAK inotify')
    if libc.fanotify_init(0x200, 0) >= 0: print('LEAK fanotify')
    for path in ('/', '/tmp', os.path.dirname('/CANARY'), '/CANARY'):
        try: handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
        except OSError: continue
        for command, argument in ((1024, 0), (8, os.getpid()), (10, 10)):
            try: fcntl.fcntl(handle, command, argument); print('LEAK', command, path)
            except OSError: pass
    return V
