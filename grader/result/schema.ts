import { z } from 'zod';
import { type FindingDetail, findingDetailSchema } from './detail-schema.ts';
import { summaryDetailSchema } from './details/check-details.ts';
import { pattern } from './details/output-details.ts';
import { relatedDetailSchema } from './details/run-details.ts';
import { estimateSchema, launchEstimateSchema } from './estimate-schema.ts';
import { CHECK_IDS, RULES, type Rule } from './rules.ts';

/** `result.json`: the contract with scripts, batch and exports. `result.schema.json` is generated from here. */
const rule = z.enum(Object.keys(RULES) as [Rule, ...Rule[]]);
const dim3 = z.tuple([z.int().min(0), z.int().min(0), z.int().min(0)]);

export const relatedSchema = z.strictObject({
  message: z.string(),
  file: z.string().optional(),
  line: z.int().min(1).optional(),
  column: z.int().min(1).optional(),
  block: dim3.optional(),
  thread: dim3.optional(),
  detail: relatedDetailSchema.optional().describe('The message as data'),
});

export const findingSchema = z.strictObject({
  rule,
  severity: z.enum(['error', 'warning', 'note']),
  message: z.string().describe('What happened, where and why it matters; never a hidden input'),
  file: z.string().optional(),
  line: z.int().min(1).optional().describe('1-based line in the submission'),
  column: z.int().min(1).optional(),
  kernel: z.string().optional().describe('Kernel as written, without its parameter list'),
  block: dim3.optional().describe('blockIdx of the first occurrence, on a visible case'),
  thread: dim3.optional().describe('threadIdx of the first occurrence, on a visible case'),
  case: z.string().optional().describe('Name of the first case on which it was seen'),
  count: z.int().min(1).optional().describe('How often it happened over all cases'),
  hint: z.string().optional().describe('What to look at next; never the solution'),
  related: z.array(relatedSchema).optional(),
  follows: z
    .strictObject({
      rule,
      file: z.string().optional(),
      line: z.int().min(1).optional(),
      column: z.int().min(1).optional(),
    })
    .optional()
    .describe('The finding of another check that this one is shown to follow from; then this one costs no points'),
  detail: findingDetailSchema
    .optional()
    .describe('What the message and the hint say, as data; absent in results of before version 0.2'),
});

export const checkSchema = z.strictObject({
  id: z.enum(CHECK_IDS),
  status: z.enum(['passed', 'failed', 'skipped', 'error']),
  score: z.number().min(0),
  maxScore: z.number().min(0),
  summary: z.string(),
  summaryDetail: summaryDetailSchema.optional(),
  findings: z.array(findingSchema),
});

export const countersSchema = z.record(z.string(), z.number());

export const launchSchema = z.strictObject({
  kernel: z.string(),
  grid: dim3,
  block: dim3,
  sharedBytes: z.int().min(0).describe('Static and dynamic shared memory of a block'),
  launchedBy: z
    .strictObject({ kernel: z.string(), line: z.int().min(1).optional() })
    .optional()
    .describe('The kernel that launched it, and where; absent where host code did'),
  case: z.string().describe('Name of the case; launches of hidden ones are not listed'),
  counters: countersSchema
    .nullable()
    .describe('Memory counters, by the names in docs/counters.md; null where they were lost'),
  estimate: launchEstimateSchema.optional().describe('Where memory accesses were counted'),
  notes: z.array(z.string()).optional().describe('What could not be counted or checked in this launch, in words'),
});

export const resultSchema = z.strictObject({
  schemaVersion: z.literal(1),
  assignment: z.string(),
  submission: z.strictObject({ file: z.string(), sha256: z.string() }),
  target: z.enum(['emulator', 'gpu']),
  verdict: z.enum(['passed', 'failed', 'error']),
  responsible: z.enum(['student', 'assignment', 'infrastructure']).nullable(),
  score: z.number().min(0),
  maxScore: z.number().min(0),
  checks: z.array(checkSchema),
  cases: z.array(
    z.strictObject({
      name: z.string(),
      visible: z.boolean(),
      status: z.enum(['passed', 'failed', 'skipped', 'error']),
      maxError: z
        .number()
        .nullable()
        .describe(
          'Largest |got - want|; null where nothing finite was compared; for hidden cases, which are in results of staff only, null',
        ),
      firstMismatch: z
        .array(z.int().min(0))
        .nullable()
        .describe('Index of the first wrong element, per dimension; null for hidden cases'),
      pattern: z
        .string()
        .nullable()
        .describe(
          'What the wrong elements have in common, in words; of hidden cases only where no size follows from it',
        ),
      patternDetail: pattern.optional(),
    }),
  ),
  launches: z.array(launchSchema),
  timing: z
    .strictObject({
      gpu: z.string(),
      studentMs: z.number(),
      baselineMs: z.number(),
      ratio: z.number(),
      interval: z.tuple([z.number(), z.number()]),
      repetitions: z.int(),
      tier: z.string().nullable(),
      referenceMs: z.number().nullable(),
      cpuMs: z.number().nullable(),
      dropped: z.int().optional().describe('Rounds that were thrown away because the GPU throttled'),
      tooClose: z.string().nullable().optional().describe('The tier whose threshold lies within the interval'),
      calibrated: z.boolean().optional().describe('The thresholds were measured on this GPU model'),
      tiers: z
        .array(
          z.strictObject({
            name: z.string(),
            points: z.number(),
            of: z.enum(['baseline', 'reference', 'bandwidth', 'peak']),
            minRatio: z.number(),
          }),
        )
        .optional()
        .describe('Best first'),
      parts: z
        .strictObject({
          waitMs: z.number().describe('Others use the GPU'),
          startMs: z.number().describe('Processes start; the GPU is this timing’s alone from here to freeMs'),
          openMs: z.number().describe('Contexts and modules'),
          roundsMs: z.number(),
          freeMs: z.number().describe('Contexts are released'),
          compareMs: z.number().describe('Outputs are compared as a whole'),
        })
        .optional()
        .describe('Milliseconds that the timing took, one part after the other'),
    })
    .nullable(),
  estimate: estimateSchema.optional().describe('Where no speed was measured and a visible case was counted'),
  environment: z.strictObject({
    engine: z.string(),
    clang: z.string().nullable(),
    nvcc: z.string().nullable(),
    driver: z.string().nullable(),
    gpu: z.string().nullable().optional().describe('The GPU that judged, as the driver names it; null: none'),
    image: z.string().nullable().optional().describe('The id of the container image that nvcc ran in; null: none'),
    node: z.string(),
    sandbox: z
      .enum(['docker', 'podman', 'none'])
      .optional()
      .describe('What contained nvcc and the GPU run; none: nothing did'),
    limits: z.record(z.string(), z.number()),
    seed: z.string().optional().describe('Of the drawn cases: results of practice, and of staff'),
    key: z.string().optional().describe('Batches: hash of everything that the grade depends on'),
    durationMs: z.number().describe('Rounded up to a second, without hidden cases'),
  }),
});

export type Finding = z.infer<typeof findingSchema>;
export type RelatedLocation = z.infer<typeof relatedSchema>;
/** A finding without its sentences: they are made from the rest. */
export type FindingFacts = Omit<Finding, 'message' | 'hint' | 'related' | 'detail'> & {
  readonly detail: FindingDetail;
  readonly related?: readonly RelatedFacts[];
};
export type RelatedFacts = Omit<RelatedLocation, 'message' | 'detail'> & Required<Pick<RelatedLocation, 'detail'>>;
export type CheckResult = z.infer<typeof checkSchema>;
export type GradeResult = z.infer<typeof resultSchema>;
export type CaseResult = GradeResult['cases'][number];
export type LaunchResultEntry = GradeResult['launches'][number];
