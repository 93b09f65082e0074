// Thrust's vectors, pointers, references and iterators, and copies between host and device.
#include <iostream>
#include <iterator>
#include <list>
#include <sstream>
#include <vector>

#include <thrust/copy.h>
#include <thrust/device_free.h>
#include <thrust/device_malloc.h>
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/fill.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/reverse_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/pair.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>
#include <thrust/transform.h>
#include <thrust/tuple.h>
#include <thrust/universal_vector.h>
#include <thrust/zip_function.h>

#include "check.h"

struct Point {
  float x, y;
};
struct Square {
  __host__ __device__ int operator()(int x) const { return x * x; }
};
struct Even {
  __device__ bool operator()(int x) { return x % 2 == 0; }
};

static void vectors() {
  thrust::host_vector<int> h(4);
  HOLDS(h.size() == 4 && h[3] == 0);
  for (int i = 0; i < 4; i++) h[i] = 10 * i;
  thrust::device_vector<int> d = h;
  HOLDS(d.size() == 4 && d[2] == 20 && d.front() == 0 && d.back() == 30);
  d[1] = 99;
  d[1] += 1;
  ++d[1];
  HOLDS(d[1] == 101 && h[1] == 10);
  d.push_back(40);
  HOLDS(d.size() == 5 && d.capacity() >= 5 && d[4] == 40 && d[1] == 101);
  d.resize(7, 5);
  HOLDS(d[5] == 5 && d[6] == 5);
  d.pop_back();
  d.erase(d.begin() + 1);
  HOLDS(d == (std::vector<int>{0, 20, 30, 40, 5}));
  d.insert(d.begin() + 1, 7);
  HOLDS(d == (std::vector<int>{0, 7, 20, 30, 40, 5}));
  d.erase(d.begin(), d.begin() + 4);
  HOLDS(d == (std::vector<int>{40, 5}));
  thrust::device_vector<double> wide(d);
  HOLDS(wide[0] == 40.0 && wide.size() == 2);
  thrust::device_vector<int> filled(3, 8), copy = filled;
  swap(filled, d);
  HOLDS(copy == d && filled.size() == 2);
  filled.swap(d);
  d.clear();
  HOLDS(d.empty() && d.begin() == d.end());
  d = {1, 2, 3};
  HOLDS(d.size() == 3 && *(d.end() - 1) == 3 && *d.rbegin() == 3);
  d.assign(2, 6);
  HOLDS(d == (std::vector<int>{6, 6}));
  std::vector<int> plain{5, 6, 7};
  d = plain;
  HOLDS(d == plain);
  thrust::device_vector<Point> points(2, Point{1, 2});
  Point p = points[1];
  HOLDS(p.y == 2);
  thrust::host_vector<Point> here = points;
  HOLDS(here[0].x == 1);
  thrust::host_vector<std::vector<int>> nested(2, plain);
  nested.push_back({1});
  HOLDS(nested.size() == 3 && nested[1] == plain && nested[2].size() == 1);
  thrust::universal_vector<int> both(4, 2);
  both[1] = 3;
  thrust::transform(both.begin(), both.end(), both.begin(), Square());
  HOLDS(both[0] == 4 && both[1] == 9);
  std::ostringstream text;
  text << d[0] << " " << d[2];
  HOLDS(text.str() == "5 7");
}

__global__ void twice(int *x, int n) {
  int i = threadIdx.x;
  if (i < n) x[i] *= 2;
}

static void pointers() {
  thrust::device_vector<int> d(8, 3);
  twice<<<1, 32>>>(thrust::raw_pointer_cast(d.data()), 8);
  HOLDS(d[7] == 6);
  twice<<<1, 32>>>(thrust::raw_pointer_cast(&d[4]), 4);
  HOLDS(d[3] == 6 && d[4] == 12);
  int *raw;
  cudaMalloc(&raw, 4 * sizeof(int));
  thrust::device_ptr<int> p(raw), q = thrust::device_pointer_cast(raw);
  thrust::fill(p, p + 4, 21);
  HOLDS(p == q && p[3] == 21 && *p == 21 && p.get() == raw && (p + 4) - p == 4);
  thrust::device_ptr<const int> constant = p;
  HOLDS(constant[1] == 21);
  HOLDS(thrust::reduce(thrust::device, raw, raw + 4) == 84);
  cudaFree(raw);
  thrust::device_ptr<int> mine = thrust::device_malloc<int>(3);
  thrust::sequence(mine, mine + 3, 5, 2);
  HOLDS(mine[0] == 5 && mine[2] == 9);
  swap(mine[0], mine[2]);
  HOLDS(mine[0] == 9 && mine[2] == 5);
  thrust::device_free(mine);
}

static void copies() {
  thrust::device_vector<int> d(5);
  thrust::sequence(d.begin(), d.end());
  std::list<int> list{9, 8, 7};
  thrust::copy(list.begin(), list.end(), d.begin() + 1);
  HOLDS(d == (std::vector<int>{0, 9, 8, 7, 4}));
  std::vector<double> wide(5);
  thrust::copy(d.begin(), d.end(), wide.begin());
  HOLDS(wide[1] == 9.0);
  thrust::copy_n(wide.begin(), 2, d.begin() + 3);
  HOLDS(d[4] == 9);
  int plain[2] = {41, 42};
  thrust::copy(plain, plain + 2, d.begin());
  HOLDS(d[1] == 42);
  thrust::copy(thrust::counting_iterator<int>(3), thrust::counting_iterator<int>(8), d.begin());
  HOLDS(d == (std::vector<int>{3, 4, 5, 6, 7}));
  std::ostringstream text;
  thrust::copy(d.begin(), d.end(), std::ostream_iterator<int>(text, ","));
  HOLDS(text.str() == "3,4,5,6,7,");
  thrust::host_vector<int> odd(5);
  auto end = thrust::copy_if(d.begin(), d.end(), d.begin(), Even());
  HOLDS(end - d.begin() == 2 && d[0] == 4 && d[1] == 6);
  thrust::device_vector<bool> bits(3, true);
  thrust::host_vector<bool> same = bits;
  HOLDS(same[2] && same.size() == 3);
  thrust::device_vector<int> part(thrust::make_reverse_iterator(d.end()), thrust::make_reverse_iterator(d.begin()));
  HOLDS(part[0] == 7 && part.size() == 5);
}

static void iterators() {
  thrust::device_vector<int> d(4), out(4), map(std::vector<int>{3, 1, 0, 2});
  thrust::sequence(d.begin(), d.end(), 1);
  auto squares = thrust::make_transform_iterator(d.begin(), Square());
  HOLDS(thrust::reduce(squares, squares + 4) == 30 && squares[2] == 9);
  auto lambda = thrust::make_transform_iterator(thrust::counting_iterator<int>(0), [] __host__ __device__(int i) { return 2 * i; });
  HOLDS(thrust::reduce(thrust::device, lambda, lambda + 5) == 20);
  auto chosen = thrust::make_permutation_iterator(d.begin(), map.begin());
  thrust::copy(chosen, chosen + 4, out.begin());
  HOLDS(out == (std::vector<int>{4, 2, 1, 3}));
  thrust::fill(chosen, chosen + 2, 0);
  HOLDS(d == (std::vector<int>{1, 0, 3, 0}));
  HOLDS(thrust::reduce(thrust::make_constant_iterator(3), thrust::make_constant_iterator(3) + 5) == 15);
  thrust::copy(d.begin(), d.end(), thrust::make_discard_iterator());
  auto first = thrust::make_zip_iterator(thrust::make_tuple(d.begin(), out.begin()));
  thrust::transform(first, first + 4, d.begin(),
                    [] __device__(thrust::tuple<int, int> t) { return 10 * thrust::get<0>(t) + thrust::get<1>(t); });
  HOLDS(d == (std::vector<int>{14, 2, 31, 3}));
  thrust::transform(thrust::make_zip_iterator(d.begin(), out.begin()), thrust::make_zip_iterator(d.end(), out.end()),
                    d.begin(), thrust::make_zip_function([] __device__(int a, int b) { return a - b; }));
  HOLDS(d == (std::vector<int>{10, 0, 30, 0}));
  thrust::tuple<int, int> element = first[2];
  HOLDS(thrust::get<0>(element) == 30);
}

static void tuples() {
  thrust::tuple<int, float, char> t(1, 2.5f, 'c');
  HOLDS(thrust::get<0>(t) == 1 && t.get<1>() == 2.5f && thrust::tuple_size<decltype(t)>::value == 3);
  thrust::get<0>(t) = 7;
  int a;
  float b;
  char c;
  thrust::tie(a, b, c) = t;
  HOLDS(a == 7 && b == 2.5f && c == 'c');
  thrust::tie(a, b) = thrust::make_pair(3, 1.5f);
  HOLDS(a == 3 && b == 1.5f);
  auto [x, y, z] = t;
  HOLDS(x == 7 && y == 2.5f && z == 'c');
  HOLDS(thrust::make_tuple(1, 2) < thrust::make_tuple(1, 3) && thrust::make_tuple(1, 2) == thrust::make_tuple(1, 2));
  thrust::pair<int, double> p = thrust::make_pair(1, 2.0);
  HOLDS(p.second == 2.0 && p == thrust::make_pair(1, 2.0) && !(p < p));
}

int main() {
  vectors();
  pointers();
  copies();
  iterators();
  tuples();
  return broken;
}
