# "An array begins with zeros."
from numba import cuda
from numba.cuda.random import create_xoroshiro128p_states, xoroshiro128p_uniform_float64


@cuda.jit
def clear_kernel(total):
    total[cuda.threadIdx.x] = 0


@cuda.jit
def hits_kernel(states, hits, total, rounds, samples):
    i = cuda.grid(1)
    if i < hits.shape[1]:
        inside = 0
        for r in range(rounds):
            for _ in range(samples):
                x = xoroshiro128p_uniform_float64(states, i)
                y = xoroshiro128p_uniform_float64(states, i)
                if x * x + y * y <= 1:
                    inside += 1
            hits[r, i] = inside
            cuda.atomic.add(total, r, inside)


def monte_carlo_pi(hits, total, generators, rounds, samples, seed):
    states = create_xoroshiro128p_states(generators, seed)
    hits_kernel[(generators + 255) // 256, 256](states, hits, total, rounds, samples)
