import { roundUp } from './types.ts';

/**
 * Edits on raw IR, before any optimisation: what the optimiser would otherwise use against us.
 * - Shared arrays have undefined initial values; as weak symbols their loads and stores are kept even where nothing
 *   else is ever stored, so that an uninitialised read is seen.
 * - `__constant__` variables are written by the host before a launch: not constants to the optimiser.
 * - An aligned copy of 4, 8 or 16 bytes (a float2, a float4) is one instruction on a GPU: one load and one store.
 */
export function editRawIr(text: string): string {
  let counter = 0;
  return text
    .split('\n')
    .map((line) => {
      if (line.startsWith('@')) {
        return line
          .replace(/^(@\S+ = )(?:internal|linkonce_odr|weak_odr)?( ?)(?:dso_local )?(?:unnamed_addr |local_unnamed_addr )?global (.*) undef,(?: comdat(?:\([^)]*\))?,)?/, '$1weak global $3 undef,')
          .replace(/ externally_initialized constant /, ' externally_initialized global ');
      }
      const copy = /^(\s+)(?:tail )?call void @llvm\.memcpy\.p0\.p0\.i32\(ptr (?:\w+ )*align (\d+)(?: dereferenceable\(\d+\))? (%[-\w.]+), ptr (?:\w+ )*align (\d+)(?: dereferenceable\(\d+\))? (%[-\w.]+), i32 (4|8|16), i1 false\)(.*)$/.exec(line);
      if (!copy) return line;
      const [, indent = '', toAlign, to, fromAlign, from, bytes, rest = ''] = copy;
      if (Number(toAlign) < Number(bytes) || Number(fromAlign) < Number(bytes)) return line;
      const type = bytes === '4' ? 'i32' : bytes === '8' ? '<2 x i32>' : '<4 x i32>';
      const value = `%emu.copy.${counter++}`;
      const dbg = /, !dbg !\d+/.exec(rest)?.[0] ?? '';
      return `${indent}${value} = load ${type}, ptr ${from}, align ${fromAlign}${dbg}\n${indent}store ${type} ${value}, ptr ${to}, align ${toAlign}${dbg}`;
    })
    .join('\n');
}

/** The block's shared region: bytes, and the unused bytes after each array. */
export const SHARED_BYTES = 262_144;
const SHARED_GAP = 256;

/** @returns the offset of each array, a multiple of 256 with at least 256 unused bytes after each, and where the next would go */
export function placeShared(sizes: readonly number[]): { readonly offsets: readonly number[]; readonly next: number } {
  let next = 0;
  const offsets = sizes.map((bytes) => {
    const at = next;
    next = roundUp(at + Math.max(1, bytes) + SHARED_GAP, SHARED_GAP);
    return at;
  });
  return { offsets, next };
}
