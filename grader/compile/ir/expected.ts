import { parseMemory } from './instruction.ts';
import { valuesIn } from './slice.ts';

/**
 * Lines that load what a compare-and-swap of the same place then expects: `old = *p; do … while (atomicCAS(p, old, …))`.
 * The swap notices if the value has changed meanwhile, so such a load is no race with other atomic operations, plain as
 * it is.
 */
export function expectedLoads(body: readonly string[]): Set<number> {
  const found = new Set<number>();
  const swaps = body.flatMap((line) => {
    const swap = SWAP.exec(line);
    return swap ? [{ pointer: swap[1] ?? '', expected: swap[2] ?? '' }] : [];
  });
  if (swaps.length === 0) return found;
  const definitions = new Map<string, number>();
  for (const [at, line] of body.entries()) {
    const result = /^\s+(%(?:"[^"]*"|[-\w.$]+)) = /.exec(line)?.[1];
    if (result) definitions.set(result, at);
  }
  for (const { pointer, expected } of swaps) {
    const seen = new Set<string>();
    const todo = valuesIn(expected);
    for (let value = todo.pop(); value !== undefined; value = todo.pop()) {
      const at = definitions.get(value);
      if (at === undefined || seen.has(value)) continue;
      seen.add(value);
      const line = body[at] ?? '';
      const memory = parseMemory(line);
      if (memory?.kind === 'load' && memory.pointer === pointer) found.add(at);
      else if (SAME_BITS.test(line)) todo.push(...valuesIn(line.slice(line.indexOf(' = ') + 3)));
    }
  }
  return found;
}

const SWAP = / = cmpxchg (?:weak )?(?:volatile )?ptr (\S+), \S+ (\S+), /;
/** What passes a value on as it is. */
const SAME_BITS = / = (?:phi|bitcast|freeze|select|insertvalue) /;
