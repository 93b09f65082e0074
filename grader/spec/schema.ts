import { z } from 'zod';
import { ASSIGNMENT_LIMITS, type AssignmentLimit } from '../limits/index.ts';
import { CHECK_IDS } from '../result/index.ts';
import {
  type ElementTypeName,
  elementTypes,
  isVectorType,
  type ScalarTypeName,
  scalarTypes,
  type VectorTypeName,
  vectorFacts,
  vectorTypes,
} from './elements.ts';

/**
 * `assignment.yaml`. Every field has a description with its unit: editors show it, and the JSON schema
 * (`assignment.schema.json`, committed, compared in a test) is generated from here.
 */

const identifier = z
  .string()
  .regex(/^[a-z][a-z0-9-]*$/, 'lower-case letters, digits and dashes, beginning with a letter, e.g. matmul-tiled');
const cName = z.string().regex(/^[A-Za-z_]\w*$/, 'a C identifier, e.g. height');
/** A dimension: a number of elements, a scalar parameter's name, a product such as `3*height*width`, or a sum of these. */
const extent = z.union([
  z.int().min(1),
  z
    .string()
    .regex(
      /^(?:[1-9]\d*|[A-Za-z_]\w*)(?:[*+](?:[1-9]\d*|[A-Za-z_]\w*))*$/,
      'a number, a name, a product such as 3*height*width, or a sum such as rows+1',
    ),
]);

/** Element types, and vector types such as `float4`, of which each component is an element. */
const arrayType = z.enum([...elementTypes, ...vectorTypes]);
const shape = z.array(extent).min(1).max(4);

/** The file of an array in the style `program`: a name without folders, whose ending says what is in the file. */
const fileName = z
  .string()
  .regex(/^[A-Za-z0-9_][\w.-]*$/, 'the name of a file without folders, e.g. x.npy')
  .describe(
    'program: the file that has the array. .npy: of NumPy; .txt: extents in the first line, then numbers; .pgm and .ppm: pictures; other endings: raw elements',
  );

const parameterSchema = z
  .discriminatedUnion('role', [
    z.strictObject({
      name: cName.describe('Name of the parameter in C'),
      role: z.literal('input').describe('What it is: given to the function, filled by it, both, or a number'),
      type: arrayType.describe('Element type; a vector type such as float4 has several components'),
      shape: shape.describe('Extents, slowest first, e.g. [h, k]'),
      file: fileName.optional(),
    }),
    z.strictObject({
      name: cName.describe('Name of the parameter in C'),
      role: z.literal('output'),
      type: arrayType.describe('Element type'),
      shape: shape.describe('Extents, slowest first'),
      file: fileName.optional(),
      from: z
        .enum(['exit-status', 'text', 'numbers'])
        .optional()
        .describe(
          'program, in place of `file`. exit-status: what `main` returns; text: all that host code prints, in bytes; numbers: the numbers in that text',
        ),
      after: z
        .string()
        .min(1)
        .optional()
        .describe('numbers: they begin after the last place with this text, e.g. "sum ="; default: all numbers'),
    }),
    z
      .strictObject({
        name: cName.describe('Name of the parameter in C'),
        role: z.literal('inout'),
        type: arrayType.describe('Element type'),
        shape: shape.describe('Extents, slowest first'),
      })
      .describe('An array that the function is given with content, and changes'),
    z.strictObject({
      name: cName.describe('Name of the parameter in C'),
      role: z.literal('scalar'),
      type: z.enum(scalarTypes),
    }),
    z
      .strictObject({ name: cName, role: z.literal('dimension') })
      .describe('An integer that only shapes and launches are made of: it is not passed to the function'),
  ])
  .transform(asComponents);

/** The place of an array in the style `program`. */
interface OfProgram {
  file?: string | undefined;
  from?: 'exit-status' | 'text' | 'numbers' | undefined;
  after?: string | undefined;
}

type WrittenParameter =
  | ({
      name: string;
      role: 'input' | 'output' | 'inout';
      type: ElementTypeName | VectorTypeName;
      shape: Extents;
    } & OfProgram)
  | { name: string; role: 'scalar'; type: ScalarTypeName }
  | { name: string; role: 'dimension' };
type Extents = z.infer<typeof extent>[];

/** An array as all parts of the grader see it: its elements are numbers. */
interface ArrayOfElements extends OfProgram {
  name: string;
  role: 'input' | 'output' | 'inout';
  type: ElementTypeName;
  /** Extents, slowest first. The last one of an array of vectors is the number of components. */
  shape: Extents;
  /** The vector type in C, of which the elements are the components. */
  vector?: VectorTypeName;
}

/** Splits the vectors of an array into their components: a `float4` array [n] has elements [n, 4]. */
function asComponents(parameter: WrittenParameter): ArrayOfElements | Exclude<WrittenParameter, { shape: unknown }> {
  if (!('shape' in parameter)) return parameter;
  const { type } = parameter;
  if (!isVectorType(type)) return { ...parameter, type };
  const { component, names } = vectorFacts(type);
  return { ...parameter, type: component, shape: [...parameter.shape, names.length], vector: type };
}

/** A number of blocks or bytes, see launches.ts for its grammar. */
const expression = z.union([
  z.int().min(0),
  z
    .string()
    .regex(/^[\w\s+*/()]+$/, 'numbers, names, +, * and ceil(a/b), e.g. ceil(n/256)')
    .describe('Of integer scalars: numbers, names, +, *, brackets and ceil(a/b)'),
]);

const launchSchema = z.strictObject({
  name: identifier.describe('Told beside the case, e.g. large@one-block'),
  grid: z.array(expression).min(1).max(3).describe('Blocks, x first, e.g. [ceil(w/16), ceil(h/16)]'),
  block: z.array(z.int().min(1)).min(1).max(3).describe('Threads of a block, x first, e.g. [16, 16]'),
  sharedBytes: expression.optional().describe('Dynamic shared memory of a block, bytes'),
});

const structure = z
  .boolean()
  .optional()
  .describe('true: the same in each draw, and never altered, as indices and row pointers must be; default: false');
const range = { min: z.number(), max: z.number(), structure };

const distributionSchema = z.discriminatedUnion('distribution', [
  z
    .strictObject({ distribution: z.literal('uniform').describe('How values are drawn'), ...range })
    .describe('Uniform over [min, max]; integers for integer types'),
  z.strictObject({ distribution: z.literal('image') }).describe('A smooth synthetic picture with noise, uint8, planar'),
  z.strictObject({ distribution: z.literal('constant'), value: z.number(), structure }),
  z
    .strictObject({ distribution: z.literal('generate'), structure })
    .describe(
      'Made by the function `generate` of simulator.ts; with `structure`, from its generator `structure` alone',
    ),
  z
    .strictObject({
      distribution: z.literal('normal'),
      mean: z.number(),
      deviation: z.number().positive().describe('The standard deviation; values are at most 4 of them from the mean'),
      structure,
    })
    .describe('About a normal distribution; rounded for integer types'),
  z
    .strictObject({ distribution: z.literal('sorted'), ...range })
    .describe('Uniform over [min, max], in ascending order; each row of the last dimension by itself'),
  z
    .strictObject({ distribution: z.literal('permutation'), structure })
    .describe('The whole numbers from 0 to one less than the number of elements, in a random order'),
  z
    .strictObject({ distribution: z.literal('skewed'), ...range })
    .describe('Over [min, max], half of the values in the lowest sixteenth, so that threads contend for few places'),
  z
    .strictObject({ distribution: z.literal('sparse'), ...range, share: z.number().min(0).max(1) })
    .describe('Zero, but for this share of elements, which are uniform over [min, max]'),
  z
    .strictObject({ distribution: z.literal('extremes'), structure })
    .describe(
      'The smallest and largest finite numbers of the type, zeros, and for floating point the smallest normal ones',
    ),
]);

const dims = z
  .record(cName, z.int().min(1))
  .describe('Value of each integer scalar parameter')
  .meta({ examples: [{ h: 5, w: 10, k: 784 }] });

const visibleCaseSchema = z.strictObject({
  name: identifier.describe('As reports call it'),
  about: z.string().optional().describe('Why this size is here, shown in the report'),
  dims,
  scalars: z
    .record(cName, z.number())
    .optional()
    .describe('Values of floating-point scalar parameters that replace those of the spec'),
  inputs: z.record(cName, distributionSchema).optional().describe('Distributions that replace those of the spec'),
  seed: z.int().min(0).default(1).describe('Seed of the generated inputs'),
  files: z
    .record(cName, z.string())
    .optional()
    .describe(
      'Inputs read from files beside the spec instead: raw elements, .npy, or .ppm and .pgm for planar pictures',
    ),
});

const hiddenCaseSchema = z.strictObject({
  name: identifier.describe('Name for staff and in practice cases; students never see it in a graded result'),
  count: z.int().min(1).max(20).default(1).describe('How many are drawn'),
  dims: z
    .record(cName, z.tuple([z.int().min(1), z.int().min(1)]))
    .describe('Inclusive range of each integer scalar')
    .meta({ examples: [{ h: [17, 90], w: [17, 90], k: [1, 70] }] }),
  scalars: z
    .record(cName, z.tuple([z.number(), z.number()]))
    .optional()
    .describe('Range from which each floating-point scalar parameter is drawn; others have their value of the spec'),
  inputs: z.record(cName, distributionSchema).optional().describe('Distributions that replace those of the spec'),
});

const toleranceParts = {
  absolute: z.number().min(0).default(0).describe('The same for all elements, in units of the output'),
  relative: z.number().min(0).max(0.5).optional().describe('A share of the size of the expected value, e.g. 1.0e-6'),
  ulps: z
    .number()
    .min(0)
    .max(256)
    .optional()
    .describe('Units in the last place of the expected value, in the type of the output; of integers 1'),
  perTerm: z
    .strictObject({
      count: extent.describe('How many terms'),
      absolute: z.number().min(0).describe('For each of them'),
    })
    .optional()
    .describe('Added for each term that the element sums, e.g. {count: k, absolute: 4.0e-7}'),
};

const outputComparison = z.strictObject({
  as: z
    .enum(['elements', 'multiset', 'set', 'check'])
    .default('elements')
    .describe(
      'elements: each element has one right value; multiset: the elements, or rows, in any order; set: the same, and each as often as the program likes; check: `check` of simulator.ts judges the output',
    ),
  first: cName
    .optional()
    .describe(
      'The number of first elements, or rows, that are judged: the value of an integer scalar, or of an output with one element',
    ),
  unwritten: z
    .enum(['error', 'allowed'])
    .default('error')
    .describe(
      'What an element is that nothing has written; allowed: only for `check`, which is given what was written',
    ),
});

const tierSchema = z
  .strictObject({
    name: z.string().describe('As reports call it'),
    points: z.number().min(0).describe('Points for reaching it'),
    minRatio: z.number().positive().optional().describe('The minimum speed, in multiples of the speed of the baseline'),
    minReferenceRatio: z.number().positive().optional().describe("At least this share of the reference's speed"),
    minBandwidth: z
      .number()
      .positive()
      .max(1)
      .optional()
      .describe("At least this share of the GPU's measured bandwidth"),
    minPeak: z.number().positive().max(1).optional().describe("At least this share of the GPU's peak arithmetic"),
  })
  .refine(
    ({ minRatio, minReferenceRatio, minBandwidth, minPeak }) =>
      [minRatio, minReferenceRatio, minBandwidth, minPeak].filter((limit) => limit !== undefined).length === 1,
    'a tier has one threshold: minRatio, minReferenceRatio, minBandwidth or minPeak',
  );

const usesSchema = z
  .strictObject({
    kind: z.literal('uses'),
    feature: z
      .enum(['shared-memory', 'constant-memory', 'textures', 'atomics', 'wide-accesses'])
      .describe('wide-accesses: a thread loads or stores 16 bytes at once, as with float4'),
  })
  .describe('A launch uses this feature of the device. Only code that runs counts');

const techniqueSchemas = [
  usesSchema,
  z
    .strictObject({
      kind: z.literal('global-atomics'),
      max: expression.describe(
        'Calls of atomic functions on global memory by threads, in all launches, e.g. 256*ceil(n/1024)',
      ),
    })
    .describe('Atomic functions on global memory are called seldom, as after privatization in shared memory'),
  z
    .strictObject({ kind: z.literal('parallel-outputs'), minThreads: z.int().min(1), minBlocks: z.int().min(1) })
    .describe('The minimum of threads and blocks that write outputs'),
  z
    .strictObject({ kind: z.literal('two-dimensional-blocks') })
    .describe('Launches that write outputs have block.x > 1 and block.y > 1'),
  z
    .strictObject({ kind: z.literal('shared-tiles'), maxSectorRatio: z.number().positive() })
    .describe(
      "Outputs come from values loaded from shared memory, and global load sectors are at most this share of the baseline's",
    ),
  z
    .strictObject({
      kind: z.literal('global-traffic'),
      maxSectorRatio: z
        .number()
        .positive()
        .describe("Sectors of global loads and stores together, at most this share of the baseline's"),
    })
    .describe('Global memory is used sparingly, in whatever way'),
  z
    .strictObject({
      kind: z.literal('bank-conflicts'),
      maxPerRequest: z
        .number()
        .min(0)
        .describe('Bank conflicts for each load from or store to shared memory by a warp'),
    })
    .describe('Shared memory is used without making lanes wait for each other'),
  z
    .strictObject({
      kind: z.literal('launch-shape'),
      blocks: expression.optional().describe('Blocks of the grid, all dimensions together'),
      maxSharedBytes: expression
        .optional()
        .describe('Shared memory that a block asks for, static and dynamic together, bytes'),
    })
    .refine(
      ({ blocks, maxSharedBytes }) => blocks !== undefined || maxSharedBytes !== undefined,
      'launch-shape needs blocks, maxSharedBytes or both',
    )
    .describe('Launches that write outputs follow from the parameters of the case'),
  z
    .strictObject({
      kind: z.literal('transfers'),
      maxCopies: z.int().min(0).optional().describe('Copies between host and device'),
      maxBytesRatio: z
        .number()
        .positive()
        .optional()
        .describe('The maximum of bytes of these copies together, in multiples of the bytes of all inputs and outputs'),
      minLaunches: z.int().min(1).optional().describe('Kernel launches'),
      maxLaunches: z.int().min(1).optional(),
    })
    .refine(
      ({ kind: _, ...limits }) => Object.values(limits).some((limit) => limit !== undefined),
      'transfers needs a limit: maxCopies, maxBytesRatio, minLaunches or maxLaunches',
    )
    .refine(
      ({ minLaunches = 1, maxLaunches = minLaunches }) => minLaunches <= maxLaunches,
      'minLaunches is larger than maxLaunches',
    )
    .describe('What host code asks of the device'),
  z
    .strictObject({
      kind: z.literal('overlap'),
      minCopies: z
        .int()
        .min(1)
        .describe('Copies between the device and page-locked host memory that nothing orders with some kernel'),
    })
    .describe('Copies can run at the same time as kernels of other streams'),
  z
    .strictObject({
      kind: z.literal('error-handling'),
      status: cName.describe('The output that must not be 0 if a call fails, e.g. status of type int32 and shape [1]'),
    })
    .describe('Calls of the runtime and launches fail, one in each run, and the function must report it'),
] as const;

const notSchema = z.strictObject({ kind: z.literal('not'), of: usesSchema }).describe('No launch uses this feature');
const anySchema = z
  .strictObject({
    kind: z.literal('any'),
    of: z.array(z.discriminatedUnion('kind', [...techniqueSchemas, notSchema])).min(2),
  })
  .describe('At least one of several');

const limit = ({ default: usual, min, max, isWhole, what }: AssignmentLimit) =>
  (isWhole ? z.int() : z.number()).min(min).max(max).default(usual).describe(what);

/** Names of operations before version 0.2. */
const FORMER_OPERATIONS: Readonly<Record<string, string>> = { grayscale: 'luma', matmul: 'matrix-product' };

export const assignmentSchema = z.strictObject({
  schemaVersion: z.literal(1).describe('Version of this format'),
  id: identifier.describe("The folder's name").meta({ examples: ['matmul-tiled'] }),
  title: z
    .string()
    .describe('Shown in reports')
    .meta({ examples: ['Tiled matrix multiplication'] }),
  summary: z
    .string()
    .describe('One sentence for `grade list`')
    .meta({ examples: ['Multiply two matrices through tiles in shared memory'] }),
  entry: z
    .strictObject({
      style: z
        .enum(['device-pointers', 'host', 'kernel', 'torch', 'program'])
        .describe(
          'device-pointers: the function takes device pointers and scalars, and launches kernels; host: its arrays are in host memory, and it allocates, copies, launches, copies back and frees by itself; kernel: it is a kernel, launched as `launches` say; torch: it takes and returns tensors, as an inline extension of PyTorch does; program: `given` has the `main`, which calls the function',
        ),
      function: cName.describe('Name of the function that a submission defines').meta({ examples: ['matmul'] }),
      launches: z
        .array(launchSchema)
        .min(1)
        .optional()
        .describe('kernel: every case is run with each of these shapes')
        .meta({ examples: [[{ name: 'one-block', grid: [1], block: [256] }]] }),
      given: z
        .array(
          z
            .string()
            .regex(/^[A-Za-z0-9_][\w.-]*\.(?:cu|cuh|cpp|c|h|hpp)$/, 'a source or header without folders, e.g. main.cu'),
        )
        .min(1)
        .optional()
        .describe('program: sources and headers beside this file that a student must not change; one has the `main`')
        .meta({ examples: [['main.cu', 'solve.h']] }),
      arguments: z
        .array(z.string())
        .optional()
        .describe('program: what `main` gets after the name of the program; {n} stands for the value of n')
        .meta({ examples: [['x.npy', 'out.npy', '{n}']] }),
      parameters: z
        .array(parameterSchema)
        .min(1)
        .describe("The function's parameters, in order")
        .meta({ examples: [[{ name: 'out', role: 'output', type: 'float32', shape: ['h', 'w'] }]] }),
    })
    .describe('What a submission defines'),
  inputs: z
    .record(cName, distributionSchema)
    .describe('How each input is generated')
    .meta({ examples: [{ m: { distribution: 'uniform', min: -1, max: 1 } }] }),
  scalars: z
    .record(cName, z.number())
    .default({})
    .describe('Value of each floating-point scalar parameter; a case can have its own')
    .meta({ examples: [{ alpha: 0.5 }] }),
  expected: z
    .strictObject({
      operation: z
        .preprocess((name) => FORMER_OPERATIONS[String(name)] ?? name, z.enum(['simulator', 'luma', 'matrix-product']))
        .describe(
          'Float64 arithmetic that gives the expected output: a built-in operation, or `expected` of simulator.ts',
        ),
    })
    .describe('Where expected outputs come from')
    .meta({ examples: [{ operation: 'simulator' }] }),
  cases: z
    .array(visibleCaseSchema)
    .min(1)
    .describe('Visible cases: fixed inputs, compared with reference/<case>.bin')
    .meta({ examples: [[{ name: 'one-row', dims: { h: 1, w: 10, k: 784 } }]] }),
  hidden: z
    .array(hiddenCaseSchema)
    .default([])
    .describe(
      'Hidden cases: ranges of shapes and a distribution, drawn from the seed. Without the secret of the course they are drawn for practice, and shown',
    )
    .meta({ examples: [[{ name: 'ragged', count: 2, dims: { h: [17, 90], w: [17, 90], k: [1, 70] } }]] }),
  practice: z
    .array(hiddenCaseSchema)
    .optional()
    .describe(
      'Public ranges for practice: without the secret of the course, cases are drawn from these, and shown. A student can read them. Default: the ranges of `hidden`',
    )
    .meta({ examples: [[{ name: 'ragged', count: 2, dims: { h: [9, 100], w: [9, 100], k: [1, 80] } }]] }),
  feedback: z
    .strictObject({
      hidden: z
        .enum(['points', 'lines'])
        .default('points')
        .describe(
          'What a student sees of hidden cases: status and points of each check, or also the rule and line of each mistake. With lines, a submission made to leak can reveal their sizes',
        ),
    })
    .prefault({})
    .describe('What students see'),
  tolerance: z
    .strictObject({
      ...toleranceParts,
      outputs: z
        .record(cName, z.strictObject(toleranceParts))
        .optional()
        .describe('Tolerances of single outputs, each in place of the common one'),
    })
    .describe(
      'Judged as |got - want| <= absolute + relative * |want| + ulps, so that NaN never passes. All zero: exactly equal',
    )
    .meta({ examples: [{ absolute: 1e-5, perTerm: { count: 'k', absolute: 4e-7 } }] }),
  comparison: z
    .record(cName, outputComparison)
    .optional()
    .describe('How single outputs are compared, if not element by element')
    .meta({ examples: [{ found: { as: 'multiset', first: 'count' } }] }),
  rubric: z
    .partialRecord(z.enum(CHECK_IDS), z.number().min(0))
    .optional()
    .describe('Points; default compile 5, guards 20, correctness 35, memory 10, races 10, technique 10, speedup 10'),
  technique: z
    .discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('none').describe('What the launches that write outputs must show') }),
      ...techniqueSchemas,
      notSchema,
      anySchema,
      z
        .strictObject({
          kind: z.literal('all'),
          of: z.array(z.discriminatedUnion('kind', [...techniqueSchemas, notSchema, anySchema])).min(2),
        })
        .describe('Each of several'),
    ])
    .describe('Judged on the largest case')
    .meta({ examples: [{ kind: 'parallel-outputs', minThreads: 1024, minBlocks: 2 }] }),
  races: z
    .strictObject({
      sameValueWrites: z
        .enum(['note', 'error'])
        .default('note')
        .describe('What a race is in which every thread writes the same value'),
      warpSynchronous: z
        .enum(['error', 'allowed'])
        .default('error')
        .describe('What lanes of one warp are that pass values on through `volatile` without `__syncwarp`'),
    })
    .optional()
    .describe('How races are judged'),
  policy: z
    .strictObject({
      forbiddenIncludes: z.array(z.string()).default([]).describe('Headers a submission may not include'),
    })
    .optional()
    .describe('What a submission may not use'),
  submission: z
    .strictObject({
      files: z
        .strictObject({
          max: z.int().min(0).max(64).optional().describe('How many files a submission may include; default: 16'),
          names: z
            .array(z.string().min(1).max(100))
            .max(64)
            .optional()
            .describe('Names of these files, in which * stands for any characters; default: headers, and .cu files')
            .meta({ examples: [['*.cuh', '*.h']] }),
        })
        .optional()
        .describe('Files of its own folder that the source includes in quotes'),
    })
    .optional()
    .describe('What a submission may consist of besides its one source'),
  timing: z
    .strictObject({
      baseline: z.string().describe('File of the baseline, e.g. baseline.cu'),
      launch: identifier.optional().describe('kernel: the launch that is timed; default: the first'),
      reference: z.string().optional().describe('File of a solution to compare with, e.g. reference.cu'),
      dims,
      operations: extent
        .optional()
        .describe('Floating-point operations at this size, e.g. 2*h*w*k; known of the built-in operations')
        .meta({ examples: ['2*h*w*k'] }),
      tiers: z
        .array(tierSchema)
        .default([])
        .describe('Best first. Thresholds are defaults where no calibration of the GPU is there'),
      thresholds: z
        .enum(['anywhere', 'calibrated'])
        .default('anywhere')
        .describe('calibrated: on a GPU model without a calibration, speed is measured and not judged'),
    })
    .optional()
    .describe('Speedup: only on a GPU; absent if speed has no points')
    .meta({ examples: [{ baseline: 'baseline.cu', dims: { h: 2048, w: 2048, k: 2048 } }] }),
  limits: z
    .strictObject({
      deviceSteps: limit(ASSIGNMENT_LIMITS.deviceSteps),
      wallSeconds: limit(ASSIGNMENT_LIMITS.wallSeconds),
      compileSeconds: limit(ASSIGNMENT_LIMITS.compileSeconds),
      hostMemoryMiB: limit(ASSIGNMENT_LIMITS.hostMemoryMiB),
      deviceMemoryMiB: limit(ASSIGNMENT_LIMITS.deviceMemoryMiB),
      outputKiB: limit(ASSIGNMENT_LIMITS.outputKiB),
      launches: limit(ASSIGNMENT_LIMITS.launches),
    })
    .prefault({})
    .describe('What a submission may use up'),
});

export type AssignmentSpec = z.infer<typeof assignmentSchema>;
export type LaunchSpec = z.infer<typeof launchSchema>;
export type Parameter = AssignmentSpec['entry']['parameters'][number];
export type Distribution = z.infer<typeof distributionSchema>;
/** What is asked for, with its parts. */
export type TechniqueTree = AssignmentSpec['technique'];
/** One thing that a case can show. */
export type Technique = Exclude<TechniqueTree, { kind: 'none' | 'all' | 'any' | 'not' }>;
export type Tier = NonNullable<AssignmentSpec['timing']>['tiers'][number];
