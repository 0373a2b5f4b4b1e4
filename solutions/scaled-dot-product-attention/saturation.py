"""What becomes of attention without its scale: the softmax saturates as d_k grows."""

import numpy as np
from attention import attention


def unscaled_weights(Q, K):
    """The weights softmax(Q Kᵀ) of your attention with the division by √d_k taken out.

    Q has shape (n_q, d_k) and K has shape (n_k, d_k). Returns the weights, shape (n_q, n_k).
    """
    ### BEGIN SOLUTION
    return attention(Q, np.sqrt(K.shape[1]) * K, np.eye(len(K)))
    ### END SOLUTION


def spread(weights):
    """How far the weights are from a fair share: the largest weight of each row, averaged over the rows.

    weights has shape (n_q, n_k). Returns one number, from 1/n_k (all keys count alike) to 1 (one-hot).
    """
    ### BEGIN SOLUTION
    return np.mean(np.max(weights, axis=1))
    ### END SOLUTION


def compare(Q, K, d_small):
    """The spread without and with the scale, at a small and at the full d_k.

    Q has shape (n_q, d_large) and K has shape (n_k, d_large): one draw, made at the large size. For the small
    size, take the first d_small columns of the same Q and K. Do not repeat columns or multiply by a number:
    only columns drawn on their own make the scores grow as √d_k does.

    Returns an array of shape (2, 2): first row unscaled, second row scaled; first column small, second large.
    """
    ### BEGIN SOLUTION
    sizes = [(Q[:, :d_small], K[:, :d_small]), (Q, K)]
    unscaled = [spread(unscaled_weights(queries, keys)) for queries, keys in sizes]
    scaled = [spread(attention(queries, keys, np.eye(len(keys)))) for queries, keys in sizes]
    return np.array([unscaled, scaled])
    ### END SOLUTION


if __name__ == "__main__":
    rng = np.random.default_rng(0)
    print("            d_k = 2  d_k = 512")
    for name, row in zip(["unscaled", "scaled"], compare(*rng.standard_normal((2, 8, 512)), 2), strict=True):
        print(f"{name:12}{row[0]:7.2f}{row[1]:11.2f}")
