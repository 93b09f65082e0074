import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { UsageError } from '../platform/index.ts';
import { formatProblem, inOrder, readYaml } from '../spec/index.ts';

/** `grade.config.yaml`. Each key names the flag and the variable that go before it. */
export const configSchema = z.strictObject({
  schemaVersion: z.literal(1).describe('Version of this format'),
  assignments: z
    .array(z.string())
    .optional()
    .describe('Folders with assignments, from this file (--assignments, GRADE_ASSIGNMENTS: added before these)')
    .meta({ examples: [['course/assignments']] }),
  reportDir: z.string().optional().describe('Folder for reports, from this file (--report-dir, GRADE_REPORT_DIR)'),
  format: z
    .array(z.string())
    .optional()
    .describe('Reports to make (--format, GRADE_FORMAT)')
    .meta({ examples: [['text', 'html']] }),
  cacheDir: z.string().optional().describe('Folder of the cache, from this file; "off": none (GRADE_CACHE_DIR)'),
  cacheMiB: z.number().positive().optional().describe('Bound on the cache, MiB (GRADE_CACHE_MIB)'),
  secretFile: z
    .string()
    .optional()
    .describe("File with the course's secret, from this file: hidden cases follow from it (GRADE_SECRET_FILE)"),
  buildImage: z.string().optional().describe('Container image with nvcc (GRADE_BUILD_IMAGE)'),
  runImage: z.string().optional().describe('Container image with Node and the grader, for GPUs (GRADE_RUN_IMAGE)'),
  docs: z
    .strictObject({
      url: z
        .url({ protocol: /^https?$/ })
        .describe('Where the pages that `npm run docs` builds are served; reports link rules there')
        .meta({ examples: ['https://course.example/docs'] }),
    })
    .optional()
    .describe('The documentation as a site (GRADE_DOCS_URL)'),
  gpu: z
    .string()
    .optional()
    .describe('The GPU to use: its index or UUID (GRADE_GPU)')
    .meta({ examples: ['0'] }),
  architectures: z
    .array(z.string().regex(/^(sm|compute)_\d{2,3}[af]?$/))
    .optional()
    .describe('GPU architectures to compile for; default: what the GPU needs')
    .meta({ examples: [['sm_90']] }),
});

export type Config = z.infer<typeof configSchema>;

/** @throws UsageError with every mistake */
export function parseConfig(text: string, path: string): Omit<Config, 'schemaVersion'> {
  const { value, problems } = readYaml(text, configSchema, 'a configuration that begins with `schemaVersion: 1`');
  if (value === null || problems.length > 0) {
    const count = problems.length;
    throw new UsageError(`${path} has ${count} ${count === 1 ? 'mistake' : 'mistakes'}.`, {
      details: inOrder(problems).map((problem) => formatProblem(path, problem)),
    });
  }
  const { schemaVersion: _, ...config } = value;
  const from = (given: string): string => resolve(dirname(path), given);
  return {
    ...config,
    ...(config.assignments && { assignments: config.assignments.map(from) }),
    ...(config.reportDir !== undefined && { reportDir: from(config.reportDir) }),
    ...(config.cacheDir !== undefined && { cacheDir: config.cacheDir === 'off' ? 'off' : from(config.cacheDir) }),
    ...(config.secretFile !== undefined && { secretFile: from(config.secretFile) }),
  };
}
