import { memoryOf } from './instruction.ts';
import { type Line, namesIn } from './read/index.ts';

/**
 * Lines that load what a compare-and-swap of the same place then expects: `old = *p; do … while (atomicCAS(p, old, …))`.
 * The swap notices if the value has changed meanwhile, so such a load is no race with other atomic operations, plain as
 * it is.
 */
export function expectedLoads(body: readonly Line[]): Set<number> {
  const found = new Set<number>();
  const swaps = body.filter((line) => line.kind === 'cmpxchg');
  if (swaps.length === 0) return found;
  const definitions = new Map<string, number>();
  for (const [at, line] of body.entries()) {
    if (line.result !== null) definitions.set(line.result, at);
  }
  for (const { pointer, expected } of swaps) {
    const seen = new Set<string>();
    const todo = namesIn(expected);
    for (let value = todo.pop(); value !== undefined; value = todo.pop()) {
      const at = definitions.get(value);
      if (at === undefined || seen.has(value)) continue;
      seen.add(value);
      const line = body[at];
      const memory = line ? memoryOf(line) : null;
      if (memory?.kind === 'load' && memory.pointer.text === pointer.text) found.add(at);
      else if (line && keepsBits(line)) todo.push(...line.uses);
    }
  }
  return found;
}

/** True if the line passes a value on as it is. */
function keepsBits(line: Line): boolean {
  if (line.kind === 'simple') return line.operation === 'bitcast' || line.operation === 'insertvalue';
  return line.kind === 'phi' || line.kind === 'freeze' || line.kind === 'select';
}
