/**
 * A program that is known to be good: it compiles and runs wherever anything does. Where it fails as well, a failure
 * before it was the machine's. It uses both sides, global and shared memory, a barrier and printf.
 */
export const CONTROL = {
  fileName: 'control.cu',
  prototype: 'void control(const int* x, int* out, int n)',
  source: `#include <cstdio>
__global__ void reverse(const int* x, int* out, int n) {
  __shared__ int tile[64];
  int i = threadIdx.x;
  if (i < n) tile[i] = 2 * x[i] + 1;
  __syncthreads();
  if (i < n) out[n - 1 - i] = tile[i];
  if (i == 0) printf("control\\n");
}
void control(const int* x, int* out, int n) {
  reverse<<<1, 64>>>(x, out, n);
  cudaDeviceSynchronize();
}
`,
  heapBytes: 2 ** 20,
  elements: 50,
} as const;

/** The bytes of the control program's input. */
export function controlInput(): Uint8Array {
  const { elements } = CONTROL;
  return new Uint8Array(Int32Array.from({ length: elements }, (_, index) => index).buffer);
}

/** True if these are the bytes that the control program writes. */
export function isControlOutput(bytes: Uint8Array): boolean {
  const { elements } = CONTROL;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length !== 4 * elements) return false;
  return Array.from({ length: elements }, (_, index) => index).every(
    (index) => view.getInt32(4 * index, true) === 2 * (elements - 1 - index) + 1,
  );
}
