import { z } from 'zod';
import { streamsStopped } from './details/facts.ts';
import { findingSchema, launchSchema } from './schema.ts';

/** What `grade run --json` prints: a result without an assignment, its cases and its score. */
export const runResultSchema = z.strictObject({
  schemaVersion: z.literal(1),
  program: z.strictObject({
    file: z.string().describe('As it was given'),
    sha256: z.string(),
    arguments: z.array(z.string()),
  }),
  exitCode: z
    .int()
    .min(0)
    .max(255)
    .nullable()
    .describe('What the program ended with, 134 after abort; null where it does not compile, crashed or was stopped'),
  findings: z.array(findingSchema.omit({ case: true })),
  launches: z.array(launchSchema.omit({ case: true })),
  refusedFiles: z
    .array(z.string())
    .describe('What the program asked for and that lies in no folder of --dir; whole paths without their first /'),
  writtenFiles: z
    .array(z.string())
    .describe('Files that the program wrote: they were in memory, and are gone; whole paths without their first /'),
  streams: streamsStopped.optional(),
  stdout: z.string(),
  stderr: z.string(),
  gpu: z
    .strictObject({
      name: z.string(),
      driver: z.string(),
      nvcc: z.string(),
      tools: z.array(
        z.strictObject({
          tool: z.enum(['memcheck', 'racecheck', 'initcheck', 'synccheck']),
          stopped: z
            .enum(['time', 'memory', 'output'])
            .nullable()
            .describe('The limit at which the program was stopped under this tool of compute-sanitizer'),
        }),
      ),
      differences: z
        .array(z.string())
        .optional()
        .describe('With --compare: where the emulator and the GPU disagree, a sentence for each'),
    })
    .optional()
    .describe('With --target gpu: the GPU, and the tools of compute-sanitizer that ran'),
  environment: z.strictObject({
    engine: z.string(),
    clang: z.string().nullable(),
    node: z.string(),
    limits: z.record(z.string(), z.number()),
    durationMs: z.number(),
  }),
});

export type RunResultJson = z.infer<typeof runResultSchema>;
export type ProgramFinding = RunResultJson['findings'][number];
export type ProgramLaunch = RunResultJson['launches'][number];
