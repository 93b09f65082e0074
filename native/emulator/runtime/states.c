// What host code's calls make of the states of global memory: eight bytes at a time, for they may be hundreds of MiB.
#include "state.h"

typedef u64 word __attribute__((aligned(1), may_alias));
#define EVERY_STATE(bits) ((bits) * 0x0101010101010101u)

// Of each byte's state, keeps these bits and sets those.
void __emu_set_states(u32 address, u32 bytes, u32 keep, u32 set) {
  u8 *state = state_of(address, GLOBAL);
  u64 kept = EVERY_STATE((u64)(u8)keep), added = EVERY_STATE((u64)(u8)set);
  u32 i = 0;
  for (; bytes - i >= 8; i += 8) *(word *)&state[i] = (*(word *)&state[i] & kept) | added;
  for (; i < bytes; i++) state[i] = (u8)((state[i] & keep) | set);
}

// The bits that go along with a copy between two ranges, which may overlap.
void __emu_copy_states(u32 to, u32 from, u32 bytes, u32 carried) {
  u8 *target = state_of(to, GLOBAL), *source = state_of(from, GLOBAL);
  u64 carry = EVERY_STATE((u64)(u8)carried);
  u32 whole = bytes & ~7u;
  if (to <= from) {
    for (u32 i = 0; i < whole; i += 8)
      *(word *)&target[i] = (*(word *)&target[i] & ~carry) | (*(word *)&source[i] & carry);
    for (u32 i = whole; i < bytes; i++) target[i] = (u8)((target[i] & ~carried) | (source[i] & carried));
    return;
  }
  for (u32 i = bytes; i-- > whole;) target[i] = (u8)((target[i] & ~carried) | (source[i] & carried));
  for (u32 i = whole; i >= 8; i -= 8)
    *(word *)&target[i - 8] = (*(word *)&target[i - 8] & ~carry) | (*(word *)&source[i - 8] & carry);
}
