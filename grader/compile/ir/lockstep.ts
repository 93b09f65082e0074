import { backEdges, blocksOf } from './blocks.ts';
import { memoryOf } from './instruction.ts';
import { Pointers } from './pointers.ts';
import { calleeOf, IrFunction, IrModule, type Line, readLine } from './read/index.ts';
import { loopOf } from './spins.ts';

const WAIT = '  call void @__emu_lockstep(i32 0)';

/**
 * Lets the lanes of a warp reach each access through `volatile` to shared memory together, as code from before Volta expects
 * it. `__emu_lockstep(site)` waits until no other lane of the warp can go on. It orders nothing: races are reported as before.
 * Lanes that leave out a part of a loop wait at its end, so that none is an iteration ahead.
 * @param shared - symbols of shared memory
 * @param polled - accesses that a spinning loop waits for, which stay as they are
 */
export function markLockstep(
  module: IrModule,
  shared: ReadonlySet<string>,
  polled: ReadonlySet<Line>,
): { readonly module: IrModule; readonly waits: boolean } {
  let waits = false;
  const entities = module.entities.map((entity) => {
    if (entity.kind !== 'function' || !entity.body.some(isVolatile)) return entity;
    const { header, body } = entity;
    const pointers = new Pointers(header, body, module.types);
    const isShared = (line: Line): boolean => {
      const memory = isVolatile(line) && !polled.has(line) ? memoryOf(line) : null;
      if (!memory || memory.kind === 'copy') return false;
      const roots = [...pointers.roots(memory.pointer)];
      return roots.length > 0 && roots.every((root) => shared.has(root));
    };
    const before = new Set(body.flatMap((line, at) => (isShared(line) ? [at] : [])));
    if (before.size === 0) return entity;
    waits = true;
    for (const at of loopEnds(body, before)) before.add(at);
    const lines = body.flatMap((line, at) => (before.has(at) ? [readLine(WAIT), line] : [line]));
    return new IrFunction(header, { lines });
  });
  return { module: waits ? new IrModule(entities) : module, waits };
}

function isVolatile(line: Line): boolean {
  return (line.kind === 'load' || line.kind === 'store') && line.volatile && line.orders.length === 0;
}

/** Returns the lines that end an iteration of a loop with one of these lines. */
function loopEnds(body: readonly Line[], lines: ReadonlySet<number>): number[] {
  const blocks = blocksOf(body);
  return backEdges(blocks).flatMap(({ from, to }) => {
    const loop = [...(loopOf(to, new Set([from]), blocks) ?? [])];
    const has = (test: (at: number) => boolean) =>
      loop.some(({ start, end }) => {
        for (let at = start; at < end; at++) if (test(at)) return true;
        return false;
      });
    const spins = (at: number) => {
      const line = body[at];
      return line !== undefined && calleeOf(line) === '__emu_spin';
    };
    return has((at) => lines.has(at)) && !has(spins) ? [from.terminator] : [];
  });
}
