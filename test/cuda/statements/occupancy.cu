__global__ void plain(float *x) { x[threadIdx.x] = 1; }
__global__ void tiled(float *x) {
  __shared__ float tile[4096];
  tile[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}
__global__ void dynamic(float *x) {
  extern __shared__ float buffer[];
  buffer[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = buffer[0];
}
struct FourBytesEach {
  __host__ __device__ size_t operator()(int threads) const { return threads * sizeof(float); }
};

int main() {
  int blocks = 0, grid = 0, size = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, plain, 256, 0) == cudaSuccess && blocks == 8,
        "2048 threads of a multiprocessor are 8 blocks of 256");
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, plain, 1024, 0);
  check(blocks == 2, "2048 threads of a multiprocessor are 2 blocks of 1024");
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, plain, 32, 0);
  check(blocks == 32, "A multiprocessor holds at most 32 blocks");
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, plain, 33, 0);
  check(blocks == 32, "Blocks take whole warps");
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, tiled, 64, 0);
  check(blocks == 13, "Static shared memory limits the blocks, with 1 KiB of each for the system");
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, dynamic, 128, 40 * 1024);
  check(blocks == 5, "Dynamic shared memory limits the blocks");
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, plain, 512, 0, cudaOccupancyDefault) == cudaSuccess && blocks == 4,
        "cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags tells the same");
  check(cudaOccupancyMaxPotentialBlockSize(&grid, &size, plain, 0, 0) == cudaSuccess && size == 1024 && grid == 264,
        "cudaOccupancyMaxPotentialBlockSize finds the block size with the most threads resident, and the blocks for it");
  cudaOccupancyMaxPotentialBlockSize(&grid, &size, plain, 0, 256);
  check(size == 256 && grid == 8 * 132, "cudaOccupancyMaxPotentialBlockSize takes a limit");
  check(cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &size, dynamic, FourBytesEach()) == cudaSuccess && size == 1024,
        "cudaOccupancyMaxPotentialBlockSizeVariableSMem takes shared memory that depends on the block size");
  size_t bytes = 0;
  check(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, dynamic, 2, 128) == cudaSuccess && bytes > 0 && bytes <= 116 * 1024,
        "cudaOccupancyAvailableDynamicSMemPerBlock tells what blocks leave to each other");
}
