// Atomic functions (CUDA C++ Programming Guide, "Atomic Functions"): 64 threads of two blocks work on the same words.
// Those of a block work on words of their own.
__device__ void count_0(int *cell) {
  int expected, seen = 0;
  do {
    expected = seen;
    seen = atomicCAS(cell, expected, expected + 1);
  } while (seen != expected);
}
__device__ void count_1(int *cell) {
  int expected, seen = 0;
  do {
    expected = seen;
    seen = atomicCAS_system(cell, expected, expected + 1);
  } while (seen != expected);
}
__device__ void count_2(int *cell) {
  int expected, seen = 0;
  do {
    expected = seen;
    seen = atomicCAS_block(cell, expected, expected + 1);
  } while (seen != expected);
}
__global__ void together(int *cells) {
  int t = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  atomicAdd(cells + 0, t);
  atomicAdd_system(cells + 1, t);
  atomicAdd_block(cells + 2 + blockIdx.x, t);
  atomicSub(cells + 4, t);
  atomicSub_system(cells + 5, t);
  atomicSub_block(cells + 6 + blockIdx.x, t);
  atomicMin(cells + 8, 100 - t);
  atomicMin_system(cells + 9, 100 - t);
  atomicMin_block(cells + 10 + blockIdx.x, 100 - t);
  atomicMax(cells + 12, t);
  atomicMax_system(cells + 13, t);
  atomicMax_block(cells + 14 + blockIdx.x, t);
  atomicAnd(cells + 16, ~(1 << t % 31));
  atomicAnd_system(cells + 17, ~(1 << t % 31));
  atomicAnd_block(cells + 18 + blockIdx.x, ~(1 << t % 31));
  atomicOr(cells + 20, 1 << t % 31);
  atomicOr_system(cells + 21, 1 << t % 31);
  atomicOr_block(cells + 22 + blockIdx.x, 1 << t % 31);
  atomicXor(cells + 24, t + 1);
  atomicXor_system(cells + 25, t + 1);
  atomicXor_block(cells + 26 + blockIdx.x, t + 1);
  atomicInc((unsigned *)(cells + 28), 40u);
  atomicInc_system((unsigned *)(cells + 29), 40u);
  atomicInc_block((unsigned *)(cells + 30 + blockIdx.x), 40u);
  atomicDec((unsigned *)(cells + 32), 40u);
  atomicDec_system((unsigned *)(cells + 33), 40u);
  atomicDec_block((unsigned *)(cells + 34 + blockIdx.x), 40u);
  atomicAdd(cells + 44, atomicExch(cells + 36, t + 1));
  atomicAdd(cells + 45, atomicExch_system(cells + 38, t + 1));
  atomicAdd(cells + 46, atomicExch_block(cells + 40 + blockIdx.x, t + 1));
  count_0(cells + 48);
  count_1(cells + 49);
  count_2(cells + 50 + blockIdx.x);
}

int main() {
  int cells[52] = {0, 0, 0, 0, 0, 0, 0, 0, 1000, 1000, 1000, 1000, 0, 0, 0, 0, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, *device;
  cudaMalloc(&device, sizeof cells);
  cudaMemcpy(device, cells, sizeof cells, cudaMemcpyHostToDevice);
  together<<<2, 32>>>(device);
  cudaMemcpy(cells, device, sizeof cells, cudaMemcpyDeviceToHost);
  check(cells[0] == 2016, "atomicAdd adds to a word, as one operation for the whole device");
  check(cells[1] == 2016, "atomicAdd_system adds to a word, as one operation for all devices and the host");
  check(cells[2] == 496 && cells[3] == 1520, "atomicAdd_block adds to a word, as one operation for the block");
  check(cells[4] == -2016, "atomicSub subtracts from a word, as one operation for the whole device");
  check(cells[5] == -2016, "atomicSub_system subtracts from a word, as one operation for all devices and the host");
  check(cells[6] == -496 && cells[7] == -1520, "atomicSub_block subtracts from a word, as one operation for the block");
  check(cells[8] == 37, "atomicMin keeps the smaller of a word and a value, as one operation for the whole device");
  check(cells[9] == 37, "atomicMin_system keeps the smaller of a word and a value, as one operation for all devices and the host");
  check(cells[10] == 69 && cells[11] == 37, "atomicMin_block keeps the smaller of a word and a value, as one operation for the block");
  check(cells[12] == 63, "atomicMax keeps the larger of a word and a value, as one operation for the whole device");
  check(cells[13] == 63, "atomicMax_system keeps the larger of a word and a value, as one operation for all devices and the host");
  check(cells[14] == 31 && cells[15] == 63, "atomicMax_block keeps the larger of a word and a value, as one operation for the block");
  check(cells[16] == (int)0x80000000, "atomicAnd is the bitwise and of a word and a value, as one operation for the whole device");
  check(cells[17] == (int)0x80000000, "atomicAnd_system is the bitwise and of a word and a value, as one operation for all devices and the host");
  check(cells[18] == (int)0x80000000 && cells[19] == (int)0x80000000, "atomicAnd_block is the bitwise and of a word and a value, as one operation for the block");
  check(cells[20] == 0x7fffffff, "atomicOr is the bitwise or of a word and a value, as one operation for the whole device");
  check(cells[21] == 0x7fffffff, "atomicOr_system is the bitwise or of a word and a value, as one operation for all devices and the host");
  check(cells[22] == 0x7fffffff && cells[23] == 0x7fffffff, "atomicOr_block is the bitwise or of a word and a value, as one operation for the block");
  check(cells[24] == 64, "atomicXor is the bitwise exclusive or of a word and a value, as one operation for the whole device");
  check(cells[25] == 64, "atomicXor_system is the bitwise exclusive or of a word and a value, as one operation for all devices and the host");
  check(cells[26] == 32 && cells[27] == 96, "atomicXor_block is the bitwise exclusive or of a word and a value, as one operation for the block");
  check(cells[28] == 23, "atomicInc counts up, and begins at 0 again after the limit, as one operation for the whole device");
  check(cells[29] == 23, "atomicInc_system counts up, and begins at 0 again after the limit, as one operation for all devices and the host");
  check(cells[30] == 32 && cells[31] == 32, "atomicInc_block counts up, and begins at 0 again after the limit, as one operation for the block");
  check(cells[32] == 18, "atomicDec counts down, and begins at the limit again after 0, as one operation for the whole device");
  check(cells[33] == 18, "atomicDec_system counts down, and begins at the limit again after 0, as one operation for all devices and the host");
  check(cells[34] == 9 && cells[35] == 9, "atomicDec_block counts down, and begins at the limit again after 0, as one operation for the block");
  check(cells[36] + cells[44] == 2080, "atomicExch stores a value and answers what was there, as one operation for the whole device");
  check(cells[38] + cells[45] == 2080, "atomicExch_system stores a value and answers what was there, as one operation for all devices and the host");
  check(cells[40] + cells[41] + cells[46] == 2080, "atomicExch_block stores a value and answers what was there, as one operation for the block");
  check(cells[48] == 64, "atomicCAS stores a value where the word is as expected, and answers what was there, as one operation for the whole device");
  check(cells[49] == 64, "atomicCAS_system stores a value where the word is as expected, and answers what was there, as one operation for all devices and the host");
  check(cells[50] == 32 && cells[51] == 32, "atomicCAS_block stores a value where the word is as expected, and answers what was there, as one operation for the block");
  check(cudaFree(device) == cudaSuccess, "Atomic functions of one scope need no other order");
}
