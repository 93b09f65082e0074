/**
 * Asynchronous work of host code, by the argument that is the stream: a kernel's launch apart, what a capture turns into a
 * node of a graph (https://docs.nvidia.com/cuda/cuda-runtime-api/).
 */
export const STREAM_ARGUMENT: Readonly<Record<string, number>> = {
  cudaMemcpyAsync: 4,
  cudaMemcpy2DAsync: 7,
  cudaMemcpy3DAsync: 1,
  cudaMemcpyPeerAsync: 5,
  cudaMemcpyToSymbolAsync: 5,
  cudaMemcpyFromSymbolAsync: 5,
  cudaMemcpyToArrayAsync: 6,
  cudaMemcpyFromArrayAsync: 6,
  cudaMemcpy2DToArrayAsync: 8,
  cudaMemcpy2DFromArrayAsync: 8,
  cudaMemsetAsync: 3,
  cudaMemset2DAsync: 5,
  cudaMemset3DAsync: 3,
  cudaMallocAsync: 2,
  cudaMallocFromPoolAsync: 3,
  cudaFreeAsync: 1,
};

/** Work in the legacy default stream. A fill, and a copy inside device memory, may return before they are done. */
export const LEGACY_STREAM: readonly string[] = [
  ...['cudaMemcpy', 'cudaMemcpy2D', 'cudaMemcpy3D', 'cudaMemcpyPeer', 'cudaMemcpyToSymbol', 'cudaMemcpyFromSymbol'],
  ...['cudaMemcpyToArray', 'cudaMemcpyFromArray', 'cudaMemcpyArrayToArray'],
  ...['cudaMemcpy2DToArray', 'cudaMemcpy2DFromArray', 'cudaMemcpy2DArrayToArray'],
  ...['cudaMemset', 'cudaMemset2D', 'cudaMemset3D'],
];
