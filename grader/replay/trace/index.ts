// stand-in, replaced by the branch tracer
export type Origin = { kind: 'moved'; source: number; offset: number; conversion: string | null } | { kind: 'constant' } | { kind: 'untraced' };
export interface Repetition { readonly count: number; readonly step: number; readonly sourceStep: number }
export interface Extent { readonly at: number; readonly bytes: number; readonly origin: Origin; readonly repeat?: Repetition }
export interface Traced { readonly length: number; readonly extents: readonly Extent[]; readonly moved: number; readonly constant: number; readonly untraced: number }
export interface Hint { readonly places: readonly { readonly at: number; readonly bytes: number; readonly source: number; readonly offset: number }[] }
export class Tracer {
  #sources: (readonly Uint8Array[])[] = [];
  add(contents: readonly Uint8Array[], _elementBytes?: 1 | 2 | 4 | 8): number { return this.#sources.push(contents) - 1; }
  trace(contents: readonly Uint8Array[], hint?: Hint): Traced {
    const length = contents[0]?.length ?? 0;
    const extents: Extent[] = [];
    let [moved, constant, untraced] = [0, 0, 0];
    for (let at = 0; at < length; at++) {
      let origin: Origin = { kind: 'untraced' };
      const place = hint?.places.findLast((p) => at >= p.at && at < p.at + p.bytes);
      const offset = place ? place.offset + at - place.at : 0;
      if (place && contents.every((c, r) => c[at] === this.#sources[place.source]?.[r]?.[offset])) origin = { kind: 'moved', source: place.source, offset, conversion: null };
      else if (contents.every((c) => c[at] === contents[0]?.[at])) origin = { kind: 'constant' };
      if (origin.kind === 'moved') moved++; else if (origin.kind === 'constant') constant++; else untraced++;
      extents.push({ at, bytes: 1, origin });
    }
    return { length, extents, moved, constant, untraced };
  }
}
export function resolve(traced: Traced, recorded: Uint8Array, bytesOf: (source: number) => Uint8Array): Uint8Array {
  const out = recorded.slice();
  for (const { at, origin, bytes } of traced.extents) if (origin.kind === 'moved') for (let i = 0; i < bytes; i++) out[at + i] = bytesOf(origin.source)[origin.offset + i] ?? 0;
  return out;
}
