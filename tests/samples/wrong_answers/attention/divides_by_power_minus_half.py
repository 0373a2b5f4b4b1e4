import numpy as np


def attention(Q, K, V):
    out = []
    for q in np.array(Q, dtype=float):
        s = (np.array(K, dtype=float) @ q) / len(q) ** -0.5
        s = np.exp(s - s.max())
        s = s / s.sum()
        out.append(s @ np.array(V, dtype=float))
    return np.stack(out)
