import { z } from 'zod';

/** `grade lint --json`. */
export const lintSchema = z.strictObject({
  schemaVersion: z.literal(1),
  linted: z.array(
    z.strictObject({
      id: z.string().describe('The folder’s name, or that of the file'),
      folder: z.string().describe('Absolute path'),
      issues: z.array(
        z.strictObject({
          file: z.string().describe('Path in the folder'),
          line: z.int().min(1),
          column: z.int().min(1),
          severity: z.enum(['error', 'warning']),
          problem: z.string(),
          expected: z.string().optional(),
          example: z.string().optional(),
          found: z.string().optional(),
        }),
      ),
    }),
  ),
});

export type LintReport = z.infer<typeof lintSchema>;
