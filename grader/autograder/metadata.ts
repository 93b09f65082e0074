import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** https://gradescope-autograders.readthedocs.io/en/latest/submission_metadata/: what of it is of use to staff. */
const metadataSchema = z.object({
  id: z.union([z.number(), z.string()]).optional(),
  created_at: z.iso.datetime({ offset: true }),
  assignment: z.object({ due_date: z.iso.datetime({ offset: true }).nullish() }).optional(),
});

export interface SubmissionFacts {
  readonly id?: number | string;
  readonly submittedAt: string;
  readonly dueAt?: string;
  /** Seconds after the due date; 0 where it was in time. Gradescope takes points for it, this program does not. */
  readonly lateSeconds?: number;
}

/** null where Gradescope tells nothing, or something else: it may change, and no grade depends on it. */
export function readMetadata(path: string): SubmissionFacts | null {
  try {
    const { id, created_at, assignment } = metadataSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
    const due = assignment?.due_date;
    return {
      ...(id !== undefined && { id }),
      submittedAt: created_at,
      ...(due && { dueAt: due, lateSeconds: Math.max(0, (Date.parse(created_at) - Date.parse(due)) / 1000) }),
    };
  } catch {
    return null;
  }
}
