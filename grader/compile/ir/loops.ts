import type { SourcePosition } from '../program.ts';
import { backEdges, parseBlocks } from './blocks.ts';
import type { DebugInfo } from './debug.ts';
import type { Places } from './places.ts';

export interface Step {
  readonly kind: 'loop' | 'entry';
  /** Body line before which the step is taken. */
  readonly line: number;
  readonly position: SourcePosition | null;
}

/** Where a function takes a step of the budget: at the target of each loop's back-edge, and at its entry if it may recurse. */
export function stepsOf(body: readonly string[], places: Places, debug: DebugInfo, mayRecurse: boolean): Step[] {
  const blocks = parseBlocks(body);
  const steps = new Map<number, Step>();
  const add = (kind: Step['kind'], start: number, position: () => SourcePosition | null) => {
    let line = start;
    while (/^\s+%\S+ = (?:phi|alloca) /.test(body[line] ?? '')) line++;
    if (!steps.has(line)) steps.set(line, { kind, line, position: position() });
  };
  const entry = blocks[0]?.start ?? 0;
  if (mayRecurse) add('entry', entry, () => places.position(entry));
  for (const { from, to } of backEdges(blocks)) {
    const terminator = body.slice(from.terminator, from.end).join('\n');
    const loop = /!llvm\.loop !(\d+)/.exec(terminator)?.[1];
    add('loop', to.start, () => (loop ? debug.loopStart(loop) : null) ?? places.position(from.terminator));
  }
  return [...steps.values()];
}
