import type { AssignmentSpec, Dims, ElementArray, ElementArrays } from '../../spec/index.ts';
import type { Checked, SimulatorModule } from '../assignment.ts';
import { callCheck, type PlacedObjection } from '../check.ts';
import { callGenerate, type GenerateRequest } from '../generate.ts';
import { callExpected } from '../plain-loop.ts';

/** The parts of a specification that a call needs. */
export type CodeSpec = Pick<AssignmentSpec, 'entry' | 'scalars' | 'comparison'>;

/** A call of a function of `simulator.ts`, as data. */
export type CodeCall =
  | { readonly call: 'expected'; readonly inputs: ElementArrays; readonly dims: Dims; readonly name?: string }
  | { readonly call: 'check'; readonly checked: Omit<Checked, 'dims'>; readonly dims: Dims; readonly name?: string }
  | { readonly call: 'generate'; readonly request: GenerateRequest };

/** The values that the calls return. */
export interface CodeAnswers {
  readonly expected: Readonly<Record<string, Float64Array>>;
  readonly check: readonly PlacedObjection[];
  readonly generate: Readonly<Record<string, ElementArray>>;
}

/** Makes a call in this thread. */
export function perform(spec: CodeSpec, module: SimulatorModule, call: CodeCall): CodeAnswers[CodeCall['call']] {
  switch (call.call) {
    case 'expected':
      return callExpected(spec, module, call.inputs, call.dims, call.name);
    case 'check':
      return callCheck(spec, module, call.checked, call.dims, call.name);
    case 'generate':
      return callGenerate(spec, module, call.request);
  }
}
