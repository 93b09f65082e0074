import type { EntryArgument, RunRequest } from '../../host/index.ts';
import { drawnFromRandom } from '../../simulator/index.ts';
import {
  type Assignment,
  type AssignmentSpec,
  type Distribution,
  elementBytes,
  encodeElements,
  inputParameters,
  isFloatType,
  isStructure,
} from '../../spec/index.ts';
import { inputsOf } from './inputs.ts';
import type { PlannedCase } from './plan-cases.ts';
import { hash32 } from './seed.ts';

/** Values of this many bits or fewer repeat so often in an input that two runs do not tell their places apart. */
const FEW_BITS = 16;
const RUNS = { wide: 2, narrow: 4 } as const;

/** Returns the inputs of a case as host code meets them: sizes and kind are the case's, values are not. */
export async function decoyArguments(
  assignment: Assignment,
  plan: PlannedCase,
  { args }: Pick<RunRequest, 'args'>,
  number: number,
): Promise<readonly EntryArgument[]> {
  const { spec } = assignment;
  const decoy = decoyPlan(spec, plan, number);
  const inputs = await inputsOf(assignment, decoy, () => {
    throw new Error('a decoy is not read from a file');
  });
  const types = new Map(inputParameters(spec.entry).map(({ name, type }) => [name, type]));
  return args.map((argument) => {
    const elements = inputs[argument.name];
    const type = types.get(argument.name);
    if (!elements || !type) return argument;
    if (argument.kind === 'input') {
      const bytes = encodeElements(type, elements);
      refuseVarying(argument.name, decoy.inputs[argument.name], plan, [argument.bytes, bytes]);
      return { ...argument, bytes };
    }
    return argument.kind === 'output' ? { ...argument, initial: encodeElements(type, elements) } : argument;
  });
}

/** @throws AssignmentError if an input that must be the same in each draw differs */
function refuseVarying(
  name: string,
  distribution: Distribution | undefined,
  { files }: PlannedCase,
  [own, other]: readonly [Uint8Array, Uint8Array],
): void {
  const isFixed = distribution?.distribution === 'generate' && isStructure(distribution) && files[name] === undefined;
  if (!isFixed || (own.length === other.length && own.every((byte, at) => byte === other[at]))) return;
  throw drawnFromRandom(name);
}

/** Returns a case of the same sizes and kind, whose inputs are generated from another seed and are in no file. */
export function decoyPlan(spec: AssignmentSpec, plan: PlannedCase, number: number): PlannedCase {
  const inputSeed = hash32(`decoy\n${number}\n${plan.inputSeed}`);
  return { ...plan, visible: false, drawn: true, files: {}, inputSeed, inputs: decoyDistributions(spec, plan) };
}

/** Returns how many decoys tell moved elements from each other. */
export function decoyRuns(spec: AssignmentSpec, plan: PlannedCase): number {
  const narrow = inputParameters(spec.entry).some((parameter) => {
    if (8 * elementBytes(parameter.type) <= FEW_BITS) return true;
    const distribution = decoyDistributions(spec, plan)[parameter.name] ?? spec.inputs[parameter.name];
    const isWhole = !isFloatType(parameter.type);
    if (isWhole && distribution?.distribution === 'generate') return true;
    return (
      isWhole &&
      distribution !== undefined &&
      'min' in distribution &&
      distribution.max - distribution.min < 2 ** FEW_BITS
    );
  });
  return narrow ? RUNS.narrow : RUNS.wide;
}

/** A constant tells host code what is judged: a decoy of it varies. */
function decoyDistributions(spec: AssignmentSpec, plan: PlannedCase): Record<string, Distribution> {
  const all = { ...spec.inputs, ...plan.inputs };
  return Object.fromEntries(
    Object.entries(all).map(([name, distribution]) => {
      if (distribution.distribution !== 'constant' || isStructure(distribution)) return [name, distribution];
      const own = spec.inputs[name];
      if (own && own.distribution !== 'constant') return [name, own];
      return [name, { distribution: 'uniform', min: distribution.value, max: distribution.value + 1 }];
    }),
  );
}
