// Equality as libwb has it: real numbers are equal where they differ by at most 0.2.
#ifndef __EMU_WB_COMPARE_H
#define __EMU_WB_COMPARE_H

#define __EMU_WB_TOLERANCE 0.2f

template <class T> static inline int wbCompare(const T &a, const T &b) { return a == b ? 0 : a < b ? -1 : 1; }
template <class T> static inline int emu_wb_compare_reals(T a, T b) {
  bool equal = a == 0 || b == 0 ? fabs(a + b) < __EMU_WB_TOLERANCE : fabs(a - b) <= __EMU_WB_TOLERANCE;
  return equal ? 0 : a < b ? -1 : 1;
}
template <> inline int wbCompare(const float &a, const float &b) { return emu_wb_compare_reals(a, b); }
template <> inline int wbCompare(const double &a, const double &b) { return emu_wb_compare_reals(a, b); }
template <class T> static inline wbBool wbEqualQ(const T &a, const T &b) { return wbCompare(a, b) == 0; }
template <class T> static inline wbBool wbUnequalQ(const T &a, const T &b) { return wbCompare(a, b) != 0; }
// From large to small.
template <class T> static inline void wbSort(T *data, int count) { std::sort(data, data + count, std::greater<T>()); }

#endif
