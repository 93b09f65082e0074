import { endOfType, endOfValue } from './types.ts';

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

export interface Operand {
  readonly value: string;
  /** Where it stands in the line. */
  readonly at: number;
}

const PARAMETER_ATTRIBUTE =
  /^(?:align \d+|dereferenceable(?:_or_null)?\(\d+\)|captures\([^)]*\)|range\([^)]*\)|noundef|nonnull|readonly|writeonly|readnone|noalias|returned|(?:byval|byref|sret|elementtype)\((?:"[^"]*"|[^()"])*\)|writable|dead_on_unwind|dead_on_return|zeroext|signext|immarg|inreg|nofpclass\([^)]*\))\s+/;

/** A direct call taken apart; null where the line holds none. */
export function argumentsOf(line: string): { readonly callee: string; readonly operands: readonly Operand[] } | null {
  const call = /^\s+(?:%\S+ = )?(?:tail |musttail |notail )?call .*?@("[^"]*"|[-\w.$]+)\(/.exec(line);
  if (!call?.[1]) return null;
  const operands: Operand[] = [];
  let at = call[0].length;
  while (at < line.length && line[at] !== ')') {
    at = endOfType(line, at) + 1;
    for (
      let match = PARAMETER_ATTRIBUTE.exec(line.slice(at));
      match;
      match = PARAMETER_ATTRIBUTE.exec(line.slice(at))
    ) {
      at += match[0].length;
    }
    const end = endOfValue(line, at);
    operands.push({ value: line.slice(at, end), at });
    at = line[end] === ',' ? end + 2 : end;
  }
  return { callee: call[1].replace(/^"(.*)"$/, '$1'), operands };
}
