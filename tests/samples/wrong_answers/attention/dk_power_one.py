import numpy as np


def attention(Q, K, V):
    n = len(Q)
    answer = np.zeros((n, len(V[0])))
    dk = len(K[0])
    for i in range(n):
        sc = np.array([np.dot(Q[i], k) / dk ** 1 for k in K])
        sc = sc - max(sc)
        w = np.exp(sc) / sum(np.exp(sc))
        for j in range(len(K)):
            answer[i] += w[j] * np.array(V[j])
    return answer
