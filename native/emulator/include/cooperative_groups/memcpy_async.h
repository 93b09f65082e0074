// cooperative_groups::memcpy_async: the threads of the group copy at once, each its part; who reads the others' parts
// without wait() races with them, as on a GPU.
#ifndef __EMU_PUBLIC_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#define __EMU_PUBLIC_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H

#include "cooperative_groups.h"
#include "emu/groups/aligned_size.h"

namespace cooperative_groups {

namespace __emu_groups {

template <class Word, class Group>
__EMU_DEVICE void copy_words(const Group &group, void *to, const void *from, __SIZE_TYPE__ bytes) {
  for (__SIZE_TYPE__ i = group.thread_rank(); i < bytes / sizeof(Word); i += group.num_threads())
    ((Word *)to)[i] = ((const Word *)from)[i];
}
template <class Group>
__EMU_DEVICE void copy(const Group &group, void *to, const void *from, __SIZE_TYPE__ bytes) {
  __SIZE_TYPE__ odd = (__SIZE_TYPE__)to | (__SIZE_TYPE__)from | bytes;
  if (odd % 16 == 0) copy_words<uint4>(group, to, from, bytes);
  else if (odd % 4 == 0) copy_words<unsigned>(group, to, from, bytes);
  else copy_words<unsigned char>(group, to, from, bytes);
}
// Words of the promised size, so that an address that breaks the promise is a misaligned access, as of cp.async.
template <class Group, __SIZE_TYPE__ Alignment>
__EMU_DEVICE void copy(const Group &group, void *to, const void *from, cuda::aligned_size_t<Alignment> bytes) {
  if constexpr (Alignment >= 16) copy_words<uint4>(group, to, from, bytes);
  else if constexpr (Alignment == 8) copy_words<uint2>(group, to, from, bytes);
  else if constexpr (Alignment == 4) copy_words<unsigned>(group, to, from, bytes);
  else copy(group, to, from, (__SIZE_TYPE__)bytes);
}

}  // namespace __emu_groups

/** `bytes` of them. */
template <class Group, class T, class Shape>
__EMU_DEVICE void memcpy_async(const Group &group, T *__restrict__ to, const T *__restrict__ from, const Shape &bytes) {
  __emu_groups::copy(group, to, from, bytes);
}
/** The smaller of two numbers of elements. */
template <class Group, class T, class ToLayout, class FromLayout>
__EMU_DEVICE void memcpy_async(const Group &group, T *__restrict__ to, const ToLayout &toLayout,
                             const T *__restrict__ from, const FromLayout &fromLayout) {
  __SIZE_TYPE__ a = (__SIZE_TYPE__)toLayout, b = (__SIZE_TYPE__)fromLayout;
  __emu_groups::copy(group, to, from, (a < b ? a : b) * sizeof(T));
}
template <class Group>
__EMU_DEVICE void wait(const Group &group) { group.sync(); }
template <unsigned Stages, class Group>
__EMU_DEVICE void wait_prior(const Group &group) { group.sync(); }

}  // namespace cooperative_groups

#endif
