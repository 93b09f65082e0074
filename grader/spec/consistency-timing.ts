import { checkFile, unknownName } from './consistency-common.ts';
import type { Complaint, Draft, Siblings } from './draft.ts';
import { basicTypes, isBasicType } from './elements.ts';
import { extentNames, integerScalars } from './entry.ts';
import type { AssignmentSpec, Tier } from './schema.ts';

type Timing = NonNullable<AssignmentSpec['timing']>;

/** Points of the check where the rubric says nothing. */
const DEFAULT_POINTS = 10;

/** The distributions that the GPU draws for timed runs. */
const ON_GPU: ReadonlySet<string> = new Set(['uniform', 'constant', 'image']);

export function checkTiming({ entry, expected, inputs, rubric, timing }: Draft, siblings: Siblings): Complaint[] {
  if (timing === null || timing === undefined) return [];
  const complaints = checkFile(timing.baseline, ['timing', 'baseline'], siblings);
  if (timing.reference !== undefined && !isStudentsCopy(timing, siblings)) {
    complaints.push(...checkFile(timing.reference, ['timing', 'reference'], siblings));
  }
  if (entry !== null) complaints.push(...checkOperations(entry, timing), ...checkTimedArrays(entry));
  for (const [name, { distribution, ...rest }] of Object.entries(inputs ?? {})) {
    const isFixed = 'structure' in rest && rest.structure === true;
    if (ON_GPU.has(distribution) && !isFixed) continue;
    complaints.push({
      path: ['inputs', name, isFixed ? 'structure' : 'distribution'],
      problem: 'an assignment with `timing` cannot have this input: the GPU draws the inputs of timed runs',
      expected: 'uniform, constant or image here (cases can have their own `inputs`), or no `timing`',
      found: isFixed ? 'structure: true' : distribution,
    });
  }
  timing.tiers.forEach((tier, index) => {
    complaints.push(
      ...checkPoints(tier, index, timing.tiers, rubric?.speedup ?? DEFAULT_POINTS),
      ...checkThreshold(tier, index, timing.tiers),
      ...checkMeans(tier, index, timing, expected?.operation ?? null),
    );
  });
  return complaints;
}

/**
 * A copy for students is the folder without its `submissions/`. Its solution to compare with is missing there, and
 * missed by nothing: thresholds that need one make the specification unsound without it.
 */
export function isStudentsCopy({ reference, tiers }: Timing, siblings: Siblings): boolean {
  return (
    reference?.startsWith('submissions/') === true &&
    siblings('submissions') === null &&
    tiers.every(({ minReferenceRatio }) => minReferenceRatio === undefined)
  );
}

function checkOperations(entry: AssignmentSpec['entry'], { operations }: Timing): Complaint[] {
  if (operations === undefined) return [];
  const known = integerScalars(entry).map(({ name }) => name);
  return extentNames(operations)
    .filter((name) => !known.includes(name))
    .map((name) => unknownName(name, known, 'an integer scalar parameter', ['timing', 'operations']));
}

/** The GPU draws inputs and poisons outputs with kernels of the grader, which know the basic types. */
function checkTimedArrays(entry: AssignmentSpec['entry']): Complaint[] {
  return entry.parameters.flatMap((parameter, index): Complaint[] => {
    if (!('shape' in parameter) || (isBasicType(parameter.type) && parameter.role !== 'inout')) return [];
    const isChanged = parameter.role === 'inout';
    return [
      {
        path: ['entry', 'parameters', index, isChanged ? 'role' : 'type'],
        problem: `an assignment with \`timing\` cannot have this array: ${isChanged ? 'each round would change its own input' : `no GPU kernel of the grader draws ${parameter.type}`}`,
        expected: isChanged ? 'input or output, or no `timing`' : `${basicTypes.join(', ')}, or no \`timing\``,
        found: isChanged ? parameter.role : (parameter.vector ?? parameter.type),
      },
    ];
  });
}

/** Names are unique; points fall from tier to tier and begin with no more than the check has. */
function checkPoints(tier: Tier, index: number, tiers: readonly Tier[], limit: number): Complaint[] {
  const path = ['timing', 'tiers', index];
  const complaints: Complaint[] = [];
  if (tier.points > limit) {
    complaints.push({
      path: [...path, 'points'],
      problem: `the tier ${tier.name} gives more points than the check speedup has`,
      expected: `at most ${limit}`,
      found: String(tier.points),
    });
  }
  if (tiers.findIndex(({ name }) => name === tier.name) !== index) {
    complaints.push({ path: [...path, 'name'], problem: 'two tiers have the same name', found: tier.name });
  }
  const better = tiers[index - 1];
  if (better && tier.points >= better.points) {
    complaints.push({
      path: [...path, 'points'],
      problem: `the tier ${tier.name} gives no fewer points than ${better.name}, which stands before it`,
      expected: `the best tier first, here fewer than ${better.points}`,
      found: String(tier.points),
    });
  }
  return complaints;
}

/** Of two tiers that ask for the same thing, the better one asks for more. */
function checkThreshold(tier: Tier, index: number, tiers: readonly Tier[]): Complaint[] {
  const { key, value } = thresholdOf(tier);
  const better = tiers.slice(0, index).findLast((other) => other[key] !== undefined);
  const limit = better?.[key];
  if (!better || limit === undefined || value < limit) return [];
  return [
    {
      path: ['timing', 'tiers', index, key],
      problem: `the tier ${tier.name} asks for no less than ${better.name}, which gives more points`,
      expected: `less than ${limit}`,
      found: String(value),
    },
  ];
}

/** What a threshold is compared with has to be there. */
function checkMeans(tier: Tier, index: number, timing: Timing, operation: string | null): Complaint[] {
  const path = ['timing', 'tiers', index];
  if (tier.minReferenceRatio !== undefined && timing.reference === undefined) {
    return [
      {
        path: [...path, 'minReferenceRatio'],
        problem: `the tier ${tier.name} is about a reference, and there is none`,
        expected: 'its file as `timing.reference`',
        example: 'reference: reference.cu',
      },
    ];
  }
  if (tier.minPeak !== undefined && timing.operations === undefined && operation === 'simulator') {
    return [
      {
        path: [...path, 'minPeak'],
        problem: `the tier ${tier.name} is about operations a second, and their number is not known`,
        expected: 'it as `timing.operations`',
        example: 'operations: 2*h*w*k',
      },
    ];
  }
  return [];
}

const KEYS = ['minRatio', 'minReferenceRatio', 'minBandwidth', 'minPeak'] as const;

function thresholdOf(tier: Tier): { readonly key: (typeof KEYS)[number]; readonly value: number } {
  for (const key of KEYS) {
    const value = tier[key];
    if (value !== undefined) return { key, value };
  }
  return { key: 'minRatio', value: Number.POSITIVE_INFINITY };
}
