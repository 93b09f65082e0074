// What all groups inside a warp are made of: lanes, masks of them, and shuffles of values of any size.
#ifndef __EMU_GROUPS_LANES_H
#define __EMU_GROUPS_LANES_H

#include "emu/sync.h"
#include "emu/warp.h"
#include "emu/builtins.h"

#define __EMU_METHOD __inline__ __attribute__((always_inline, device))

namespace cooperative_groups {
namespace __emu_groups {

__EMU_DEVICE unsigned block_threads() { return blockDim.x * blockDim.y * blockDim.z; }
__EMU_DEVICE unsigned block_rank_of_thread() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
__EMU_DEVICE unsigned lane() { return block_rank_of_thread() & 31; }
__EMU_DEVICE unsigned below(unsigned lane) { return (1u << lane) - 1; }

// Lanes of the running warp that the block has.
__EMU_DEVICE unsigned warp_lanes() {
  unsigned rest = block_threads() - (block_rank_of_thread() & ~31u);
  return rest >= 32 ? 0xffffffffu : below(rest);
}
// `size` lanes from that tile's first one on.
__EMU_DEVICE unsigned tile_lanes(unsigned size) {
  return size == 32 ? 0xffffffffu : below(size) << (lane() & ~(size - 1));
}

// The lane of the n-th bit that is set.
__EMU_DEVICE unsigned nth_lane(unsigned mask, unsigned n) {
  for (unsigned rest = mask, i = 0; rest; rest &= rest - 1, i++)
    if (i == n) return (unsigned)__builtin_ctz(rest);
  return 32;
}
// Of the lanes of `mask` that `lanes` names: a bit for each rank.
__EMU_DEVICE unsigned pack(unsigned mask, unsigned lanes) {
  unsigned packed = 0;
  for (unsigned rest = mask, i = 0; rest; rest &= rest - 1, i++)
    packed |= (lanes >> __builtin_ctz(rest) & 1) << i;
  return packed;
}

template <class T> struct plain { typedef T type; };
template <class T> struct plain<T &> { typedef T type; };
template <class T> struct plain<T &&> { typedef T type; };
template <class T> struct plain<const T> { typedef T type; };
template <class T> struct plain<const T &> { typedef T type; };

// A value of up to 32 bytes travels in words of 32 bits.
template <class T>
__EMU_DEVICE T shuffle(int site, unsigned mask, int mode, const T &value, int lane, int width) {
  static_assert(sizeof(T) <= 32 && __is_trivially_copyable(T), "a shuffle moves trivially copyable values of up to 32 bytes");
  T result;
  if constexpr (sizeof(T) <= 4) {
    unsigned word = 0;
    __builtin_memcpy(&word, &value, sizeof(T));
    word = __emu_shfl(site, mask, mode, word, lane, width);
    __builtin_memcpy(&result, &word, sizeof(T));
  } else if constexpr (sizeof(T) == 8) {
    unsigned long long words;
    __builtin_memcpy(&words, &value, 8);
    words = __emu_shfl64(site, mask, mode, words, lane, width);
    __builtin_memcpy(&result, &words, 8);
  } else {
    unsigned words[(sizeof(T) + 3) / 4] = {};
    __builtin_memcpy(words, &value, sizeof(T));
    for (unsigned i = 0; i < (sizeof(T) + 3) / 4; i++) words[i] = __emu_shfl(site, mask, mode, words[i], lane, width);
    __builtin_memcpy(&result, words, sizeof(T));
  }
  return result;
}
template <class T>
__EMU_DEVICE unsigned match_any(int site, unsigned mask, T value) {
  static_assert(sizeof(T) <= 8, "values of up to 8 bytes can be matched");
  if constexpr (sizeof(T) < 4)
    return __emu_match_any32(site, mask, (unsigned)value);
  else if constexpr (sizeof(T) == 4)
    return __emu_match_any32(site, mask, __builtin_bit_cast(unsigned, value));
  else
    return __emu_match_any64(site, mask, __builtin_bit_cast(unsigned long long, value));
}

}  // namespace __emu_groups
}  // namespace cooperative_groups

#endif
