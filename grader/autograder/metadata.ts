import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { DrawnFor } from '../platform/files/index.ts';

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

const moment = z.iso.datetime({ offset: true }).nullish().catch(null);
const dates = z.object({ due_date: moment, late_due_date: moment }).partial().optional().catch(undefined);
const dueSchema = z.object({
  assignment: dates,
  users: z
    .array(z.object({ assignment: dates }))
    .optional()
    .catch(undefined),
});

/**
 * Returns what hidden cases are drawn for now: for feedback as long as this student can hand in, for the grade after
 * the last due date, when staff grade all submissions again. Without a due date it is always feedback.
 * @param now - in milliseconds since 1970
 */
export function drawnForNow(path: string, now: number): DrawnFor {
  try {
    const { assignment, users } = dueSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
    const moments = [assignment, ...(users ?? []).map((user) => user.assignment)]
      .flatMap((one) => [one?.due_date, one?.late_due_date])
      .flatMap((text) => (text ? [Date.parse(text)] : []));
    return moments.length > 0 && now > Math.max(...moments) ? 'grade' : 'feedback';
  } catch {
    return 'feedback';
  }
}
