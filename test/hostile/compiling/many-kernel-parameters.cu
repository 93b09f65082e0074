// A kernel with 1100 parameters, which CUDA allows and WebAssembly does not.
#define TEN(p) char p##0, char p##1, char p##2, char p##3, char p##4, char p##5, char p##6, char p##7, char p##8, char p##9
#define HUNDRED(p) TEN(p##0), TEN(p##1), TEN(p##2), TEN(p##3), TEN(p##4), TEN(p##5), TEN(p##6), TEN(p##7), TEN(p##8), TEN(p##9)
#define THOUSAND(p) HUNDRED(p##0), HUNDRED(p##1), HUNDRED(p##2), HUNDRED(p##3), HUNDRED(p##4), HUNDRED(p##5), HUNDRED(p##6), HUNDRED(p##7), HUNDRED(p##8), HUNDRED(p##9)
#define TEN_ONES 1, 1, 1, 1, 1, 1, 1, 1, 1, 1
#define HUNDRED_ONES TEN_ONES, TEN_ONES, TEN_ONES, TEN_ONES, TEN_ONES, TEN_ONES, TEN_ONES, TEN_ONES, TEN_ONES, TEN_ONES
#define THOUSAND_ONES HUNDRED_ONES, HUNDRED_ONES, HUNDRED_ONES, HUNDRED_ONES, HUNDRED_ONES, HUNDRED_ONES, HUNDRED_ONES, HUNDRED_ONES, HUNDRED_ONES, HUNDRED_ONES
__global__ void k(const unsigned char* x, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 0.2989f * x[i] + 0.5870f * x[i + n] + 0.1140f * x[i + 2 * n];
}
__global__ void many(THOUSAND(a), HUNDRED(b)) {}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
    int n = height * width;
    many<<<1, 1>>>(THOUSAND_ONES, HUNDRED_ONES);
    k<<<(n + 255) / 256, 256>>>(x, out, n);
}
