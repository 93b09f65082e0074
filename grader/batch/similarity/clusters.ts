/** Students who hang together by pairs: each is in a pair with at least one other of them. */
export interface Cluster {
  readonly students: readonly string[];
  /** The highest score of its pairs. */
  readonly score: number;
}

/** Groups of three and more, the largest first. A group of two is a pair. */
export function clustersOf(
  pairs: readonly { readonly left: string; readonly right: string; readonly score: number }[],
): Cluster[] {
  const parents = new Map<string, string>();
  const rootOf = (student: string): string => {
    let root = student;
    for (let above = parents.get(root); above !== undefined && above !== root; above = parents.get(root)) root = above;
    parents.set(student, root);
    return root;
  };
  for (const { left, right } of pairs) parents.set(rootOf(left), rootOf(right));
  const groups = new Map<string, { students: Set<string>; score: number }>();
  for (const { left, right, score } of pairs) {
    const root = rootOf(left);
    const group = groups.get(root) ?? { students: new Set(), score: 0 };
    groups.set(root, group);
    group.students.add(left).add(right);
    group.score = Math.max(group.score, score);
  }
  return [...groups.values()]
    .filter(({ students }) => students.size > 2)
    .map(({ students, score }) => ({ students: [...students].sort(), score }))
    .sort((a, b) => b.students.length - a.students.length || b.score - a.score || (a.students < b.students ? -1 : 1));
}
