import type { SourcePosition } from '../program.ts';
import { backEdges, blocksOf } from './blocks.ts';
import type { DebugInfo } from './debug.ts';
import type { Places } from './places.ts';
import { attached, type Line } from './read/index.ts';

export interface Step {
  readonly kind: 'loop' | 'entry';
  /** Body line before which the step is taken. */
  readonly line: number;
  readonly position: SourcePosition | null;
}

/** Where a function takes a step of the budget: at the target of each loop's back-edge, and at its entry if it may recurse. */
export function stepsOf(body: readonly Line[], places: Places, debug: DebugInfo, mayRecurse: boolean): Step[] {
  const blocks = blocksOf(body);
  const steps = new Map<number, Step>();
  const add = (kind: Step['kind'], start: number, position: () => SourcePosition | null) => {
    let line = start;
    while (body[line]?.kind === 'phi' || body[line]?.kind === 'alloca') line++;
    if (!steps.has(line)) steps.set(line, { kind, line, position: position() });
  };
  const entry = blocks[0]?.start ?? 0;
  if (mayRecurse) add('entry', entry, () => places.position(entry));
  for (const { from, to } of backEdges(blocks)) {
    const loops = body.slice(from.terminator, from.end).flatMap((line) => attached(line, 'llvm.loop') ?? []);
    add('loop', to.start, () => (loops[0] ? debug.loopStart(loops[0]) : null) ?? places.position(from.terminator));
  }
  return [...steps.values()];
}
