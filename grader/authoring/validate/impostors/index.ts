import { type AssignmentSpec, asHostFunction } from '../../../spec/index.ts';
import { devicePointers } from './device-pointers.ts';
import { host } from './host.ts';
import type { Impostor, ImpostorGenerator } from './impostor.ts';
import { kernel } from './kernel.ts';
import { torch } from './torch.ts';

/** By `entry.style`. */
const GENERATORS: Readonly<Record<AssignmentSpec['entry']['style'], ImpostorGenerator>> = {
  'device-pointers': devicePointers,
  host,
  kernel,
  torch,
  program: (spec, constant) => host(asHostFunction(spec), constant),
};

/** @returns null where programs for these parameters cannot be generated: then nothing is proven */
export function impostorsOf(spec: AssignmentSpec, constant: number): Impostor[] | null {
  return GENERATORS[spec.entry.style](spec, constant);
}
