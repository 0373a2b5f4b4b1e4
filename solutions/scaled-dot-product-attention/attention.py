"""Scaled dot-product attention, built from raw operations (Vaswani et al., 2017, section 3.2.1)."""

import numpy as np


def attention(Q, K, V):
    """softmax(Q Kᵀ / √d_k) V: for every query, a weighted sum of the values.

    Q holds one query per row, shape (n_q, d_k).
    K holds one key per row, shape (n_k, d_k).
    V holds one value per row, shape (n_k, d_v).
    Returns an array with one output per row, one row for each query, shape (n_q, d_v).

    Matrix products, exp and sums are yours to use; a library function that does attention is not.
    Plain lists and whole numbers come in too, and what comes in stays as it was.
    """
    ### BEGIN SOLUTION
    Q, K, V = (np.asarray(rows) for rows in (Q, K, V))
    d_k = K.shape[-1]
    scores = Q @ np.swapaxes(K, -1, -2) / np.sqrt(d_k)
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = exp / exp.sum(axis=-1, keepdims=True)
    return weights @ V
    ### END SOLUTION
