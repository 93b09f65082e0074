// What host code of course programs does with the standard library: `npm run bench:library` measures each step.
#include <cstdio>
#include <cstdlib>
#include <algorithm>
#include <chrono>
#include <iostream>
#include <cmath>
#include <map>
#include <numeric>
#include <random>
#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>
using Clock = std::chrono::steady_clock;
static Clock::time_point began;
static double lap() { auto now = Clock::now(); double ms = std::chrono::duration<double, std::milli>(now - began).count(); began = now; return ms; }
int main() {
  std::string report; char line[200];
  auto say = [&](const char *what, double check) { double ms = lap(); snprintf(line, sizeof line, "%-34s %9.1f ms  %.10g\n", what, ms, check); report += line; began = Clock::now(); };
  began = Clock::now();
  std::mt19937 random(7);
  std::vector<int> v(1000000); for (auto &x : v) x = (int)random(); say("fill 1 M ints of mt19937", v[999999]);
  std::sort(v.begin(), v.end()); say("sort 1 M ints", v[500000]);
  std::vector<double> d(1000000); std::uniform_real_distribution<double> u(0, 1); for (auto &x : d) x = u(random); say("1 M uniform doubles", d[77]);
  std::sort(d.begin(), d.end()); say("sort 1 M doubles", d[500000]);
  double sum = 0; for (int k = 0; k < 10; k++) for (double x : d) sum += x; say("sum of 10 M doubles", sum);
  say("std::accumulate, 1 M doubles", std::accumulate(d.begin(), d.end(), 0.0));
  std::map<std::string, int> counts; for (int i = 0; i < 100000; i++) counts["key" + std::to_string(i * 7919 % 5003)]++; say("map<string,int>, 100 k", counts.size());
  std::unordered_map<int, int> table; for (int i = 0; i < 500000; i++) table[(int)(i * 2654435761u % 100003)]++; say("unordered_map<int,int>, 500 k", table.size());
  std::unordered_map<std::string, int> names; for (int i = 0; i < 100000; i++) names["n" + std::to_string(i % 9973)]++; say("unordered_map<string,int>, 100 k", names.size());
  std::string text; for (int i = 0; i < 200000; i++) { text += "abc"; text += std::to_string(i); } say("string concatenation, 400 k", text.size());
  std::ostringstream out; for (int i = 0; i < 100000; i++) out << "line " << i << " value " << i * 0.5 << '\n'; say("ostringstream, 100 k lines", out.str().size());
  for (int i = 0; i < 100000; i++) std::cout << "line " << i << " of " << 100000 << '\n'; say("cout, 100 k lines", 0);
  for (int i = 0; i < 100000; i++) printf("line %d of %d %.3f\n", i, 100000, i * 0.25); fflush(stdout); say("printf, 100 k lines", 0);
  std::istringstream in(out.str()); std::string word; long long letters = 0; while (in >> word) letters += word.size(); say("istringstream >> word, 400 k", letters);
  std::vector<std::string> words; for (int i = 0; i < 100000; i++) words.push_back("w" + std::to_string(i * 7919 % 100003)); std::sort(words.begin(), words.end()); say("sort 100 k strings", words[5].size());
  int r = 0; for (int i = 0; i < 2000000; i++) r ^= rand(); say("rand, 2 M", r);
  double m = 0; for (int i = 1; i < 500000; i++) m += sin(i) * exp(-i * 1e-5) + pow(i, 0.3); say("sin, exp, pow, 500 k", m);
  fputs(report.c_str(), stderr);
}
