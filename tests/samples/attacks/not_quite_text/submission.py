import os
def attention(Q, K, V):
    os.write(1, bytes(range(256)) * 40)
    os.write(2, b'\xed\xa0\x80' * 1000 + b'\0' * 1000 + b'\r' * 1000 + b'a' * 200_000)
    return V
