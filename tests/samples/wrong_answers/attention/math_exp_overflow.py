import math

import numpy as np


def attention(Q, K, V):
    answer = []
    for q in Q:
        e = []
        for k in K:
            dot = sum(q[i] * k[i] for i in range(len(k)))
            e.append(math.exp(dot / math.sqrt(len(k))))
        total = sum(e)
        answer.append([sum(e[j] * V[j][c] for j in range(len(V))) / total for c in range(len(V[0]))])
    return np.array(answer)
