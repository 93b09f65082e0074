/** Kendall's tau-b of two series, -1 to 1: how far they put things in the same order. */
export function kendall(a: readonly number[], b: readonly number[]): number {
  let [agreement, pairsA, pairsB] = [0, 0, 0];
  for (let i = 0; i < a.length; i++)
    for (let j = 0; j < i; j++) {
      const [x, y] = [Math.sign((a[i] ?? 0) - (a[j] ?? 0)), Math.sign((b[i] ?? 0) - (b[j] ?? 0))];
      agreement += x * y;
      pairsA += x * x;
      pairsB += y * y;
    }
  return agreement / Math.sqrt(pairsA * pairsB);
}
