import { unknownName } from './consistency-common.ts';
import type { Complaint, Draft } from './draft.ts';
import { isBasicType } from './elements.ts';
import { type Dims, integerScalars, outputParameters } from './entry.ts';
import { type Expression, ExpressionError, evaluateExpression } from './launches.ts';
import type { AssignmentSpec, LaunchSpec, Technique } from './schema.ts';

type Entry = AssignmentSpec['entry'];
type Path = Complaint['path'];
type LaunchShape = Extract<Technique, { kind: 'launch-shape' }>;

/** CUDA's limits, of every GPU that this course may meet. */
const THREADS = 1024;
const BLOCK = [1024, 1024, 64] as const;
const GRID = [2 ** 31 - 1, 65_535, 65_535] as const;
/** More needs cudaFuncSetAttribute, which generated code does not call. */
const SHARED_BYTES = 48 * 1024;

/** What belongs to one style alone: launches to kernels, and that a tensor function returns one output. */
export function checkStyle(entry: Entry, draft: Draft): Complaint[] {
  const complaints = [...checkLaunches(entry, draft), ...checkTimedLaunch(entry, draft)];
  if (entry.style === 'torch') complaints.push(...checkTensors(entry));
  return complaints;
}

function checkTensors(entry: Entry): Complaint[] {
  const complaints: Complaint[] = [];
  const path = ['entry', 'parameters'];
  const outputs = outputParameters(entry);
  if (outputs.length > 1) {
    complaints.push({
      path,
      problem: 'a function of the style torch returns one tensor',
      expected: 'one output',
      found: outputs.map(({ name }) => name).join(', '),
    });
  }
  entry.parameters.forEach((parameter, index) => {
    if (parameter.role === 'inout') {
      complaints.push({
        path: [...path, index, 'role'],
        problem: 'a function of the style torch returns its output',
        expected: 'input or output',
        found: parameter.role,
      });
    }
    if ('shape' in parameter && (parameter.vector !== undefined || !isBasicType(parameter.type))) {
      complaints.push({
        path: [...path, index, 'type'],
        problem: 'the style torch has no tensors of this type',
        expected: 'uint8, int32, float32 or float64',
        found: parameter.vector ?? parameter.type,
      });
    } else if ('shape' in parameter && parameter.type === 'uint32') {
      complaints.push({
        path: [...path, index, 'type'],
        problem: 'tensors of uint32 can do next to nothing in PyTorch',
        expected: 'uint8, int32, float32 or float64',
        found: parameter.type,
      });
    }
  });
  return complaints;
}

function checkTimedLaunch({ launches = [] }: Entry, { timing }: Draft): Complaint[] {
  if (timing?.launch === undefined || launches.some(({ name }) => name === timing.launch)) return [];
  const names = launches.map(({ name }) => name);
  return [unknownName(timing.launch, names, 'a launch of `entry.launches`', ['timing', 'launch'])];
}

function checkLaunches(entry: Entry, draft: Draft): Complaint[] {
  const { launches, style } = entry;
  const path = ['entry', 'launches'];
  if (style !== 'kernel') {
    if (launches === undefined) return [];
    const expected = 'none, or the style kernel';
    return [{ path, at: 'key', problem: `a function of the style ${style} launches by itself`, expected }];
  }
  if (launches === undefined) {
    const example = 'launches: [{name: blocks-of-256, grid: [ceil(n/256)], block: [256]}]';
    return [{ path: ['entry'], problem: 'a kernel has no launches', expected: 'at least one', example }];
  }
  return launches.flatMap((launch, index) => {
    const own = [...path, index];
    const complaints = checkBlock(launch, [...own, 'block']);
    if (launches.findIndex(({ name }) => name === launch.name) !== index) {
      const problem = 'two launches have the same name';
      complaints.push({ path: [...own, 'name'], problem, expected: 'a name for each', found: launch.name });
    }
    launch.grid.forEach((expression, axis) => {
      const limit = { least: 1, most: GRID[axis] ?? 1, what: `blocks in ${'xyz'[axis]}` };
      complaints.push(...checkExpression(expression, limit, [...own, 'grid', axis], entry, draft));
    });
    if (launch.sharedBytes !== undefined) {
      const limit = { least: 0, most: SHARED_BYTES, what: 'bytes of shared memory' };
      complaints.push(...checkExpression(launch.sharedBytes, limit, [...own, 'sharedBytes'], entry, draft));
    }
    return complaints;
  });
}

function checkBlock({ block }: LaunchSpec, path: Path): Complaint[] {
  const complaints: Complaint[] = block.flatMap((extent, axis) => {
    const most = BLOCK[axis] ?? 1;
    if (extent <= most) return [];
    const problem = `a block is too long in ${'xyz'[axis]}`;
    return [{ path: [...path, axis], problem, expected: `at most ${most}`, found: String(extent) }];
  });
  const threads = block.reduce((product, extent) => product * extent, 1);
  if (complaints.length === 0 && threads > THREADS) {
    complaints.push({
      path,
      problem: 'a block has too many threads',
      expected: `at most ${THREADS}`,
      found: `${block.join(' * ')} = ${threads}`,
    });
  }
  return complaints;
}

interface Limit {
  readonly least: number;
  readonly most: number;
  readonly what: string;
}

/** Sizes of a technique are of the same grammar, and are numbers that a launch can have. */
export function checkLaunchShape(shape: LaunchShape, path: Path, entry: Entry, draft: Draft): Complaint[] {
  const { blocks, maxSharedBytes } = shape;
  const grid = { least: 1, most: GRID[0], what: 'blocks' };
  const shared = { least: 1, most: Number.MAX_SAFE_INTEGER, what: 'bytes of shared memory' };
  return [
    ...(blocks === undefined ? [] : checkExpression(blocks, grid, [...path, 'blocks'], entry, draft)),
    ...(maxSharedBytes === undefined
      ? []
      : checkExpression(maxSharedBytes, shared, [...path, 'maxSharedBytes'], entry, draft)),
  ];
}

/** Checks the number of calls in every size. */
export function checkAtomics(
  { max }: Extract<Technique, { kind: 'global-atomics' }>,
  path: Path,
  entry: Entry,
  draft: Draft,
): Complaint[] {
  const calls = { least: 0, most: Number.MAX_SAFE_INTEGER, what: 'calls of atomic functions' };
  return checkExpression(max, calls, [...path, 'max'], entry, draft);
}

/** The first mistake of an expression, or the first size at which its value is none that CUDA takes. */
function checkExpression(expression: Expression, limit: Limit, path: Path, entry: Entry, draft: Draft): Complaint[] {
  const names = integerScalars(entry).map(({ name }) => name);
  const ones = Object.fromEntries(names.map((name) => [name, 1]));
  for (const [where, dims] of [['', ones] as const, ...sizes(names, draft)]) {
    try {
      const value = evaluateExpression(expression, dims);
      if (where === '' || (value >= limit.least && value <= limit.most)) continue;
      return [
        {
          path,
          problem: `${value} ${limit.what} ${where}`,
          expected: `${limit.least} to ${limit.most}`,
          found: String(expression),
        },
      ];
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      if (error.unknown !== null) return [unknownName(error.unknown, names, 'an integer scalar parameter', path)];
      return [
        {
          path,
          problem: `${error.message} (character ${error.at}${where === '' ? '' : `, ${where}`})`,
          expected: 'numbers, integer scalars, +, *, brackets and ceil(a/b)',
          example: 'ceil(n/256)',
          found: String(expression),
        },
      ];
    }
  }
  return [];
}

/** Every size that will be run, as far as its dims are whole: of ranges both ends. */
function sizes(names: readonly string[], { cases, hidden, practice, timing }: Draft): [where: string, dims: Dims][] {
  const all: [string, Dims][] = [
    ...cases.flatMap((item): [string, Dims][] => (item ? [[`in the case ${item.name}`, item.dims]] : [])),
    ...[...hidden, ...practice].flatMap((item): [string, Dims][] => {
      if (!item) return [];
      const end = (which: 0 | 1): Dims =>
        Object.fromEntries(Object.entries(item.dims).map(([name, range]) => [name, range[which]]));
      return [
        [`at the smallest size of ${item.name}`, end(0)],
        [`at the largest size of ${item.name}`, end(1)],
      ];
    }),
    ...(timing ? [['at the timed size', timing.dims] satisfies [string, Dims]] : []),
  ];
  return all.filter(([, dims]) => names.every((name) => Object.hasOwn(dims, name)));
}
