// The rest of Thrust: what moves elements, random numbers, placeholders, and algorithms inside of kernels.
#include <vector>

#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/equal.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/find.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/gather.h>
#include <thrust/generate.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/mismatch.h>
#include <thrust/random.h>
#include <thrust/reduce.h>
#include <thrust/reverse.h>
#include <thrust/scatter.h>
#include <thrust/sequence.h>
#include <thrust/shuffle.h>
#include <thrust/sort.h>
#include <thrust/swap.h>
#include <thrust/tabulate.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>

#include "check.h"

using Ints = std::vector<int>;
using Device = thrust::device_vector<int>;

struct Square {
  __host__ __device__ int operator()(int x) const { return x * x; }
};
struct Even {
  __device__ bool operator()(int x) const { return x % 2 == 0; }
};

static void others() {
  Device d(6), map(Ints{5, 0, 3}), out(6);
  thrust::tabulate(d.begin(), d.end(), Square());
  HOLDS(d == (Ints{0, 1, 4, 9, 16, 25}));
  thrust::gather(map.begin(), map.end(), d.begin(), out.begin());
  HOLDS(out[0] == 25 && out[1] == 0 && out[2] == 9);
  thrust::scatter(map.begin(), map.end(), map.begin(), out.begin());
  HOLDS(out[5] == 5 && out[0] == 0 && out[3] == 3);
  thrust::reverse(d.begin(), d.end());
  HOLDS(d == (Ints{25, 16, 9, 4, 1, 0}));
  thrust::swap_ranges(d.begin(), d.begin() + 3, d.begin() + 3);
  HOLDS(d == (Ints{4, 1, 0, 25, 16, 9}));
  HOLDS(thrust::equal(d.begin(), d.end(), Device(d).begin()) && !thrust::equal(d.begin(), d.end(), out.begin()));
  HOLDS(thrust::mismatch(d.begin(), d.end(), Device(Ints{4, 1, 7, 0, 0, 0}).begin()).first - d.begin() == 2);
  int *raw = thrust::raw_pointer_cast(d.data());
  thrust::for_each(thrust::device, raw, raw + 6, [] __device__(int &x) { x += 1; });
  HOLDS(d[0] == 5);
  thrust::transform_if(d.begin(), d.end(), d.begin(), thrust::negate<int>(), Even());
  HOLDS(d == (Ints{5, -2, 1, -26, 17, -10}));
  int next = 0;
  thrust::host_vector<int> h(4);
  thrust::generate(h.begin(), h.end(), [&] { return next++; });
  HOLDS(h[3] == 3 && next == 4);
  HOLDS(thrust::max(3, 4) == 4 && thrust::min(3, 4) == 3);
  thrust::device_vector<float> f(1000, 0.5f);
  HOLDS(thrust::reduce(f.begin(), f.end(), 0.0f) == 500.0f);
  Device none;
  HOLDS(thrust::reduce(none.begin(), none.end(), 3) == 3 && thrust::max_element(none.begin(), none.end()) == none.end());
}

static void numbers() {
  // What C++ states of the ten thousandth number.
  thrust::minstd_rand engine;
  engine.discard(9999);
  HOLDS(engine() == 399268537u);
  thrust::minstd_rand0 other;
  for (int i = 0; i < 9999; i++) other();
  HOLDS(other() == 1043618065u);
  HOLDS(thrust::uniform_int_distribution<unsigned>().b() == ~0u && thrust::uniform_int_distribution<int>().b() == 0x7fffffff);
  thrust::default_random_engine rng(17);
  thrust::uniform_int_distribution<int> die(1, 6);
  thrust::uniform_real_distribution<float> unit(-1, 2);
  thrust::normal_distribution<double> bell(10, 2);
  int counts[6] = {};
  double sum = 0, normal = 0, squares = 0;
  bool inside = true;
  for (int i = 0; i < 6000; i++) {
    const int rolled = die(rng);
    inside = inside && rolled >= 1 && rolled <= 6;
    counts[(rolled - 1) % 6]++;
    const float u = unit(rng);
    inside = inside && u >= -1 && u < 2;
    sum += u;
    const double x = bell(rng) - 10;
    normal += x, squares += x * x;
  }
  HOLDS(inside);
  for (int count : counts) HOLDS(count > 850 && count < 1150);
  HOLDS(sum / 6000 > 0.45 && sum / 6000 < 0.55 && normal / 6000 > -0.1 && normal / 6000 < 0.1);
  HOLDS(squares / 6000 > 3.6 && squares / 6000 < 4.4);
  thrust::uniform_int_distribution<int> below(-2, 3);
  int zeros = 0;
  for (int i = 0; i < 6000; i++) zeros += below(rng) == 0;
  // Twice as many as of each other number.
  HOLDS(zeros > 1850 && zeros < 2150);
  Device d(1000), sorted(1000);
  thrust::sequence(d.begin(), d.end());
  thrust::shuffle(d.begin(), d.end(), rng);
  sorted = d;
  thrust::sort(sorted.begin(), sorted.end());
  HOLDS(!thrust::is_sorted(d.begin(), d.end()) && sorted[0] == 0 && sorted[999] == 999);
}

static void expressions() {
  using namespace thrust::placeholders;
  Device d(Ints{1, 2, 3, 4}), e(4, 10);
  thrust::transform(d.begin(), d.end(), e.begin(), e.begin(), 2 * _1 + _2);
  HOLDS(e == (Ints{12, 14, 16, 18}));
  HOLDS(thrust::count_if(d.begin(), d.end(), _1 % 2 == 0 || _1 > 3) == 2);
  HOLDS(thrust::find_if(d.begin(), d.end(), !(_1 < 3)) - d.begin() == 2);
  HOLDS(thrust::transform_reduce(d.begin(), d.end(), thrust::square<int>(), 0, thrust::plus<>()) == 30);
}

/** Inside of a kernel an algorithm is the calling thread's alone. */
__global__ void each(int *rows, int *sums, int n) {
  int row = threadIdx.x;
  int *mine = rows + row * n;
  thrust::sort(thrust::seq, mine, mine + n);
  sums[row] = thrust::reduce(thrust::seq, mine, mine + n) + thrust::inner_product(thrust::device, mine, mine + n, mine, 0);
}

static void inKernels() {
  Device rows(Ints{3, 1, 2, 9, 8, 7}), sums(2);
  each<<<1, 2>>>(thrust::raw_pointer_cast(rows.data()), thrust::raw_pointer_cast(sums.data()), 3);
  HOLDS(rows == (Ints{1, 2, 3, 7, 8, 9}) && sums == (Ints{6 + 14, 24 + 194}));
}

int main() {
  others();
  numbers();
  expressions();
  inKernels();
  return broken;
}
