import { type Block, blocksOf } from './blocks.ts';
import type { Line } from './read/index.ts';

/** An edge of the control flow, by the numbers of its blocks. */
export interface Edge {
  readonly from: number;
  readonly to: number;
}

/** The control flow of one function: which blocks every way to a block, or from it, goes through. */
export class Dominance {
  readonly blocks: readonly Block[];
  readonly #blockAt: number[] = [];
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #successors: readonly (readonly number[])[];
  readonly #predecessors: readonly (readonly number[])[];
  readonly #dominators: readonly ReadonlySet<number>[];
  readonly #followers: readonly ReadonlySet<number>[];

  constructor(body: readonly Line[]) {
    this.blocks = blocksOf(body);
    this.#numbers = new Map(this.blocks.map(({ label }, number) => [label, number]));
    for (const [number, { start, end }] of this.blocks.entries()) this.#blockAt.fill(number, start, end);
    for (const [number, { start, end }] of this.blocks.entries()) {
      for (let at = start; at < end; at++) this.#blockAt[at] = number;
    }
    this.#successors = this.blocks.map(({ successors }) => successors.flatMap((label) => this.numberOf(label) ?? []));
    const predecessors: number[][] = this.blocks.map(() => []);
    for (const [from, targets] of this.#successors.entries()) for (const to of targets) predecessors[to]?.push(from);
    this.#predecessors = predecessors;
    this.#dominators = through(this.#predecessors, (number) => number === 0);
    this.#followers = through(this.#successors, (number) => this.#successors[number]?.length === 0);
  }

  numberOf(label: string): number | undefined {
    return this.#numbers.get(label);
  }

  /** Returns the number of the block that a line is in. */
  blockAt(line: number): number {
    return this.#blockAt[line] ?? 0;
  }

  /** True if every way to `later` goes through `earlier`, or both are the same. */
  dominates(earlier: number, later: number): boolean {
    return this.#dominators[later]?.has(earlier) === true;
  }

  /** True if every way from `earlier` to an end of the function goes through `later`, or both are the same. */
  isFollowed(earlier: number, later: number): boolean {
    return this.#followers[earlier]?.has(later) === true;
  }

  /** True if every way to a block goes along an edge. */
  leadsTo({ from, to }: Edge, block: number): boolean {
    return this.#predecessors[to]?.every((other) => other === from) === true && this.dominates(to, block);
  }

  /** Returns the first block that every way from a block leads to; `null` if there is none. */
  meeting(block: number): number | null {
    const after = [...(this.#followers[block] ?? [])].filter((number) => number !== block);
    return after.find((number) => after.every((other) => this.#followers[number]?.has(other))) ?? null;
  }

  /** Returns the blocks between a block and one where its ways meet, without either unless a loop leads back. */
  between(block: number, end: number | null): Set<number> {
    const found = new Set<number>();
    const todo = [...(this.#successors[block] ?? [])];
    for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
      if (next === end || found.has(next)) continue;
      found.add(next);
      todo.push(...(this.#successors[next] ?? []));
    }
    return found;
  }
}

/**
 * Returns for each block the blocks that every way goes through that reaches it along `before`.
 * @param begins - true for blocks where ways begin
 */
function through(before: readonly (readonly number[])[], begins: (number: number) => boolean): Set<number>[] {
  const all = before.map((_, number) => number);
  const found = all.map((number) => new Set(begins(number) ? [number] : all));
  for (let changed = true; changed; ) {
    changed = false;
    for (const [number, others] of before.entries()) {
      if (begins(number)) continue;
      const [first = [], ...rest] = others.map((other) => found[other] ?? []);
      const common = new Set([...first].filter((each) => rest.every((other) => (other as Set<number>).has(each))));
      common.add(number);
      if (common.size === found[number]?.size) continue;
      found[number] = common;
      changed = true;
    }
  }
  return found;
}
