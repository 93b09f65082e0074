// Prints numbers that the C++ standard leaves to the library, and uses names that only gcc's library keeps after C++14.
// gcc-library.txt is what `g++ -x c++ -std=c++17 -w gcc-library.cu` and `./a.out` print with gcc's library.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <numeric>
#include <random>
#include <vector>

template <class Engine>
void numbers(Engine engine, const char *name) {
  printf("%s", name);
  std::uniform_int_distribution<int> any, sides(-50, 50), all(INT32_MIN, INT32_MAX);
  for (int i = 0; i < 3; i++) printf(" %d", any(engine));
  for (int i = 0; i < 6; i++) printf(" %d", sides(engine));
  for (int i = 0; i < 2; i++) printf(" %d", all(engine));
  std::uniform_int_distribution<long> longs(-1000000000000L, 1000000000000L);
  std::uniform_int_distribution<unsigned long> words(0, UINT64_MAX);
  for (int i = 0; i < 2; i++) printf(" %ld", longs(engine));
  for (int i = 0; i < 2; i++) printf(" %lu", words(engine));
  std::uniform_int_distribution<short> die(1, 6);
  for (int i = 0; i < 3; i++) printf(" %d", die(engine, std::uniform_int_distribution<short>::param_type(7, 9)));
  std::uniform_real_distribution<float> floats(-1, 3);
  std::uniform_real_distribution<double> doubles(-1, 3);
  for (int i = 0; i < 2; i++) printf(" %.9g", floats(engine));
  for (int i = 0; i < 2; i++) printf(" %.17g", doubles(engine));
  std::normal_distribution<float> normal(5, 2);
  std::normal_distribution<double> bell;
  for (int i = 0; i < 3; i++) printf(" %.5f", normal(engine));
  normal.reset();
  printf(" %.5f", normal(engine));
  for (int i = 0; i < 3; i++) printf(" %.9f", bell(engine));
  for (int count : {0, 1, 2, 9, 10, 1000}) {
    std::vector<int> order(count);
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), engine);
    unsigned hash = 0;
    for (int place : order) hash = hash * 31 + place;
    printf(" %u", hash);
  }
  printf(" %lu\n", (unsigned long)engine());
}

struct Add : std::binary_function<int, int, int> {
  int operator()(int a, int b) const { return a + b; }
};

int main() {
  numbers(std::mt19937(42), "mt19937");
  numbers(std::mt19937_64(42), "mt19937_64");
  numbers(std::default_random_engine(3), "default");
  numbers(std::ranlux24_base(3), "ranlux24_base");

  std::vector<int> order(10);
  std::iota(order.begin(), order.end(), 0);
  std::random_shuffle(order.begin(), order.end());
  for (int place : order) printf("%d ", place);
  std::random_shuffle(order.begin(), order.end(), [](int n) { return rand() % n; });
  for (int place : order) printf("%d ", place);
  std::auto_ptr<int> three(new int(Add()(1, 2)));
  printf("%d %d\n", *three, (int)std::count_if(order.begin(), order.end(), std::bind2nd(std::less<int>(), 4)));
}
