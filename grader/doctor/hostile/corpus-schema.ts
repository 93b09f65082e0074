import { z } from 'zod';
import { RULES } from '../../result/index.ts';

/** What the four kinds of submissions attack. */
export const GROUPS = ['compiling', 'host', 'device', 'right'] as const;
export type Group = (typeof GROUPS)[number];

const name = z.string().regex(/^[a-z][a-z0-9-]*$/, 'lower-case words with hyphens, e.g. endless-loop');

/** What a person would not keep in a file of its own: too large, or no text. */
const generator = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('size').describe('an honest solution and a comment'), bytes: z.int().positive() }),
  z.strictObject({ kind: z.literal('statements').describe('many statements'), count: z.int().positive() }),
  z.strictObject({
    kind: z.literal('unread').describe('a text again and again, behind an #if 0'),
    text: z.string().min(1),
    count: z.int().positive(),
  }),
  z.strictObject({ kind: z.literal('errors').describe('one error a line'), count: z.int().positive() }),
  z.strictObject({ kind: z.literal('brackets').describe('one expression, deeply nested'), count: z.int().positive() }),
  z.strictObject({ kind: z.literal('nul').describe('a zero byte in an honest solution') }),
  z.strictObject({ kind: z.literal('invalid-utf8').describe('bytes that are no text in an honest solution') }),
  z.strictObject({ kind: z.literal('utf16').describe('an honest solution in UTF-16') }),
  z.strictObject({ kind: z.literal('crlf').describe('an honest solution with the line ends of Windows') }),
  z.strictObject({ kind: z.literal('bom').describe('an honest solution with a byte order mark') }),
]);
export type Generator = z.infer<typeof generator>;

const expectation = z.strictObject({
  verdict: z
    .enum(['passed', 'failed', 'refused', 'unsupported'])
    .describe(
      'refused: no submission at all, said before anything is graded. passed: it did the work, and nothing else. unsupported: an error for it, because it needs what the grader does not have',
    ),
  points: z
    .int()
    .min(0)
    .default(0)
    .describe('The maximum of points that it gets; if it passed, it must get all points'),
  rule: z
    .enum(Object.keys(RULES) as [keyof typeof RULES])
    .optional()
    .describe('A finding of this rule must be there'),
  says: z.string().optional().describe('What one of its messages must say'),
  line: z.int().positive().optional().describe('Where the finding of that rule must be, 1-based'),
});

const entry = z.strictObject({
  name,
  about: z.string().optional().describe('What it tries; default: the first comment of its file'),
  file: z.string().optional().describe('Its source, beside corpus.yaml; default: <group>/<name>.cu'),
  generate: generator.optional().describe('How its source is made, where it is not a file'),
  fileName: z.string().optional().describe('What it is called when it is handed in; default: mine.cu'),
  assignment: z.string().default('grayscale'),
  cases: z
    .array(z.string())
    .min(1)
    .optional()
    .describe('These visible cases alone, where every case would wait for a limit'),
  limits: z
    .strictObject({
      wallSeconds: z.number().positive().optional(),
      compileSeconds: z.number().positive().optional(),
      deviceSteps: z.int().positive().optional(),
      launches: z.int().positive().optional(),
      hostMemoryMiB: z.int().min(16).optional(),
    })
    .optional()
    .describe("Shorter ones than the assignment's"),
  seconds: z.number().positive().default(90).describe('A verdict must be there by then'),
  expect: expectation,
  gpu: expectation.optional().describe('What it must get where nvcc and a GPU judge it too; default: the same'),
  nvcc: z
    .array(z.enum(['compiled', 'rejected', 'exhausted']))
    .optional()
    .describe('compiling: how nvcc may end in its container; without it, nvcc is not asked'),
});

export const corpusSchema = z
  .strictObject({
    schemaVersion: z.literal(1),
    honest: z.strictObject({
      assignment: z.string(),
      file: z.string(),
      cases: z.array(z.string()).min(1),
    }),
    compiling: z.array(entry).min(1),
    host: z.array(entry).min(1),
    device: z.array(entry).min(1),
    right: z.array(entry).min(1),
  })
  .describe('Submissions that a grader must survive, and what each must get');

export type CorpusEntry = z.infer<typeof entry>;
export type Expectation = z.infer<typeof expectation>;
