import type { GradeResult, RunResult } from './results.ts';

/** An assignment that `loadAssignment` has read and checked. */
export interface Assignment {
  readonly id: string;
  readonly title: string;
  /** The absolute path of its folder. */
  readonly folder: string;
}

/** An error with a sentence for the user: the file, the assignment or this machine prevents a result. */
export interface GradeError extends Error {
  /** 2 if the file or the assignment must be corrected, 3 if this machine is at fault. */
  readonly exitCode: number;
  /** Further lines, one problem each. */
  readonly details: readonly string[];
}

/** A `.cu` file: the path of one, or its text. */
export type Source = { readonly file: string } | { readonly source: string; readonly fileName?: string };

/** The parts of this machine that a grader uses. */
export interface MachineOptions {
  /** The place where `grade` runs kernels; the default is `emulator`. `run` uses the emulator only. */
  readonly target?: 'auto' | 'emulator' | 'gpu';
  /** The use of nvcc beside Clang; the default is `off` on the emulator and `auto` otherwise. */
  readonly nvcc?: 'auto' | 'require' | 'off';
  /** The container that nvcc and kernels on a GPU run in; the default is `auto`. */
  readonly sandbox?: 'auto' | 'docker' | 'none';
  /** The number of cases that run at the same time; the default is one per processor, at most 8. */
  readonly cases?: number;
  /** The folder of compiled programs; the default is the user's cache. */
  readonly cacheFolder?: string;
  /** Receives a line per failure that does not decide an outcome; the default writes it to standard error. */
  readonly log?: (line: string) => void;
}

export interface GradeOptions {
  /** A whole number in decimal that decides the drawn cases; the default is random. */
  readonly seed?: string;
  /** The file of the course's secret, which decides hidden cases if `seed` is not given. */
  readonly secretFile?: string;
  /** The purpose that hidden cases are drawn for, from `secretFile`; the default is `feedback`. */
  readonly drawnFor?: 'feedback' | 'grade';
  readonly signal?: AbortSignal;
}

export interface RunOptions {
  /** The arguments of `main` after the program's name. */
  readonly args?: readonly string[];
  /** Folders with headers that the program includes, if it is given as a file. */
  readonly include?: readonly string[];
  /** Folders whose files the program can read; the default is none. */
  readonly folders?: readonly string[];
  /** True if each launch is to have memory counters. */
  readonly counters?: boolean;
  /** The limit of the whole run in seconds; the default is 600. */
  readonly timeoutSeconds?: number;
  readonly signal?: AbortSignal;
}

/** A report as a file: its usual name and its text. */
export interface Report {
  readonly name: string;
  readonly content: string;
}

/** A format that is a file; `github` has two (docs/formats.md). */
export type ReportFormat = 'html' | 'md' | 'json' | 'junit' | 'sarif' | 'gradescope' | 'github' | 'prairielearn';

export interface Graded {
  /** The content of `result.json`. */
  readonly result: GradeResult;
  /** Returns the report of the terminal, without colors, for lines of `width` characters; the default is 80. */
  text(width?: number): string;
  reports(...formats: readonly ReportFormat[]): readonly Report[];
}

/** A compiler and an emulator that stay warm. Use one for many submissions, and close it at the end. */
export interface Grader {
  /** Reasons why a part of this machine is not used. */
  readonly skipped: readonly string[];
  /** @throws GradeError if the file, the assignment or this machine prevents a grade */
  grade(assignment: string | Assignment, submission: Source, options?: GradeOptions): Promise<Graded>;
  /** @throws GradeError if the file or this machine prevents a run */
  run(program: Source, options?: RunOptions): Promise<RunResult>;
  close(): Promise<void>;
}
