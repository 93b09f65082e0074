// Special registers, and the instructions by which threads wait for and talk to each other (PTX ISA, "Special
// Registers", "Parallel Synchronization and Communication Instructions").
#ifndef __EMU_PTX_THREADS_H
#define __EMU_PTX_THREADS_H

#define __EMU_PTX_SPECIAL(name, expression) \
  __EMU_PTX __emu_u32 emu_ptx_special_##name() { return expression; }
#define __EMU_PTX_COORDINATES(name, first)            \
  __EMU_PTX_SPECIAL(name##_x, __emu_index(first))     \
  __EMU_PTX_SPECIAL(name##_y, __emu_index(first + 1)) \
  __EMU_PTX_SPECIAL(name##_z, __emu_index(first + 2))
__EMU_PTX_COORDINATES(tid, 0)
__EMU_PTX_COORDINATES(ctaid, 3)
__EMU_PTX_COORDINATES(ntid, 6)
__EMU_PTX_COORDINATES(nctaid, 9)

__EMU_DEVICE __emu_u32 __emu_thread() {
  return (__emu_index(2) * __emu_index(7) + __emu_index(1)) * __emu_index(6) + __emu_index(0);
}
__EMU_DEVICE __emu_u32 __emu_lane() { return __emu_thread() % 32; }
__EMU_PTX_SPECIAL(laneid, __emu_lane())
__EMU_PTX_SPECIAL(warpid, __emu_thread() / 32)
// An H200's: 132 multiprocessors with room for 64 warps. Here block after block has the next one.
__EMU_PTX_SPECIAL(nwarpid, 64)
__EMU_PTX_SPECIAL(nsmid, 132)
__EMU_PTX_SPECIAL(smid, ((__emu_index(5) * __emu_index(10) + __emu_index(4)) * __emu_index(9) + __emu_index(3)) % 132)
__EMU_PTX_SPECIAL(lanemask_eq, 1u << __emu_lane())
__EMU_PTX_SPECIAL(lanemask_lt, (1u << __emu_lane()) - 1)
__EMU_PTX_SPECIAL(lanemask_le, (2u << __emu_lane()) - 1)
__EMU_PTX_SPECIAL(lanemask_gt, ~((2u << __emu_lane()) - 1))
__EMU_PTX_SPECIAL(lanemask_ge, ~((1u << __emu_lane()) - 1))
__EMU_PTX_SPECIAL(clock, (__emu_u32)__emu_clock())
__EMU_PTX_SPECIAL(clock_hi, (__emu_u32)(__emu_clock() >> 32))
__EMU_PTX __emu_u64 emu_ptx_special_clock64() { return (__emu_u64)__emu_clock(); }
// Steps, like the clock.
__EMU_PTX __emu_u64 emu_ptx_special_globaltimer() { return (__emu_u64)__emu_clock(); }
__EMU_PTX_SPECIAL(globaltimer_lo, (__emu_u32)__emu_clock())
__EMU_PTX_SPECIAL(globaltimer_hi, (__emu_u32)(__emu_clock() >> 32))
__EMU_PTX_SPECIAL(cluster_ctarank, __clusterRelativeBlockRank())
__EMU_PTX_SPECIAL(cluster_nctarank, __clusterSizeInBlocks())
__EMU_PTX_COORDINATES(clusterid, 12)
__EMU_PTX_COORDINATES(nclusterid, 15)
__EMU_PTX_COORDINATES(cluster_ctaid, 18)
__EMU_PTX_COORDINATES(cluster_nctaid, 21)

// `barrier` 0, of all threads; the others are refused before.
__EMU_PTX void emu_ptx_bar_sync() { __emu_barrier(__emu_site()); }
__EMU_PTX __emu_u32 emu_ptx_bar_red_popc_u32(bool p) { return (__emu_u32)__emu_barrier_reduce(__emu_site(), 0, p); }
__EMU_PTX bool emu_ptx_bar_red_and_pred(bool p) { return __emu_barrier_reduce(__emu_site(), 1, p) != 0; }
__EMU_PTX bool emu_ptx_bar_red_or_pred(bool p) { return __emu_barrier_reduce(__emu_site(), 2, p) != 0; }
__EMU_PTX void emu_ptx_bar_warp_sync(__emu_u32 mask) { __emu_syncwarp(__emu_site(), mask); }

// An arrival that orders nothing (.relaxed) is not there.
__EMU_PTX void emu_ptx_barrier_cluster_arrive() { __emu_cluster_arrive(__emu_site()); }
__EMU_PTX void emu_ptx_barrier_cluster_arrive_release() { __emu_cluster_arrive(__emu_site()); }
__EMU_PTX void emu_ptx_barrier_cluster_wait() { __emu_cluster_wait(__emu_site()); }
__EMU_PTX void emu_ptx_barrier_cluster_wait_acquire() { __emu_cluster_wait(__emu_site()); }
#define __EMU_PTX_MAP(space, type, address)                                                                          \
  __EMU_PTX address emu_ptx_mapa_##space##type(address a, __emu_u32 rank) {                                          \
    return (address)(__emu_u64)__emu_cluster_map(__emu_site(), (const void *)(__emu_u64)a, rank);                     \
  }                                                                                                                  \
  __EMU_PTX __emu_u32 emu_ptx_getctarank_##space##type(address a) { return __emu_cluster_rank((const void *)(__emu_u64)a); }
__EMU_PTX_MAP(, u32, __emu_u32)
__EMU_PTX_MAP(, u64, __emu_u64)
__EMU_PTX_MAP(shared_cluster_, u32, __emu_u32)
__EMU_PTX_MAP(shared_cluster_, u64, __emu_u64)

__EMU_PTX void emu_ptx_membar_cta() { __emu_fence(0); }
__EMU_PTX void emu_ptx_membar_gl() { __emu_fence(1); }
__EMU_PTX void emu_ptx_membar_sys() { __emu_fence(2); }
#define __EMU_PTX_FENCE(order)                                              \
  __EMU_PTX void emu_ptx_fence_##order##cta() { __emu_fence(0); }           \
  __EMU_PTX void emu_ptx_fence_##order##cluster() { __emu_fence(1); }       \
  __EMU_PTX void emu_ptx_fence_##order##gpu() { __emu_fence(1); }           \
  __EMU_PTX void emu_ptx_fence_##order##sys() { __emu_fence(2); }
__EMU_PTX_FENCE()
__EMU_PTX_FENCE(sc_)
__EMU_PTX_FENCE(acq_rel_)
__EMU_PTX_FENCE(acquire_)
__EMU_PTX_FENCE(release_)

__EMU_PTX void emu_ptx_nanosleep_u32(__emu_u32 t) { __nanosleep(t); }
__EMU_PTX void emu_ptx_trap() { __emu_trap(__emu_site()); }
__EMU_PTX void emu_ptx_brkpt() { __emu_trap(__emu_site()); }
__EMU_PTX void emu_ptx_griddepcontrol_wait() {}
__EMU_PTX void emu_ptx_griddepcontrol_launch_dependents() {}

// What a lane gets, and whether it is another's: `c` has the lane where a segment ends, and above it which bits of a
// lane's number name its segment.
#define __EMU_PTX_SHUFFLE(mode, source, inside)                                                                   \
  __EMU_PTX __emu_v2_b32 emu_ptx_shfl_sync_##mode##_b32(__emu_u32 a, __emu_u32 b, __emu_u32 c, __emu_u32 members) { \
    int lane = (int)__emu_lane(), by = b & 31, segment = c >> 8 & 31;                                           \
    int first = lane & segment, last = first | (c & 31 & ~segment), from = source;                              \
    bool is_inside = inside;                                                                                    \
    __emu_u32 value = __emu_shfl(__emu_site(), members, 0, a, is_inside ? from : lane, 32);                     \
    return (__emu_v2_b32){value, is_inside};                                                                    \
  }
__EMU_PTX_SHUFFLE(up, lane - by, from >= last)
__EMU_PTX_SHUFFLE(down, lane + by, from <= last)
__EMU_PTX_SHUFFLE(bfly, lane ^ by, from <= last)
__EMU_PTX_SHUFFLE(idx, first | (by & ~segment), from <= last)

__EMU_PTX bool emu_ptx_vote_sync_all_pred(bool p, __emu_u32 members) { return __emu_vote(__emu_site(), members, 0, p) != 0; }
__EMU_PTX bool emu_ptx_vote_sync_any_pred(bool p, __emu_u32 members) { return __emu_vote(__emu_site(), members, 1, p) != 0; }
__EMU_PTX bool emu_ptx_vote_sync_uni_pred(bool p, __emu_u32 members) {
  __emu_u32 lanes = __emu_vote(__emu_site(), members, 2, p);
  return lanes == 0 || lanes == members;
}
__EMU_PTX __emu_u32 emu_ptx_vote_sync_ballot_b32(bool p, __emu_u32 members) { return __emu_vote(__emu_site(), members, 2, p); }
__EMU_PTX __emu_u32 emu_ptx_match_any_sync_b32(__emu_u32 a, __emu_u32 members) { return __match_any_sync(members, a); }
__EMU_PTX __emu_u32 emu_ptx_match_any_sync_b64(__emu_u64 a, __emu_u32 members) { return __match_any_sync(members, a); }
__EMU_PTX __emu_v2_b32 emu_ptx_match_all_sync_b32(__emu_u32 a, __emu_u32 members) {
  __emu_u32 lanes = __emu_match_all32(__emu_site(), members, a);
  return (__emu_v2_b32){lanes, lanes != 0};
}
__EMU_PTX __emu_v2_b32 emu_ptx_match_all_sync_b64(__emu_u64 a, __emu_u32 members) {
  __emu_u32 lanes = __emu_match_all64(__emu_site(), members, a);
  return (__emu_v2_b32){lanes, lanes != 0};
}
__EMU_PTX __emu_u32 emu_ptx_activemask_b32() { return __activemask(); }
// The lowest lane of those.
__EMU_PTX __emu_v2_b32 emu_ptx_elect_sync(__emu_u32 members) {
  __emu_syncwarp(__emu_site(), members);
  __emu_u32 elected = (__emu_u32)__builtin_ctz(members);
  return (__emu_v2_b32){elected, elected == __emu_lane()};
}
#define __EMU_PTX_REDUCE(operation, t, type) \
  __EMU_PTX type emu_ptx_redux_sync_##operation##_##t(type a, __emu_u32 members) { return __reduce_##operation##_sync(members, a); }
__EMU_PTX_REDUCE(add, u32, __emu_u32)
__EMU_PTX_REDUCE(add, s32, __emu_s32)
__EMU_PTX_REDUCE(min, u32, __emu_u32)
__EMU_PTX_REDUCE(min, s32, __emu_s32)
__EMU_PTX_REDUCE(max, u32, __emu_u32)
__EMU_PTX_REDUCE(max, s32, __emu_s32)
__EMU_PTX_REDUCE(and, b32, __emu_u32)
__EMU_PTX_REDUCE(or, b32, __emu_u32)
__EMU_PTX_REDUCE(xor, b32, __emu_u32)

// Matrices of 8 x 8 elements of 16 bits: each of eight lanes says where a row of 16 bytes begins. A lane holds two
// elements of a row, or of a column.
__EMU_DEVICE __emu_address __emu_row(__emu_address at, int row) {
  return __emu_shfl(__emu_site(), ~0u, 0, (__emu_u32)at, row, 32);
}
__EMU_DEVICE void __emu_check_row(__emu_address at, int matrices) {
  // On a GPU rows begin at multiples of 16 bytes, in shared memory: any other access is reported.
  bool isRow = at % 16 == 0 && at == (__emu_u32)at;
  if ((int)__emu_lane() < 8 * matrices && !isRow) (void)*(const volatile __emu_v4_b32 *)at;
}
__EMU_DEVICE __emu_u32 __emu_load_matrix(__emu_address at, int matrix, bool transposed) {
  int lane = (int)__emu_lane(), of_four = lane % 4, of_eight = lane / 4;
  if (!transposed) return *(const __emu_u32 *)(__emu_row(at, 8 * matrix + of_eight) + 4 * of_four);
  __emu_address upper = __emu_row(at, 8 * matrix + 2 * of_four), lower = __emu_row(at, 8 * matrix + 2 * of_four + 1);
  return *(const __emu_u16 *)(upper + 2 * of_eight) | (__emu_u32)*(const __emu_u16 *)(lower + 2 * of_eight) << 16;
}
__EMU_DEVICE void __emu_store_matrix(__emu_address at, int matrix, __emu_u32 value, bool transposed) {
  int lane = (int)__emu_lane(), of_four = lane % 4, of_eight = lane / 4;
  if (!transposed) {
    *(__emu_u32 *)(__emu_row(at, 8 * matrix + of_eight) + 4 * of_four) = value;
    return;
  }
  __emu_address upper = __emu_row(at, 8 * matrix + 2 * of_four), lower = __emu_row(at, 8 * matrix + 2 * of_four + 1);
  *(__emu_u16 *)(upper + 2 * of_eight) = (__emu_u16)value;
  *(__emu_u16 *)(lower + 2 * of_eight) = (__emu_u16)(value >> 16);
}
#define __EMU_PTX_MATRICES(form, transposed)                                                                  \
  __EMU_PTX __emu_u32 emu_ptx_ldmatrix_m8n8_x1##form##_b16(__emu_address at) {                                    \
    __emu_check_row(at, 1);                                                                                 \
    return __emu_load_matrix(at, 0, transposed);                                                            \
  }                                                                                                         \
  __EMU_PTX __emu_v2_b32 emu_ptx_ldmatrix_m8n8_x2##form##_b16(__emu_address at) {                                 \
    __emu_check_row(at, 2);                                                                                 \
    __emu_u32 a = __emu_load_matrix(at, 0, transposed);                                                     \
    return (__emu_v2_b32){a, __emu_load_matrix(at, 1, transposed)};                                         \
  }                                                                                                         \
  __EMU_PTX __emu_v4_b32 emu_ptx_ldmatrix_m8n8_x4##form##_b16(__emu_address at) {                                 \
    __emu_check_row(at, 4);                                                                                 \
    __emu_u32 a = __emu_load_matrix(at, 0, transposed), b = __emu_load_matrix(at, 1, transposed);           \
    __emu_u32 c = __emu_load_matrix(at, 2, transposed);                                                     \
    return (__emu_v4_b32){a, b, c, __emu_load_matrix(at, 3, transposed)};                                   \
  }                                                                                                         \
  __EMU_PTX void emu_ptx_stmatrix_m8n8_x1##form##_b16(__emu_address at, __emu_u32 a) {                            \
    __emu_check_row(at, 1);                                                                                 \
    __emu_store_matrix(at, 0, a, transposed);                                                               \
  }                                                                                                         \
  __EMU_PTX void emu_ptx_stmatrix_m8n8_x2##form##_b16(__emu_address at, __emu_u32 a, __emu_u32 b) {               \
    __emu_check_row(at, 2);                                                                                 \
    __emu_store_matrix(at, 0, a, transposed);                                                               \
    __emu_store_matrix(at, 1, b, transposed);                                                               \
  }                                                                                                         \
  __EMU_PTX void emu_ptx_stmatrix_m8n8_x4##form##_b16(__emu_address at, __emu_u32 a, __emu_u32 b, __emu_u32 c, __emu_u32 d) { \
    __emu_check_row(at, 4);                                                                                 \
    __emu_store_matrix(at, 0, a, transposed);                                                               \
    __emu_store_matrix(at, 1, b, transposed);                                                               \
    __emu_store_matrix(at, 2, c, transposed);                                                               \
    __emu_store_matrix(at, 3, d, transposed);                                                               \
  }
__EMU_PTX_MATRICES(, false)
__EMU_PTX_MATRICES(_trans, true)

#undef __EMU_PTX_SPECIAL
#undef __EMU_PTX_COORDINATES
#undef __EMU_PTX_FENCE
#undef __EMU_PTX_MAP
#undef __EMU_PTX_SHUFFLE
#undef __EMU_PTX_REDUCE
#undef __EMU_PTX_MATRICES

#endif
