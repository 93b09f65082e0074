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

export function parseBlocks(body: readonly string[]): Block[] {
  const blocks: Block[] = [];
  let label = '';
  let start = 0;
  const finish = (end: number) => {
    let terminator = start;
    for (let i = start; i < end; i++) {
      if (/^\s+(?:br|switch|ret|unreachable|indirectbr|resume|invoke|callbr)\b/.test(body[i] ?? '')) terminator = i;
      else if (/^\s+%\S+ = (?:invoke|callbr)\b/.test(body[i] ?? '')) terminator = i;
    }
    const text = body.slice(terminator, end).join('\n');
    const successors = [...text.matchAll(/\blabel (%(?:"[^"]*"|[-\w.$]+))/g)].map((match) => name(match[1] ?? ''));
    blocks.push({ label, start, terminator, end, successors: [...new Set(successors)] });
  };
  for (const [i, line] of body.entries()) {
    const match = /^("[^"]*"|[-\w.$]+):/.exec(line);
    if (!match) continue;
    if (i > 0) finish(i);
    label = name(match[1] ?? '');
    start = i + 1;
  }
  finish(body.length);
  return blocks;
}

function name(text: string): string {
  return text.replace(/^%/, '').replace(/^"(.*)"$/, '$1');
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
    if (!target) throw new MalformedIr(`no block ${label} in IR`);
    if (state.get(target) === 'open') edges.push({ from: top.block, to: target });
    else if (!state.has(target)) {
      state.set(target, 'open');
      path.push({ block: target, next: 0 });
    }
  }
  return edges;
}

import { MalformedIr } from './malformed.ts';
