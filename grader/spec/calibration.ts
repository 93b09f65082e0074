import { z } from 'zod';
import { AssignmentError, messageOf, systemCode } from '../platform/index.ts';
import { arrayParameters, type Dims, type Extent, evaluateExtent } from './entry.ts';
import { formatProblem, type Locator, type Problem } from './problem.ts';
import type { AssignmentSpec, Tier } from './schema.ts';
import { inOrder, readYaml } from './yaml-file.ts';

/** `calibration/<gpu>.json` of an assignment: its thresholds as measured on one GPU model, with what they follow from. */
export const calibrationSchema = z.strictObject({
  schemaVersion: z.literal(1).describe('Version of this format'),
  gpu: z.string().describe('As the driver names it'),
  driver: z.string().describe('Version of CUDA that the driver supports'),
  nvcc: z.string().describe('Version of the compiler'),
  date: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/, 'a date, e.g. 2026-11-21')
    .describe('Day of the measurement'),
  dims: z.record(z.string(), z.int().min(1)).describe('The timed size'),
  baselineMs: z.number().positive().describe('Median time of the baseline'),
  referenceMs: z.number().positive().nullable().default(null).describe('The same of the reference, where there is one'),
  tiers: z
    .array(
      z.strictObject({
        name: z.string(),
        of: z
          .enum(['baseline', 'reference', 'bandwidth', 'peak'])
          .default('baseline')
          .describe('What the threshold is a ratio to'),
        minRatio: z.number().positive().describe('In the place of the threshold in assignment.yaml'),
        above: z.number().describe('How far the slowest submission that must reach it is above'),
        below: z.number().nullable().describe('How far the fastest that must miss it is below'),
      }),
    )
    .describe('Best first'),
  measured: z.array(
    z.strictObject({
      file: z.string(),
      tier: z.string().describe('accepted: must be reached; slow: must be missed'),
      kind: z.enum(['accepted', 'slow']),
      ms: z.number().positive(),
      ratio: z.number().positive(),
      interval: z.tuple([z.number(), z.number()]),
    }),
  ),
});

/** What a tier asks for. `minRatio` is `of` divided by the submission's time, or the fraction of a limit reached. */
export interface Threshold {
  readonly name: string;
  readonly points: number;
  readonly of: 'baseline' | 'reference' | 'bandwidth' | 'peak';
  readonly minRatio: number;
}

export type Calibration = z.infer<typeof calibrationSchema>;

/** `NVIDIA H200` is `calibration/nvidia-h200.json`. */
export function calibrationPath(gpu: string): string {
  const slug = gpu
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return `calibration/${slug}.json`;
}

/**
 * @param readFile - content of a file in the assignment's folder
 * @returns null where this GPU model was not calibrated
 * @throws AssignmentError with every mistake of the file
 */
export function loadCalibration(
  spec: AssignmentSpec,
  gpu: string,
  readFile: (path: string) => Uint8Array,
): Calibration | null {
  const path = calibrationPath(gpu);
  let text: string;
  try {
    text = new TextDecoder().decode(readFile(path));
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw new AssignmentError(`${path} of ${spec.id} cannot be read: ${messageOf(error)}.`, { cause: error });
  }
  const { calibration, problems } = parseCalibration(spec, text);
  if (calibration === null || problems.length > 0) {
    throw new AssignmentError(
      `${path} of ${spec.id} cannot be used. Calibrate again: grade calibrate ${spec.id} --write`,
      {
        details: problems.map((problem) => formatProblem(path, problem)),
      },
    );
  }
  return calibration;
}

/** A calibration and all that is wrong with it, in the order of the file. */
export function parseCalibration(
  spec: Pick<AssignmentSpec, 'timing'>,
  text: string,
): { readonly calibration: Calibration | null; readonly problems: readonly Problem[] } {
  const { value, locator, problems } = readYaml(
    text,
    calibrationSchema,
    'a calibration, as `grade calibrate` writes it',
  );
  const all = value && locator ? [...problems, ...strangeTiers(spec, value, locator)] : problems;
  return { calibration: value, problems: inOrder(all) };
}

/** Tiers of a calibration that the specification does not have, or not so. */
function strangeTiers({ timing }: Pick<AssignmentSpec, 'timing'>, { tiers }: Calibration, locator: Locator): Problem[] {
  const known = timing?.tiers ?? [];
  return tiers.flatMap(({ name, of }, index): Problem[] => {
    const tier = known.find((candidate) => candidate.name === name);
    const at = locator.value(['tiers', index, 'name']);
    if (!tier) {
      const expected = known.length > 0 ? `one of ${known.map((one) => one.name).join(', ')}` : 'no tier';
      return [{ ...at, problem: `assignment.yaml has no tier ${name}`, expected, found: name }];
    }
    if (tiers.findIndex((other) => other.name === name) !== index) {
      return [{ ...at, problem: 'this tier is there twice', expected: 'each tier once', found: name }];
    }
    const wanted = ownThreshold(tier).of;
    if (of === wanted) return [];
    const place = locator.value(['tiers', index, 'of']);
    return [{ ...place, problem: `the tier ${name} is about something else`, expected: wanted, found: of }];
  });
}

/** Thresholds of the tiers, best first: the calibration's where it has one, else the specification's. */
export function thresholdsFor({ timing }: AssignmentSpec, calibration: Calibration | null): Threshold[] {
  return (timing?.tiers ?? []).map((tier) => {
    const { name, points } = tier;
    const own = ownThreshold(tier);
    const measured = calibration?.tiers.find((candidate) => candidate.name === name && candidate.of === own.of);
    return { name, points, of: own.of, minRatio: measured?.minRatio ?? own.minRatio };
  });
}

function ownThreshold({
  minRatio,
  minReferenceRatio,
  minBandwidth,
  minPeak,
}: Tier): Pick<Threshold, 'of' | 'minRatio'> {
  if (minReferenceRatio !== undefined) return { of: 'reference', minRatio: minReferenceRatio };
  if (minBandwidth !== undefined) return { of: 'bandwidth', minRatio: minBandwidth };
  if (minPeak !== undefined) return { of: 'peak', minRatio: minPeak };
  return { of: 'baseline', minRatio: minRatio ?? 1 };
}

/** Floating-point operations of the exercise at a size; null where that is not known of it. */
export function operationsOf(spec: AssignmentSpec, dims: Dims): number | null {
  const { expected, timing, entry } = spec;
  if (timing?.operations !== undefined) return evaluateExtent(timing.operations, dims);
  const count = (extents: readonly Extent[]) =>
    extents.reduce<number>((product, extent) => product * evaluateExtent(extent, dims), 1);
  const [input, output] = (['input', 'output'] as const).map((role) =>
    arrayParameters(entry).find((parameter) => parameter.role === role),
  );
  if (!input || !output) return null;
  // A multiplication and an addition for each term of each element; the inner extent is the first matrix's last.
  if (expected.operation === 'matrix-product') return 2 * count(output.shape) * count(input.shape.slice(-1));
  if (expected.operation === 'luma') return 5 * count(output.shape);
  return null;
}
