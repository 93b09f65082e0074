/**
 * The candidate that `given` was probably meant to be, or null where none is near.
 * Near is a Damerau-Levenshtein distance of at most a third of the length (at least 1, at most 3), case ignored.
 */
export function nearest(given: string, candidates: Iterable<string>): string | null {
  const limit = Math.min(3, Math.max(1, Math.ceil(given.length / 3)));
  let best: string | null = null;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - given.length) >= bestDistance) continue;
    const distance = editDistance(given.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** `did you mean matmul-tiled?`, or nothing. */
export function didYouMean(given: string, candidates: Iterable<string>): string {
  const match = nearest(given, candidates);
  return match === null ? '' : `did you mean ${match}?`;
}

/** Insertions, deletions, substitutions and swaps of neighbours that lead from `a` to `b`. */
export function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        cost = Math.min(cost, (beforePrevious[column - 2] ?? 0) + 1);
      }
      current.push(cost);
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[b.length] ?? 0;
}
