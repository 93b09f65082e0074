#include "reference.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "parallel.h"
#include "wide.h"

namespace grade {
namespace {

template <typename Visit>
void visitElements(const Elements& elements, const Visit& visit) {
  switch (elements.type) {
    case Type::kUint8:
      return visit(static_cast<const std::uint8_t*>(elements.data));
    case Type::kInt32:
      return visit(static_cast<const std::int32_t*>(elements.data));
    case Type::kUint32:
      return visit(static_cast<const std::uint32_t*>(elements.data));
    case Type::kFloat32:
      return visit(static_cast<const float*>(elements.data));
    case Type::kFloat64:
      return visit(static_cast<const double*>(elements.data));
  }
}

std::vector<double> toDoubles(const Elements& elements) {
  std::vector<double> doubles(elements.count);
  visitElements(elements, [&](const auto* from) { std::copy(from, from + elements.count, doubles.begin()); });
  return doubles;
}

// A tile of four rows and thirty-two columns is summed over a block of terms before it is stored.
constexpr std::size_t kRows = 4;
constexpr std::size_t kColumns = 32;
constexpr std::size_t kTerms = 256;

struct Product {
  const double* m;
  const double* n;
  double* out;
  std::size_t w;
  std::size_t k;
};

// Adds terms [term, termEnd) of a full tile. `panel` holds those terms of n's columns of the tile, contiguous.
GRADE_WIDE void addTile(const Product& p, const double* panel, std::size_t row, std::size_t column, std::size_t term,
                        std::size_t termEnd) {
  double sum[kRows][kColumns];
  for (std::size_t i = 0; i < kRows; i++)
    for (std::size_t j = 0; j < kColumns; j++) sum[i][j] = p.out[(row + i) * p.w + column + j];
  for (std::size_t t = term; t < termEnd; t++) {
    const double* from = panel + (t - term) * kColumns;
    for (std::size_t i = 0; i < kRows; i++) {
      const double factor = p.m[(row + i) * p.k + t];
      for (std::size_t j = 0; j < kColumns; j++) sum[i][j] += factor * from[j];
    }
  }
  for (std::size_t i = 0; i < kRows; i++)
    for (std::size_t j = 0; j < kColumns; j++) p.out[(row + i) * p.w + column + j] = sum[i][j];
}

// The same for what is no full tile.
void addEdge(const Product& p, std::size_t row, std::size_t rowEnd, std::size_t column, std::size_t columnEnd,
             std::size_t term, std::size_t termEnd) {
  for (std::size_t i = row; i < rowEnd; i++) {
    for (std::size_t t = term; t < termEnd; t++) {
      const double factor = p.m[i * p.k + t];
      for (std::size_t j = column; j < columnEnd; j++) p.out[i * p.w + j] += factor * p.n[t * p.w + j];
    }
  }
}

// All columns of rows [begin, end). Blocks of terms come in order for every element.
void multiplyRows(const Product& p, std::size_t begin, std::size_t end) {
  double panel[kTerms * kColumns];
  const std::size_t rowsEnd = begin + (end - begin) / kRows * kRows;
  const std::size_t columnsEnd = p.w / kColumns * kColumns;
  for (std::size_t term = 0; term < p.k; term += kTerms) {
    const std::size_t termEnd = std::min(p.k, term + kTerms);
    for (std::size_t column = 0; column < columnsEnd; column += kColumns) {
      for (std::size_t t = term; t < termEnd; t++)
        std::copy_n(p.n + t * p.w + column, kColumns, panel + (t - term) * kColumns);
      for (std::size_t row = begin; row < rowsEnd; row += kRows) addTile(p, panel, row, column, term, termEnd);
    }
    addEdge(p, begin, rowsEnd, columnsEnd, p.w, term, termEnd);
    addEdge(p, rowsEnd, end, 0, p.w, term, termEnd);
  }
}

}  // namespace

void matrixProduct(const Elements& m, const Elements& n, std::size_t h, std::size_t w, std::size_t k, double* out) {
  const std::vector<double> left = toDoubles(m);
  const std::vector<double> right = toDoubles(n);
  const Product product{left.data(), right.data(), out, w, k};
  const std::size_t rowCost = std::max<std::size_t>(1, w * k);
  const std::size_t grain = std::max<std::size_t>(kRows, (std::size_t{1} << 20) / rowCost);
  parallelFor(h, grain, [&](std::size_t, std::size_t begin, std::size_t end) { multiplyRows(product, begin, end); });
}

void luma(const Elements& x, std::size_t pixels, double* out) {
  visitElements(x, [&](const auto* from) {
    parallelFor(pixels, std::size_t{1} << 18, [&](std::size_t, std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; i++) {
        const double red = static_cast<double>(from[i]);
        const double green = static_cast<double>(from[i + pixels]);
        const double blue = static_cast<double>(from[i + 2 * pixels]);
        out[i] = 0.2989 * red + 0.5870 * green + 0.1140 * blue;
      }
    });
  });
}

}  // namespace grade
