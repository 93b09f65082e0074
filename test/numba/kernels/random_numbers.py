"""Random numbers on the device."""
from numba import cuda
from numba.cuda.random import (
    create_xoroshiro128p_states,
    xoroshiro128p_normal_float32,
    xoroshiro128p_uniform_float32,
    xoroshiro128p_uniform_float64,
)


@cuda.jit
def pi_kernel(rng_states, iterations, out):
    """The example of Numba's documentation."""
    thread_id = cuda.grid(1)
    inside = 0
    for i in range(iterations):
        x = xoroshiro128p_uniform_float32(rng_states, thread_id)
        y = xoroshiro128p_uniform_float32(rng_states, thread_id)
        if x**2 + y**2 <= 1.0:
            inside += 1
    out[thread_id] = 4.0 * inside / iterations


# entry: {"parameters": "out:float32[n]!", "dims": {"n": 32}}


def monte_carlo(out):
    rng_states = create_xoroshiro128p_states(32, seed=1)
    pi_kernel[2, 16](rng_states, 60, out)


@cuda.jit
def numbers_kernel(rng_states, out):
    i = cuda.grid(1)
    if i < rng_states.size:
        out[i, 0] = xoroshiro128p_uniform_float64(rng_states, i)
        out[i, 1] = xoroshiro128p_uniform_float32(rng_states, i)
        out[i, 2] = xoroshiro128p_normal_float32(rng_states, i)


# entry: {"parameters": "out:float64[n,3]!", "dims": {"n": 20}}


def numbers(out):
    states = create_xoroshiro128p_states(out.shape[0], 12345)
    numbers_kernel[1, 32](states, out)
