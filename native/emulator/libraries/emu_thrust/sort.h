// A stable merge sort: threads sort eight elements each, then merge sorted stretches of 8, 16, 32, … elements. Of each merge
// a thread makes a part of the result; where its part begins in either stretch a binary search finds out.
#ifndef __EMU_THRUST_DETAIL_SORT_H
#define __EMU_THRUST_DETAIL_SORT_H

#include "emu_thrust/copy.h"

namespace thrust {
namespace emu {

constexpr unsigned SORTED_BY_INSERTION = 8;
constexpr unsigned MERGED_BY_THREAD = 128;

/** What keys without values have of them. */
struct nothing {};

/** How many of the first `part` elements of a merge come from `a`; of equal ones those of `a` come first. */
template <class A, class B, class Less>
__EMU_HD inline size_t merged_from_first(A a, size_t na, B b, size_t nb, size_t part, Less &less) {
  size_t low = part > nb ? part - nb : 0, high = part < na ? part : na;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if (call(less, *(b + (part - 1 - middle)), *(a + middle))) high = middle;
    else low = middle + 1;
  }
  return low;
}

template <class K, class V, class Less>
__EMU_HD inline void insertion_sort(K *keys, V *values, size_t count, Less &less) {
  for (size_t i = 1; i < count; i++) {
    const K key = keys[i];
    size_t at = i;
    if constexpr (std::is_same_v<V, nothing>) {
      for (; at > 0 && call(less, key, keys[at - 1]); at--) keys[at] = keys[at - 1];
    } else {
      const V value = values[i];
      for (; at > 0 && call(less, key, keys[at - 1]); at--) {
        keys[at] = keys[at - 1];
        values[at] = values[at - 1];
      }
      if (at < i) values[at] = value;
    }
    if (at < i) keys[at] = key;
  }
}

/** Sorts `keys`, and `values` along with them, by way of memory of the same size; answers whether the result lies there. */
template <class P, class K, class V, class Less>
__EMU_HD bool merge_sort(P policy, K *keys, V *values, K *otherKeys, V *otherValues, size_t count, Less less) {
  for_each_index(policy, (count + SORTED_BY_INSERTION - 1) / SORTED_BY_INSERTION, [=](unsigned chunk) mutable {
    const size_t from = (size_t)chunk * SORTED_BY_INSERTION;
    const size_t length = count - from < SORTED_BY_INSERTION ? count - from : SORTED_BY_INSERTION;
    insertion_sort(keys + from, values + from, length, less);
  });
  bool swapped = false;
  for (size_t width = SORTED_BY_INSERTION; width < count; width *= 2) {
    const size_t part = 2 * width < MERGED_BY_THREAD ? 2 * width : MERGED_BY_THREAD;
    for_each_index(policy, (count + part - 1) / part, [=](unsigned chunk) mutable {
      const size_t from = chunk * part, to = from + part < count ? from + part : count;
      const size_t left = from / (2 * width) * (2 * width);
      const size_t middle = left + width < count ? left + width : count;
      const size_t right = middle + width < count ? middle + width : count;
      const K *a = keys + left, *b = keys + middle;
      const size_t na = middle - left, nb = right - middle;
      size_t i = merged_from_first(a, na, b, nb, from - left, less), j = from - left - i;
      for (size_t at = from; at < to; at++) {
        const bool second = i == na || (j < nb && call(less, b[j], a[i]));
        const size_t source = second ? middle + j++ : left + i++;
        otherKeys[at] = keys[source];
        if constexpr (!std::is_same_v<V, nothing>) otherValues[at] = values[source];
      }
    });
    K *k = keys;
    keys = otherKeys;
    otherKeys = k;
    V *v = values;
    values = otherValues;
    otherValues = v;
    swapped = !swapped;
  }
  return swapped;
}

template <class P, class Keys, class Less>
__EMU_HD void sort_keys(P policy, Keys first, size_t count, Less less) {
  if (count < 2) return;
  using K = value_of<Keys>;
  temporary<K, P> one(policy, count), other(policy, count);
  copy_in_place(policy, first, count, one.data());
  const bool swapped =
      merge_sort(policy, one.data(), (nothing *)nullptr, other.data(), (nothing *)nullptr, count, less);
  copy_in_place(policy, swapped ? other.data() : one.data(), count, first);
}

template <class P, class Keys, class Values, class Less>
__EMU_HD void sort_pairs(P policy, Keys first, size_t count, Values values, Less less) {
  if (count < 2) return;
  using K = value_of<Keys>;
  using V = value_of<Values>;
  temporary<K, P> one(policy, count), other(policy, count);
  temporary<V, P> oneValue(policy, count), otherValue(policy, count);
  copy_in_place(policy, first, count, one.data());
  copy_in_place(policy, values, count, oneValue.data());
  const bool swapped =
      merge_sort(policy, one.data(), oneValue.data(), other.data(), otherValue.data(), count, less);
  copy_in_place(policy, swapped ? other.data() : one.data(), count, first);
  copy_in_place(policy, swapped ? otherValue.data() : oneValue.data(), count, values);
}

}  // namespace emu
}  // namespace thrust

#endif
