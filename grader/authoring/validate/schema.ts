import { z } from 'zod';
import { PROOF_IDS } from './proof.ts';

/** `grade validate --json`. */
export const validationSchema = z.strictObject({
  schemaVersion: z.literal(1),
  assignments: z.array(
    z.strictObject({
      id: z.string(),
      folder: z.string().describe('Absolute path'),
      status: z
        .enum(['proven', 'refuted', 'unreadable', 'undecided'])
        .describe('unreadable: assignment.yaml has mistakes; undecided: this machine was at fault'),
      proofs: z.array(
        z.strictObject({
          id: z.enum(PROOF_IDS),
          proves: z.string().describe('What holds where it passes'),
          status: z
            .enum(['passed', 'failed', 'skipped', 'error'])
            .describe('error: this machine was at fault, which says nothing of the assignment'),
          seen: z.string().describe('Evidence; of a skipped proof the reason'),
          flaws: z.array(
            z.strictObject({
              where: z.string().nullable().describe('File and line, case or program'),
              message: z.string(),
              mend: z.string().describe('How to fix it'),
            }),
          ),
          waived: z
            .array(
              z.strictObject({
                where: z.string().nullable(),
                message: z.string(),
                reason: z.string().describe('What submissions/manifest.yaml says about it'),
              }),
            )
            .optional()
            .describe('Flaws that the assignment declares to be none'),
          seconds: z.number().min(0),
          timings: z
            .array(
              z.strictObject({
                file: z.string().describe('Path below submissions/'),
                tiers: z.array(z.string().nullable()).describe('Every tier that was reached; null for none'),
                ms: z.array(z.number()).describe('Median of each timing, milliseconds'),
                ratios: z.array(z.number()).describe("The baseline's time over its own, of each timing"),
              }),
            )
            .optional()
            .describe('Of the proof timing, on a GPU: what was measured of each submission'),
        }),
      ),
    }),
  ),
});

export type Validation = z.infer<typeof validationSchema>;
export type ValidatedAssignment = Validation['assignments'][number];
export type ProofResult = ValidatedAssignment['proofs'][number];
