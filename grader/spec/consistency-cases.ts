import { ASSIGNMENT_LIMITS } from '../limits/index.ts';
import { checkDistribution, checkFile, listed, unknownName } from './consistency-common.ts';
import type { Complaint, Draft, Siblings } from './draft.ts';
import { elementBytes, integerRange } from './elements.ts';
import {
  bufferBytes,
  type Dims,
  extents,
  floatScalars,
  inputParameters,
  integerScalars,
  outputParameters,
} from './entry.ts';
import type { AssignmentSpec } from './schema.ts';

type Entry = AssignmentSpec['entry'];

/** Visible and hidden cases, and the size that is timed: names, dimensions, files and memory. */
export function checkCases(entry: Entry, draft: Draft, siblings: Siblings): Complaint[] {
  const complaints: Complaint[] = [];
  const names = new Set<string>();
  const name = (given: string, path: Complaint['path']): void => {
    if (names.has(given)) {
      complaints.push({ path, problem: 'two cases have the same name', expected: 'a name for each', found: given });
    }
    names.add(given);
  };
  draft.cases.forEach((item, index) => {
    if (item === null) return;
    const path = ['cases', index];
    name(item.name, [...path, 'name']);
    const complete = checkDims(entry, item.dims, [...path, 'dims']);
    complaints.push(...complete);
    if (complete.length === 0) complaints.push(...checkMemory(entry, item.dims, draft, [...path, 'dims']));
    const dims = complete.length === 0 ? item.dims : null;
    complaints.push(...checkScalars(entry, Object.keys(item.scalars ?? {}), [...path, 'scalars']));
    complaints.push(...checkReplacedInputs(entry, item.inputs ?? {}, [...path, 'inputs']));
    complaints.push(...checkInputFiles(entry, item.files ?? {}, dims, [...path, 'files'], siblings));
  });
  for (const key of ['hidden', 'practice'] as const) {
    // A hidden range and one for practice can have the same name: cases are drawn from one of the two lists.
    const before = new Set(names);
    draft[key].forEach((item, index) => {
      if (item === null) return;
      const path = [key, index];
      complaints.push(...checkRange(entry, item, path, draft));
      for (const given of drawnNames(item)) name(given, [...path, 'name']);
    });
    names.clear();
    for (const one of before) names.add(one);
  }
  if (draft.timing) complaints.push(...checkDims(entry, draft.timing.dims, ['timing', 'dims']));
  complaints.push(...checkLargest(entry, draft));
  return complaints;
}

type Range = AssignmentSpec['hidden'][number];

/** Returns the names of the cases of a range: one that is drawn several times numbers them. */
function drawnNames({ name, count }: Range): string[] {
  return count === 1 ? [name] : Array.from({ length: count }, (_, number) => `${name}-${number + 1}`);
}

function checkRange(entry: Entry, item: Range, path: Complaint['path'], draft: Draft): Complaint[] {
  const largest = Object.fromEntries(Object.entries(item.dims).map(([key, range]) => [key, Math.max(...range)]));
  const complete = checkDims(entry, largest, [...path, 'dims']);
  const empty = Object.entries(item.dims).filter(([, [low, high]]) => low > high);
  return [
    ...complete,
    ...empty.map(
      ([key, [low, high]]): Complaint => ({
        path: [...path, 'dims', key],
        problem: 'the range is empty',
        expected: '[smallest, largest]',
        example: `[${high}, ${low}]`,
        found: `[${low}, ${high}]`,
      }),
    ),
    ...(complete.length === 0 ? checkMemory(entry, largest, draft, [...path, 'dims']) : []),
    ...checkScalars(entry, Object.keys(item.scalars ?? {}), [...path, 'scalars']),
    ...checkReplacedInputs(entry, item.inputs ?? {}, [...path, 'inputs']),
  ];
}

/** Exactly one value, in the type's range, for each integer scalar. */
export function checkDims(entry: Entry, dims: Dims, path: Complaint['path']): Complaint[] {
  const complaints: Complaint[] = [];
  const scalars = integerScalars(entry);
  const known = scalars.map(({ name }) => name);
  for (const name of Object.keys(dims).filter((candidate) => !known.includes(candidate))) {
    complaints.push({ ...unknownName(name, known, 'an integer scalar parameter', [...path, name]), at: 'key' });
  }
  const missing = known.filter((name) => !Object.hasOwn(dims, name));
  if (missing.length > 0) {
    complaints.push({
      path,
      problem: `no value for ${missing.join(', ')}`,
      expected: `a value for each of ${known.join(', ')}`,
    });
  }
  for (const { name, type } of scalars) {
    const limit = integerRange(type)?.[1] ?? 0;
    const value = dims[name];
    if (value !== undefined && value > limit) {
      complaints.push({
        path: [...path, name],
        problem: `${name} does not fit ${type}`,
        expected: `at most ${limit}`,
        found: String(value),
      });
    }
  }
  return complaints;
}

/** A case names floating-point scalars alone: whole numbers are in `dims`. */
function checkScalars(entry: Entry, names: readonly string[], path: Complaint['path']): Complaint[] {
  const known = floatScalars(entry).map(({ name }) => name);
  return names
    .filter((name) => !known.includes(name))
    .map((name) => ({
      ...unknownName(name, known, 'a floating-point scalar parameter', [...path, name]),
      at: 'key' as const,
    }));
}

function checkMemory(entry: Entry, dims: Dims, { limits }: Draft, path: Complaint['path']): Complaint[] {
  if (limits === null || !shapesKnown(entry)) return [];
  const bytes = bufferBytes({ entry }, dims);
  if (bytes <= limits.deviceMemoryMiB * 2 ** 20) return [];
  return [
    {
      path,
      problem: `inputs and outputs of this size need ${(bytes / 2 ** 20).toFixed(1)} MiB of device memory`,
      expected: `at most ${limits.deviceMemoryMiB} MiB (\`limits.deviceMemoryMiB\`, up to ${ASSIGNMENT_LIMITS.deviceMemoryMiB.max})`,
    },
  ];
}

/** False where a shape names something unknown, which is complained of at the shape. */
export function shapesKnown(entry: Entry): boolean {
  try {
    bufferBytes({ entry }, Object.fromEntries(integerScalars(entry).map(({ name }) => [name, 1])));
    return true;
  } catch {
    return false;
  }
}

function checkInputFiles(
  entry: Entry,
  files: Readonly<Record<string, string>>,
  dims: Dims | null,
  path: Complaint['path'],
  siblings: Siblings,
): Complaint[] {
  const inputs = inputParameters(entry);
  return Object.entries(files).flatMap(([name, file]): Complaint[] => {
    const parameter = inputs.find((candidate) => candidate.name === name);
    if (parameter === undefined) {
      const known = inputs.map((input) => input.name);
      return [{ ...unknownName(name, known, 'an input parameter', [...path, name]), at: 'key' }];
    }
    const complaints = checkFile(file, [...path, name], siblings);
    if (complaints.length > 0) return complaints;
    // Its header has type and shape, which are compared when it is read.
    if (file.toLowerCase().endsWith('.npy')) return [];
    if (/\.p[gp]m$/i.test(file)) {
      if (parameter.type === 'uint8') return [];
      return [
        {
          path: [...path, name],
          problem: `a ${file.slice(-4)} picture has uint8 elements, ${name} has ${parameter.type}`,
        },
      ];
    }
    if (dims === null || !shapesKnown(entry)) return [];
    const shape = extents({ entry }, dims)[name] ?? [];
    const bytes = shape.reduce((product, extent) => product * extent, elementBytes(parameter.type));
    if (siblings(file) === bytes) return [];
    return [
      {
        path: [...path, name],
        problem: `${file} has the wrong size for ${parameter.type} [${shape.join(', ')}]`,
        expected: `${bytes} bytes`,
        found: `${siblings(file)} bytes`,
      },
    ];
  });
}

function checkReplacedInputs(entry: Entry, replaced: AssignmentSpec['inputs'], path: Complaint['path']): Complaint[] {
  const inputs = inputParameters(entry);
  return Object.entries(replaced).flatMap(([name, distribution]): Complaint[] => {
    const parameter = inputs.find((candidate) => candidate.name === name);
    if (parameter !== undefined) return checkDistribution(distribution, parameter.type, [...path, name]);
    const known = inputs.map((input) => input.name);
    return [{ ...unknownName(name, known, 'an input parameter', [...path, name]), at: 'key' }];
  });
}

/** A technique that asks for many threads can only be judged where there is that much to do. */
function checkLargest(entry: Entry, { technique, cases }: Draft): Complaint[] {
  const asked = listed(technique).find((each) => each.technique.kind === 'parallel-outputs');
  if (asked?.technique.kind !== 'parallel-outputs' || !shapesKnown(entry) || cases.length === 0) return [];
  const { minThreads } = asked.technique;
  const outputs = outputParameters(entry);
  const sizes = cases.map((item) => {
    if (item === null || checkDims(entry, item.dims, []).length > 0) return Number.POSITIVE_INFINITY;
    const shapes = extents({ entry }, item.dims);
    return Math.max(
      ...outputs.map(({ name }) => (shapes[name] ?? []).reduce((product, extent) => product * extent, 1)),
    );
  });
  const largest = Math.max(...sizes);
  if (largest >= minThreads) return [];
  return [
    {
      path: [...asked.path, 'minThreads'],
      problem: 'no visible case has that many outputs',
      expected: `a case with at least ${minThreads} outputs, or a smaller number here`,
      found: `${largest} outputs in the largest case`,
    },
  ];
}
