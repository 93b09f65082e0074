"""A second kernel adds up the counts in shared memory."""
from numba import cuda, int32
from numba.cuda.random import create_xoroshiro128p_states, xoroshiro128p_uniform_float64


@cuda.jit(device=True)
def is_inside(states, i):
    x = xoroshiro128p_uniform_float64(states, i)
    y = xoroshiro128p_uniform_float64(states, i)
    return x**2 + y**2 <= 1.0


@cuda.jit
def hits_kernel(states, hits, rounds, samples):
    i = cuda.grid(1)
    if i >= hits.shape[1]:
        return
    inside = 0
    for r in range(rounds):
        for _ in range(samples):
            if is_inside(states, i):
                inside += 1
        hits[r, i] = inside


@cuda.jit
def total_kernel(hits, total):
    sums = cuda.shared.array(128, int32)
    t = cuda.threadIdx.x
    count = 0
    for i in range(t, hits.shape[1], 128):
        count += hits[cuda.blockIdx.x, i]
    sums[t] = count
    cuda.syncthreads()
    half = 64
    while half > 0:
        if t < half:
            sums[t] += sums[t + half]
        cuda.syncthreads()
        half //= 2
    if t == 0:
        total[cuda.blockIdx.x] = sums[0]


def monte_carlo_pi(hits, total, generators, rounds, samples, seed):
    states = create_xoroshiro128p_states(generators, seed)
    hits_kernel[(generators + 127) // 128, 128](states, hits, rounds, samples)
    total_kernel[rounds, 128](hits, total)
