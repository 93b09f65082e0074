import type { AssignmentSpec } from '../../../spec/index.ts';
import type { Candidate } from '../trial.ts';

/** A program that does something simple in the place of the exercise, and must not pass. */
export interface Impostor extends Candidate {
  /** What it does, e.g. `writes zero everywhere`. */
  readonly does: string;
}

/**
 * @param constant - a value that many outputs have: the likeliest to pass
 * @returns null where the parameters do not let such programs be written
 */
export type ImpostorGenerator = (spec: AssignmentSpec, constant: number) => Impostor[] | null;
