import math

import numpy as np


def attention(Q, K, V):
    nq, nk = len(Q), len(K)
    S = [[sum(a * b for a, b in zip(Q[i], K[j])) / math.sqrt(len(K[0])) for j in range(nk)] for i in range(nq)]
    W = [[0.0] * nk for _ in range(nq)]
    for j in range(nk):
        m = max(S[i][j] for i in range(nq))
        tot = sum(math.exp(S[i][j] - m) for i in range(nq))
        for i in range(nq):
            W[i][j] = math.exp(S[i][j] - m) / tot
    return np.array([[sum(W[i][j] * V[j][c] for j in range(nk)) for c in range(len(V[0]))] for i in range(nq)])
