import { createHash } from 'node:crypto';
import { keyOf, type Mutant } from './mutants.ts';

/**
 * At most `max` of the mutants, as many of each operator as can be: each operator in turn gives one, drawn by the seed.
 * @returns them in the order in which they were given
 */
export function sample(mutants: readonly Mutant[], max: number, seed: string): Mutant[] {
  if (mutants.length <= max) return [...mutants];
  const strata = new Map<string, Mutant[]>();
  for (const mutant of mutants) strata.set(mutant.operator, [...(strata.get(mutant.operator) ?? []), mutant]);
  const rank = new Map(mutants.map((mutant) => [mutant, drawn(seed, mutant)]));
  const queues = [...strata.values()].map((members) =>
    members.sort((a, b) => ((rank.get(a) ?? '') < (rank.get(b) ?? '') ? -1 : 1)),
  );
  const chosen = new Set<Mutant>();
  for (let round = 0; chosen.size < max; round++) {
    for (const queue of queues) {
      const mutant = queue[round];
      if (mutant && chosen.size < max) chosen.add(mutant);
    }
  }
  return mutants.filter((mutant) => chosen.has(mutant));
}

function drawn(seed: string, mutant: Mutant): string {
  return createHash('sha256')
    .update(`${seed}\0${keyOf(mutant)}`)
    .digest('hex');
}
