import { args, type Call, type Translation } from './call.ts';
import type { Surroundings } from './operators.ts';
import { NumbaProblem } from './problem.ts';
import { cNumber, type NumberName } from './types.ts';
import { numeric, type Value, whole } from './value.ts';

/** Returns C++ that takes the next number of a generator. The accesses stand in the line of the program. */
function nextOf(call: Call, around: Surroundings): string {
  const [states, index] = args(call, around, 2) as [Value, Value];
  if (states.type.kind !== 'states') {
    throw new NumbaProblem(
      call.node,
      `the first argument of \`${call.text}\` is what \`create_xoroshiro128p_states\` returned`,
    );
  }
  const place = `${states.code}.data + 2 * ${whole(index, call.node, 'the index')}`;
  return (
    `[&] { unsigned long long* const numba_state = ${place}; ` +
    'const unsigned long long numba_a = numba_state[0], numba_b = numba_state[1]; ' +
    'numba_state[0] = numba::first_state(numba_a, numba_b); numba_state[1] = numba::second_state(numba_a, numba_b); ' +
    'return numba_a + numba_b; }()'
  );
}

/** Translates numbers between 0 and 1. */
export function uniform(name: NumberName): Translation {
  return (call, around) => numeric(name, `(${cNumber(name)})numba::unit(${nextOf(call, around)})`);
}

/** Translates normally distributed numbers: the transform of Box and Muller takes two uniform ones of float32. */
export function normal(name: NumberName): Translation {
  return (call, around) => {
    const one = `(float)numba::unit(${nextOf(call, around)})`;
    const type = cNumber(name);
    return numeric(
      name,
      `[&] { const ${type} numba_u = ${one}; const ${type} numba_v = ${one}; return numba::normal(numba_u, numba_v); }()`,
    );
  };
}
