import { convert, RULES } from './conversions.ts';
import type { Traced } from './traced.ts';

/**
 * Returns the bytes that host code would have passed on with other data.
 * @param recorded the bytes of one decoy run, for whatever is not moved
 * @param bytesOf the other data of a source
 */
export function resolve(traced: Traced, recorded: Uint8Array, bytesOf: (source: number) => Uint8Array): Uint8Array {
  if (recorded.length !== traced.length) throw new Error('the recorded bytes have another length than the trace');
  const out = recorded.slice();
  const view = new DataView(out.buffer, out.byteOffset, out.length);
  for (const { at, bytes, origin, repeat } of traced.extents) {
    if (origin.kind !== 'moved') continue;
    const { count, step, sourceStep } = repeat ?? { count: 1, step: 0, sourceStep: 0 };
    const source = bytesOf(origin.source);
    const rule = origin.conversion === null ? null : RULES.get(origin.conversion);
    if (rule === undefined) throw new Error(`no such conversion: ${origin.conversion}`);
    const sourceView = new DataView(source.buffer, source.byteOffset, source.length);
    for (let k = 0; k < count; k++) {
      const to = at + k * step;
      const from = origin.offset + k * sourceStep;
      if (rule) convert(rule, sourceView, from, view, to, bytes / rule.to.width);
      else if (bytes <= 16) for (let i = 0; i < bytes; i++) out[to + i] = source[from + i]!;
      else out.set(source.subarray(from, from + bytes), to);
    }
  }
  return out;
}
