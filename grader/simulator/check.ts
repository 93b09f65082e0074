import { AssignmentError, messageOf } from '../platform/index.ts';
import { type AssignmentSpec, comparisonOf, type Dims, outputParameters } from '../spec/index.ts';
import type { Checked, Objection, SimulatorModule } from './assignment.ts';
import { aboutCase, placeOf } from './plain-loop.ts';

/** An objection whose output is known. */
export interface PlacedObjection {
  readonly output: string;
  /** Flat index of an element; `null` if it is about the whole output. */
  readonly at: number | null;
  readonly message: string;
}

/** Objections that are kept of one case, and characters of one message. */
const MOST = { objections: 100, characters: 300 } as const;

/**
 * Calls `check` of `simulator.ts` on what a program left in the outputs.
 * @returns the objections; none if the outputs are right
 * @throws AssignmentError if it throws or returns something else: a mistake of the assignment
 */
export function callCheck(
  spec: Pick<AssignmentSpec, 'entry' | 'scalars' | 'comparison'>,
  module: Pick<SimulatorModule, 'check'>,
  checked: Omit<Checked, 'dims'>,
  dims: Dims,
  name?: string,
): PlacedObjection[] {
  const about = aboutCase(dims, name);
  const judged = outputParameters(spec.entry).filter((output) => comparisonOf(spec, output.name).as === 'check');
  const [first] = judged;
  if (!first) return [];
  if (typeof module.check !== 'function') {
    throw new AssignmentError(
      `simulator.ts does not export check, and assignment.yaml says that it judges ${first.name}.`,
    );
  }
  let returned: unknown;
  try {
    returned = module.check({ ...checked, dims: { ...spec.scalars, ...dims } });
  } catch (error) {
    throw new AssignmentError(`check of simulator.ts failed${about}: ${messageOf(error)}${placeOf(error)}.`, {
      cause: error,
    });
  }
  const wrong = (found: string): AssignmentError =>
    new AssignmentError(
      `check of simulator.ts must return null for right outputs, or what is wrong${about}: expected a text, { output, at, message } or an array of them; found ${found}.`,
    );
  if (returned === null) return [];
  const list: readonly unknown[] = Array.isArray(returned) ? returned : [returned];
  return list.slice(0, MOST.objections).map((one): PlacedObjection => {
    if (typeof one === 'string' && one !== '') return { output: first.name, at: null, message: shortened(one) };
    if (!isObjection(one)) throw wrong(one instanceof Promise ? 'a promise' : (JSON.stringify(one) ?? String(one)));
    const { output = first.name, at, message } = one;
    if (!judged.some((candidate) => candidate.name === output)) {
      throw wrong(`the output ${JSON.stringify(output)}, which check does not judge`);
    }
    const length = checked.outputs[output]?.length ?? 0;
    if (at !== undefined && !(Number.isInteger(at) && at >= 0 && at < length)) {
      throw wrong(`at: ${at}, and ${output} has ${length} elements`);
    }
    return { output, at: at ?? null, message: shortened(message) };
  });
}

function isObjection(value: unknown): value is Objection {
  if (typeof value !== 'object' || value === null) return false;
  const { output, at, message } = value as Partial<Record<keyof Objection, unknown>>;
  return (
    typeof message === 'string' &&
    message !== '' &&
    (at === undefined || typeof at === 'number') &&
    (output === undefined || typeof output === 'string')
  );
}

/** One line, and not a long one. */
function shortened(message: string): string {
  const line = message.replace(/\s+/g, ' ').trim();
  return line.length > MOST.characters ? `${line.slice(0, MOST.characters - 3)}...` : line;
}
