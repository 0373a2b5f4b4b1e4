import math


def attention(Q, K, V):
    out = []
    for q in Q:
        s = [sum(float(a) * float(b) for a, b in zip(q, k)) / math.sqrt(len(q)) for k in K]
        e = [math.exp(x - max(s)) for x in s]
        out.append([sum(w * float(v[c]) for w, v in zip(e, V)) / sum(e) for c in range(len(V[0]))])
    return out
