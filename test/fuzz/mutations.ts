import fc from 'fast-check';

/** A change of a text: a piece of it goes, comes twice, moves, or becomes another. */
export type Mutation =
  | { readonly kind: 'delete' | 'double'; readonly at: number; readonly length: number }
  | { readonly kind: 'move'; readonly at: number; readonly length: number; readonly to: number }
  | { readonly kind: 'insert' | 'replace'; readonly at: number; readonly length: number; readonly text: string };

/** @param pieces - what readers take for something */
export function mutations(pieces: readonly string[]): fc.Arbitrary<Mutation[]> {
  const at = fc.double({ min: 0, max: 1, noNaN: true });
  const length = fc.oneof(fc.nat({ max: 3 }), fc.nat({ max: 60 }), fc.nat({ max: 2000 }));
  const text = fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 6, unit: 'binary' }));
  const one = fc.oneof(
    fc.record({ kind: fc.constantFrom('delete' as const, 'double' as const), at, length }),
    fc.record({ kind: fc.constant('move' as const), at, length, to: at }),
    fc.record({ kind: fc.constantFrom('insert' as const, 'replace' as const), at, length, text }),
  );
  return fc.array(one, { minLength: 1, maxLength: 4 });
}

/** The text with each change made in turn; `at` is a part of its length. */
export function mutate(text: string, changes: readonly Mutation[]): string {
  let now = text;
  for (const change of changes) now = changedOnce(now, change);
  return now;
}

function changedOnce(text: string, change: Mutation): string {
  const at = Math.floor(change.at * text.length);
  const [before, piece, after] = [
    text.slice(0, at),
    text.slice(at, at + change.length),
    text.slice(at + change.length),
  ];
  switch (change.kind) {
    case 'delete':
      return before + after;
    case 'double':
      return before + piece + piece + after;
    case 'move': {
      const rest = before + after;
      const to = Math.floor(change.to * rest.length);
      return rest.slice(0, to) + piece + rest.slice(to);
    }
    case 'insert':
      return before + change.text + piece + after;
    case 'replace':
      return before + change.text + after;
  }
}
