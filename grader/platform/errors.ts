import { EXIT } from './exit-status.ts';

/**
 * The three ways in which a command can end without a verdict. The class says who has to act; `grader/cli/` alone turns
 * it into an exit status. A message says what is wrong, what was expected, and what to do about it.
 */
export abstract class GradeError extends Error {
  abstract readonly exitCode: number;
  /** Further lines shown under the message, one problem each. */
  readonly details: readonly string[];

  constructor(message: string, options: { details?: readonly string[]; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.details = options.details ?? [];
  }
}

/** The command line, or a file named on it, cannot be used. */
export class UsageError extends GradeError {
  readonly exitCode = EXIT.usage;
}

/** The assignment's own files are at fault: its author has to act, never the student. */
export class AssignmentError extends GradeError {
  readonly exitCode = EXIT.usage;
}

/** This machine or this program is at fault. Costs a student nothing. */
export class InfrastructureError extends GradeError {
  readonly exitCode = EXIT.infrastructure;
}

/** The `code` of a system error (`ENOENT`, `EACCES` …), or null. */
export function systemCode(error: unknown): string | null {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return null;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
