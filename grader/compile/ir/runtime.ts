export interface RuntimeCall {
  /** Its first argument is the number of the place that calls. */
  readonly site: boolean;
  /** It may wait for other threads: a kernel that reaches it needs the coroutine scheduler. */
  readonly waits: boolean;
  /** It is itself an access to memory. */
  readonly access?: 'load' | 'store';
}

/** Functions of the emulator's runtime that the CUDA headers call (native/emulator/README.md); no others may be called. */
export const RUNTIME_CALLS: ReadonlyMap<string, RuntimeCall> = new Map([
  ['__emu_barrier', { site: true, waits: true }],
  ['__emu_barrier_reduce', { site: true, waits: true }],
  ['__emu_syncwarp', { site: true, waits: true }],
  ['__emu_shfl', { site: true, waits: true }],
  ['__emu_vote', { site: true, waits: true }],
  ['__emu_activemask', { site: true, waits: true }],
  ['__emu_fragment_sync', { site: true, waits: true }],
  ['__emu_mma', { site: true, waits: true }],
  ['__emu_spin', { site: true, waits: true }],
  ['__emu_grid_sync', { site: true, waits: true }],
  ['__emu_own', { site: true, waits: false }],
  ['__emu_fragment_load', { site: true, waits: false }],
  ['__emu_fragment_store', { site: true, waits: false }],
  ['__emu_trap', { site: true, waits: false }],
  ['__emu_site', { site: false, waits: false }],
  ['__emu_index', { site: false, waits: false }],
  ['__emu_fence', { site: false, waits: false }],
  ['__emu_acquire', { site: false, waits: false }],
  ['__emu_clock', { site: false, waits: false }],
  ['__emu_printf', { site: false, waits: false }],
  ['__emu_memory_of', { site: false, waits: false }],
  ['__emu_malloc', { site: false, waits: false }],
  ['__emu_free', { site: true, waits: false }],
  ['__emu_assert', { site: false, waits: false }],
  ['__emu_texture', { site: true, waits: false, access: 'load' }],
  ['__emu_surface_read', { site: true, waits: false, access: 'load' }],
  ['__emu_surface_write', { site: true, waits: false, access: 'store' }],
  ['__emu_fetched', { site: false, waits: false }],
  ['__emu_launch', { site: true, waits: false }],
  ['__emu_last_error', { site: false, waits: false }],
  ['__emu_failed', { site: false, waits: false }],
  ['__emu_stream_create', { site: false, waits: false }],
  ['__emu_stream_destroy', { site: true, waits: false }],
  // Stands for a variable of the thread's own (launches.ts).
  ['cudaGetParameterBuffer', { site: false, waits: false }],
]);

/** Does a call of this function wait for other threads? */
export function waits(callee: string): boolean {
  return RUNTIME_CALLS.get(callee)?.waits ?? false;
}
