// Warp-level functions: shuffles, votes, matches and reductions, all with an explicit mask (compute capability 7.0
// and later have no others). Values of eight bytes travel as two halves.
#ifndef __EMU_WARP_H
#define __EMU_WARP_H

#include "emu/qualifiers.h"

__EMU_DEVICE unsigned __activemask() { return __emu_activemask(__emu_site()); }
__EMU_DEVICE int __all_sync(unsigned mask, int predicate) { return (int)__emu_vote(__emu_site(), mask, 0, predicate != 0); }
__EMU_DEVICE int __any_sync(unsigned mask, int predicate) { return (int)__emu_vote(__emu_site(), mask, 1, predicate != 0); }
__EMU_DEVICE unsigned __ballot_sync(unsigned mask, int predicate) {
  return __emu_vote(__emu_site(), mask, 2, predicate != 0);
}

__EMU_DEVICE unsigned long long __emu_shfl64(int site, unsigned mask, int mode, unsigned long long value, int lane,
                                           int width) {
  unsigned low = __emu_shfl(site, mask, mode, (unsigned)value, lane, width);
  unsigned high = __emu_shfl(site, mask, mode, (unsigned)(value >> 32), lane, width);
  return (unsigned long long)high << 32 | low;
}

#define __EMU_SHUFFLE(type, bits, travel, name, mode, lane_type)                                         \
  __EMU_DEVICE type name(unsigned mask, type value, lane_type lane, int width = 32) {                    \
    return __builtin_bit_cast(                                                                         \
        type, travel(__emu_site(), mask, mode, __builtin_bit_cast(bits, value), (int)lane, width));    \
  }
#define __EMU_MATCH(type, bits, any, all)                                                                \
  __EMU_DEVICE unsigned __match_any_sync(unsigned mask, type value) {                                    \
    return any(__emu_site(), mask, __builtin_bit_cast(bits, value));                                   \
  }                                                                                                    \
  __EMU_DEVICE unsigned __match_all_sync(unsigned mask, type value, int *predicate) {                    \
    unsigned lanes = all(__emu_site(), mask, __builtin_bit_cast(bits, value));                         \
    *predicate = lanes != 0;                                                                           \
    return lanes;                                                                                      \
  }
#define __EMU_WARP_TYPE(type, bits, width)                                                               \
  __EMU_SHUFFLE(type, bits, __emu_shfl##width, __shfl_sync, 0, int)                                      \
  __EMU_SHUFFLE(type, bits, __emu_shfl##width, __shfl_up_sync, 1, unsigned)                              \
  __EMU_SHUFFLE(type, bits, __emu_shfl##width, __shfl_down_sync, 2, unsigned)                            \
  __EMU_SHUFFLE(type, bits, __emu_shfl##width, __shfl_xor_sync, 3, int)                                  \
  __EMU_MATCH(type, bits, __emu_match_any##width, __emu_match_all##width)

__EMU_DEVICE unsigned __emu_shfl32(int site, unsigned mask, int mode, unsigned value, int lane, int width) {
  return __emu_shfl(site, mask, mode, value, lane, width);
}
__EMU_DEVICE unsigned __emu_match_any32(int site, unsigned mask, unsigned value) {
  return __emu_vote(site, mask, 3, value);
}
__EMU_DEVICE unsigned __emu_match_all32(int site, unsigned mask, unsigned value) {
  return __emu_vote(site, mask, 4, value);
}
__EMU_DEVICE unsigned __emu_match_any64(int site, unsigned mask, unsigned long long value) {
  unsigned low = __emu_vote(site, mask, 3, (unsigned)value);
  return low & __emu_vote(site, mask, 3, (unsigned)(value >> 32));
}
__EMU_DEVICE unsigned __emu_match_all64(int site, unsigned mask, unsigned long long value) {
  unsigned low = __emu_vote(site, mask, 4, (unsigned)value);
  return low & __emu_vote(site, mask, 4, (unsigned)(value >> 32));
}

__EMU_WARP_TYPE(int, unsigned, 32)
__EMU_WARP_TYPE(unsigned, unsigned, 32)
__EMU_WARP_TYPE(long, unsigned long long, 64)
__EMU_WARP_TYPE(unsigned long, unsigned long long, 64)
__EMU_WARP_TYPE(float, unsigned, 32)
__EMU_WARP_TYPE(long long, unsigned long long, 64)
__EMU_WARP_TYPE(unsigned long long, unsigned long long, 64)
__EMU_WARP_TYPE(double, unsigned long long, 64)

// __reduce_*_sync (8.0 and later): every lane of the mask gets the value of them all.
#define __EMU_REDUCE(type, name, combine)                                                       \
  __EMU_DEVICE type name(unsigned mask, type value) {                                           \
    int site = __emu_site();                                                                  \
    unsigned rest = mask;                                                                     \
    type sum = (type)__emu_shfl(site, mask, 0, (unsigned)value, __builtin_ctz(rest), 32);     \
    while (rest &= rest - 1) {                                                                \
      type next = (type)__emu_shfl(site, mask, 0, (unsigned)value, __builtin_ctz(rest), 32);  \
      sum = combine;                                                                          \
    }                                                                                         \
    return sum;                                                                               \
  }
__EMU_REDUCE(unsigned, __reduce_add_sync, sum + next)
__EMU_REDUCE(int, __reduce_add_sync, (int)((unsigned)sum + (unsigned)next))
__EMU_REDUCE(unsigned, __reduce_min_sync, next < sum ? next : sum)
__EMU_REDUCE(int, __reduce_min_sync, next < sum ? next : sum)
__EMU_REDUCE(unsigned, __reduce_max_sync, next > sum ? next : sum)
__EMU_REDUCE(int, __reduce_max_sync, next > sum ? next : sum)
__EMU_REDUCE(unsigned, __reduce_and_sync, sum & next)
__EMU_REDUCE(unsigned, __reduce_or_sync, sum | next)
__EMU_REDUCE(unsigned, __reduce_xor_sync, sum ^ next)

#undef __EMU_SHUFFLE
#undef __EMU_MATCH
#undef __EMU_WARP_TYPE
#undef __EMU_REDUCE

#endif
