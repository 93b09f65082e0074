import { z } from 'zod';
import { AssignmentError } from '../platform/index.ts';
import { CHECK_IDS, RULES, type Rule } from '../result/index.ts';
import { formatProblem, readYaml } from '../spec/index.ts';

/**
 * `submissions/manifest.yaml` of an assignment: example submissions and the verdict that each must get. They prove the
 * assignment and the engine: `grade validate` grades all of them and compares.
 */
const file = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9-]*\.(?:cu|py|ipynb)$/,
    'a file name of lower-case letters, digits and dashes that ends in .cu, .py or .ipynb, e.g. guard-missing.cu',
  );

export const submissionsSchema = z.strictObject({
  schemaVersion: z.literal(1).describe('Version of this format'),
  accepted: z
    .array(
      z.strictObject({
        file: file.describe('File in accepted/'),
        tier: z
          .string()
          .optional()
          .describe(
            'Tier of the speedup check that it must reach on a GPU; the best one if none is given, but none in Python',
          ),
      }),
    )
    .describe('Right solutions in different styles: every check that can be judged must pass'),
  slow: z
    .array(
      z.strictObject({
        file: file.describe('File in slow/'),
        misses: z.string().describe('Best tier of the speedup check that it must miss on a GPU'),
        about: z.string().min(1).describe('What the student thought, in a sentence'),
      }),
    )
    .default([])
    .describe('Right solutions that are slow: they pass every check but speedup'),
  rejected: z
    .array(
      z.strictObject({
        file: file.describe('File in rejected/'),
        verdict: z.literal('failed').describe('Verdict of the grade'),
        checks: z.array(z.enum(CHECK_IDS)).min(1).describe('All checks that must fail, and no other'),
        rule: z.enum(Object.keys(RULES) as [Rule, ...Rule[]]).describe('Rule of a finding that must be there'),
        line: z.int().min(1).describe('1-based line of that finding'),
        cause: z
          .int()
          .min(1)
          .optional()
          .describe('1-based line that a student has to change; default: the line of the finding'),
        about: z.string().min(1).describe('What the student thought, in a sentence'),
      }),
    )
    .describe('One realistic mistake each'),
  waived: z
    .array(
      z.strictObject({
        proof: z.string().min(1).describe('Proof of `grade validate`, e.g. tolerance'),
        flaw: z.string().min(1).describe('A part of what the proof reports'),
        reason: z.string().min(1).describe('Why this is right for the exercise, in a sentence'),
      }),
    )
    .default([])
    .describe('Flaws that proofs report and that are none for this exercise; the result lists them'),
});

export type SubmissionsManifest = z.infer<typeof submissionsSchema>;
export type Waiver = SubmissionsManifest['waived'][number];
export type RejectedSubmission = SubmissionsManifest['rejected'][number];

/** True if a submission is a Python program or a notebook. */
export function isInPython({ file: name }: { readonly file: string }): boolean {
  return !name.endsWith('.cu');
}

/**
 * Returns the tier that an accepted submission must reach. Numbers in Numba have 64 bits unless the program says otherwise,
 * so a right program in Python promises no speed of its own accord.
 * @param best - the best tier of the assignment, if it has one
 */
export function tierOf<Best extends string | undefined>(
  entry: SubmissionsManifest['accepted'][number],
  best: Best,
): string | Best | undefined {
  return entry.tier ?? (isInPython(entry) ? undefined : best);
}

export const SUBMISSIONS_FOLDER = 'submissions';
export const SUBMISSIONS_MANIFEST = 'manifest.yaml';
/** Path in an assignment's folder. */
export const MANIFEST_PATH = `${SUBMISSIONS_FOLDER}/${SUBMISSIONS_MANIFEST}`;

/** JSON Schema of the manifest, draft 7, for editors. */
export function submissionsJsonSchema(): Record<string, unknown> {
  const schema = z.toJSONSchema(submissionsSchema, { io: 'input', target: 'draft-7' });
  return { $id: 'urn:cuda-course-grade:schema:manifest:1', ...schema, title: 'Example submissions of an assignment' };
}

/**
 * @param text - content of `submissions/manifest.yaml`
 * @param path - as it is to appear in messages
 * @throws AssignmentError with every mistake, each with its line and column
 */
export function parseSubmissions(text: string, path: string): SubmissionsManifest {
  const { value, problems } = readYaml(text, submissionsSchema, 'a manifest that begins with `schemaVersion: 1`');
  if (value !== null && problems.length === 0) return value;
  throw new AssignmentError(`${path} is not a manifest of example submissions.`, {
    details: problems.map((problem) => formatProblem(path, problem)),
  });
}
