// The plain loop as it stands in the handout.
#include <vector>

void spread_heat(const float* start, float* out, int rows, int columns, int steps) {
  std::vector<float> now(start, start + rows * columns), next(now);
  for (int step = 0; step < steps; step++) {
    for (int i = 0; i < rows * columns; i++) {
      bool end = i % columns == 0 || (i + 1) % columns == 0;
      next[i] = end ? now[i] : now[i] + 0.25f * (now[i - 1] - 2 * now[i] + now[i + 1]);
    }
    now.swap(next);
  }
  for (int i = 0; i < rows * columns; i++) out[i] = now[i];
}
