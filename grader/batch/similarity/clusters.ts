/** Students of whom each two are in a pair. */
export interface Cluster {
  readonly students: readonly string[];
  /** The highest score of its pairs. */
  readonly score: number;
  /** The lowest score of its pairs. */
  readonly least: number;
}

/**
 * Returns groups of three and more by complete link, the largest first. Groups grow from the highest score on, and two
 * become one only if each of one is in a pair with each of the other. So a chain of honest look-alikes is no group.
 */
export function clustersOf(
  pairs: readonly { readonly left: string; readonly right: string; readonly score: number }[],
): Cluster[] {
  const scores = new Map(pairs.map(({ left, right, score }) => [keyOf(left, right), score]));
  const groups = new Map<string, readonly string[]>();
  const groupOf = (student: string): readonly string[] => groups.get(student) ?? [student];
  const inOrder = [...pairs].sort(
    (a, b) => b.score - a.score || (keyOf(a.left, a.right) < keyOf(b.left, b.right) ? -1 : 1),
  );
  for (const { left, right } of inOrder) {
    const [one, other] = [groupOf(left), groupOf(right)];
    if (one === other || !one.every((a) => other.every((b) => scores.has(keyOf(a, b))))) continue;
    const merged = [...one, ...other].sort();
    for (const student of merged) groups.set(student, merged);
  }
  return [...new Set(groups.values())]
    .filter((students) => students.length > 2)
    .map((students) => {
      const own = students.flatMap((a, at) => students.slice(at + 1).map((b) => scores.get(keyOf(a, b)) ?? 0));
      return { students, score: Math.max(...own), least: Math.min(...own) };
    })
    .sort((a, b) => b.students.length - a.students.length || b.score - a.score || (a.students < b.students ? -1 : 1));
}

function keyOf(a: string, b: string): string {
  return JSON.stringify(a < b ? [a, b] : [b, a]);
}
