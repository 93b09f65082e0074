import type { AssignmentSpec } from '../../../spec/index.ts';
import type { Candidate } from '../trial.ts';
import { devicePointers } from './device-pointers.ts';
import { host } from './host.ts';
import { kernel } from './kernel.ts';
import { torch } from './torch.ts';

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

/** By `entry.style`. */
const GENERATORS: Readonly<Record<AssignmentSpec['entry']['style'], ImpostorGenerator>> = {
  'device-pointers': devicePointers,
  host,
  kernel,
  torch,
};

/** @returns null where programs for these parameters cannot be generated: then nothing is proven */
export function impostorsOf(spec: AssignmentSpec, constant: number): Impostor[] | null {
  return GENERATORS[spec.entry.style](spec, constant);
}
