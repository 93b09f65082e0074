import { isTerminator, type Line, labelsOf, UnreadIr } from './read/index.ts';

/** Basic blocks of a function body, and the loops among them. Line numbers count from the body's first line. */
export interface Block {
  readonly label: string;
  /** First line after the label. */
  readonly start: number;
  /** First line of the terminator. */
  readonly terminator: number;
  readonly end: number;
  readonly successors: readonly string[];
}

const known = new WeakMap<readonly Line[], readonly Block[]>();

/** Returns the blocks of a body: those of one that was asked for before are kept. */
export function blocksOf(body: readonly Line[]): readonly Block[] {
  const found = known.get(body);
  if (found) return found;
  const blocks = findBlocks(body);
  known.set(body, blocks);
  return blocks;
}

function findBlocks(body: readonly Line[]): Block[] {
  const blocks: Block[] = [];
  let label = '';
  let start = 0;
  const finish = (end: number) => {
    let terminator = start;
    for (let i = start; i < end; i++) {
      const line = body[i];
      if (line && isTerminator(line)) terminator = i;
    }
    const successors = targetsOf(body, terminator, end);
    blocks.push({ label, start, terminator, end, successors: [...new Set(successors)] });
  };
  for (const [i, line] of body.entries()) {
    if (line.kind !== 'label') continue;
    if (i > 0) finish(i);
    label = line.name;
    start = i + 1;
  }
  finish(body.length);
  return blocks;
}

/** Returns the labels that lines name, each as often as it is named. */
export function targetsOf(body: readonly Line[], from: number, to: number): string[] {
  return body.slice(from, to).flatMap((line) => labelsOf(line).map(({ name }) => name));
}

/** Returns the names of values that lines use. */
export function usesOf(body: readonly Line[], from: number, to: number): string[] {
  return body.slice(from, to).flatMap(({ uses }) => uses);
}

export interface BackEdge {
  readonly from: Block;
  readonly to: Block;
}

/** Edges to a block that is on the path from the entry: every cycle has at least one (depth-first search). */
export function backEdges(blocks: readonly Block[]): BackEdge[] {
  const byLabel = new Map(blocks.map((block) => [block.label, block]));
  const state = new Map<Block, 'open' | 'done'>();
  const edges: BackEdge[] = [];
  const entry = blocks[0];
  if (!entry) return edges;
  const path: { block: Block; next: number }[] = [{ block: entry, next: 0 }];
  state.set(entry, 'open');
  for (let top = path.at(-1); top; top = path.at(-1)) {
    const label = top.block.successors[top.next++];
    if (label === undefined) {
      state.set(top.block, 'done');
      path.pop();
      continue;
    }
    const target = byLabel.get(label);
    if (!target) throw new UnreadIr('a block', label);
    if (state.get(target) === 'open') edges.push({ from: top.block, to: target });
    else if (!state.has(target)) {
      state.set(target, 'open');
      path.push({ block: target, next: 0 });
    }
  }
  return edges;
}
