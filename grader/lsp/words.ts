/** Words of CUDA C++, in the order of the course, with what they are in one or two sentences of Markdown. */
const CUDA: Readonly<Record<string, string>> = {
  threadIdx: 'The index of this thread in its block: `.x`, `.y` and `.z`, each from 0 to `blockDim` - 1.',
  blockIdx: 'The index of the block of this thread in the grid: `.x`, `.y` and `.z`, each from 0 to `gridDim` - 1.',
  blockDim: 'The number of threads in a block, for each dimension. All blocks of a launch have the same.',
  gridDim: 'The number of blocks in the grid, for each dimension.',
  warpSize: 'The number of threads in a warp: 32.',
  dim3: 'Three extents, `x`, `y` and `z`. Extents that are not given are 1.',
  __global__: 'A kernel: host code launches it as `kernel<<<blocks, threads>>>(…)`, and each thread runs it once.',
  __device__: 'A function that threads call, or a variable in global memory that all threads see.',
  __host__: 'A function that host code calls. With `__device__` beside it, threads can call it too.',
  __shared__:
    'Memory that the threads of one block share. It has no value at first. A barrier must stand between the write of a thread and the read of another one.',
  __constant__: 'Memory that threads only read. It is fastest if the threads of a warp read the same element.',
  __syncthreads:
    'A barrier: no thread of the block goes on before all have come here. Each thread then sees the writes of the others. All threads of the block must reach it.',
  __syncwarp: 'A barrier for the threads of a warp that the mask names.',
  __launch_bounds__:
    'The most threads of a block that the kernel is launched with. The compiler chooses the number of registers for it.',
  __restrict__: 'A promise that no other pointer leads to the same memory.',
  __threadfence:
    'The writes of this thread before it are visible to all threads before its writes after it. It waits for no other thread.',
  __ldg: 'A read of global memory that no thread writes while the kernel runs.',
  __shfl_sync: 'Gives each thread the value that another thread of the warp has. All threads of the mask must call it.',
  __shfl_down_sync: 'Gives each thread the value of the thread that is `delta` lanes above it in the warp.',
  __shfl_up_sync: 'Gives each thread the value of the thread that is `delta` lanes below it in the warp.',
  __shfl_xor_sync: 'Gives each thread the value of the thread whose lane differs in the bits of the mask.',
  __ballot_sync: 'A number with one bit for each thread of the warp: 1 if its condition is true.',
  atomicAdd: 'Adds to an element as one step that no other thread can come into. It returns the value before.',
  atomicSub: 'Subtracts from an element as one step. It returns the value before.',
  atomicMax: 'Stores the larger of two values as one step. It returns the value before.',
  atomicMin: 'Stores the smaller of two values as one step. It returns the value before.',
  atomicExch: 'Stores a value as one step. It returns the value before.',
  atomicCAS:
    'Compares an element with a value, and stores another one if they are equal, as one step. It returns the value before.',
  cudaMalloc: 'Allocates global memory on the device, in bytes: `n * sizeof(float)`. The memory has no value at first.',
  cudaMallocManaged:
    'Allocates memory that host and device use with the same pointer. Call `cudaDeviceSynchronize()` before the host reads it.',
  cudaMemcpy:
    'Copies bytes: to, from, the number of bytes, the direction. It waits for kernels that were launched before.',
  cudaMemcpyAsync: 'Copies bytes in a stream. The host goes on before the copy has ended.',
  cudaMemset: 'Sets each byte to one value. It sets floats to 0, and to no other number.',
  cudaFree: 'Frees memory of `cudaMalloc`. Each allocation is freed once.',
  cudaDeviceSynchronize: 'Waits until all that was launched has ended. It returns the error of a kernel that failed.',
  cudaGetLastError: 'Returns the error of the last call or launch, and clears it.',
  cudaGetErrorString: 'Returns the text of an error.',
  cudaStreamCreate: 'Makes a stream: what is launched in it runs in order, and beside other streams.',
  cudaStreamSynchronize: 'Waits until all that was launched in the stream has ended.',
  cudaEventRecord: 'Marks a moment in a stream.',
  cudaEventElapsedTime: 'The milliseconds between two events.',
  float4: 'Four floats that one access reads or writes. The address must be a multiple of 16 bytes.',
};

/** Words of Numba, by the name after `cuda.`. */
const NUMBA: Readonly<Record<string, string>> = {
  jit: 'Makes a kernel of a function, which is launched as `kernel[blocks, threads](…)`; with `device=True`, a function that threads call.',
  grid: 'The index of this thread in the whole grid: a number for 1, a tuple `x, y` for 2. The first index is that of `x`.',
  gridsize: 'The number of threads in the whole grid, for each dimension.',
  syncthreads: CUDA.__syncthreads ?? '',
  syncwarp: CUDA.__syncwarp ?? '',
  threadIdx: CUDA.threadIdx ?? '',
  blockIdx: CUDA.blockIdx ?? '',
  blockDim: CUDA.blockDim ?? '',
  gridDim: CUDA.gridDim ?? '',
  shared: '`cuda.shared.array(shape, dtype)` is memory that the threads of one block share. The shape is constant.',
  local: '`cuda.local.array(shape, dtype)` is memory of one thread. The shape is constant.',
  atomic:
    '`cuda.atomic.add(array, index, value)` and its like change an element as one step. They return the value before.',
  to_device: 'Copies an array to the device.',
  copy_to_host: 'Copies an array of the device back. It waits for kernels that were launched before.',
  device_array: 'An array on the device. It has no value at first.',
  synchronize: 'Waits until all that was launched has ended.',
};

const TABLES = { cuda: new Map(Object.entries(CUDA)), python: new Map(Object.entries(NUMBA)) } as const;

/** Returns what a word of CUDA C++, or of Numba in a Python program, is; `null` for other words. */
export function meaningOf(word: string, language: keyof typeof TABLES): string | null {
  return TABLES[language].get(word) ?? null;
}

/** Returns the word at a place of a line; `null` if there is none. */
export function wordAt(line: string, character: number): string | null {
  const before = /\w*$/.exec(line.slice(0, character))?.[0] ?? '';
  const after = /^\w*/.exec(line.slice(character))?.[0] ?? '';
  return before + after === '' ? null : before + after;
}
