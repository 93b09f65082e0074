import { type Problem, wordProblem } from '../../spec/index.ts';

/** Something in a file of an assignment that is wrong, or that its author should know. */
export interface Issue extends Problem {
  /** Path in the assignment's folder, with `/`. */
  readonly file: string;
  /** An error makes the assignment unusable or unproven; a warning does not. */
  readonly severity: 'error' | 'warning';
}

/** What the lint of one file is given: its name in the folder, and what it says of the whole folder. */
export interface Folder {
  /** Absolute path. */
  readonly path: string;
  /** Size in bytes of a file in it, `folder`, or null where nothing is there. */
  stat(file: string): number | 'folder' | null;
  /** @throws the system's error */
  read(file: string): Uint8Array;
  /** Names in a folder below it, sorted; empty where there is none. */
  list(folder: string): readonly string[];
}

export function errorsIn(file: string, problems: readonly Problem[]): Issue[] {
  return problems.map((problem) => ({ ...problem, file, severity: 'error' }));
}

/** About a file as a whole. */
export function aboutFile(file: string, severity: Issue['severity'], said: Omit<Problem, 'line' | 'column'>): Issue {
  return { file, severity, line: 1, column: 1, ...said };
}

/** As gcc writes it, so that editors find the place: `file:line:column: error: problem; expected ..., e.g. ...`. */
export function formatIssue({ file, line, column, severity, ...said }: Issue): string {
  return `${file}:${line}:${column}: ${severity}: ${wordProblem(said)}`;
}

/** UTF-8 text of a file, or the issue that there is none. */
export function readText(folder: Folder, file: string): { readonly text: string } | { readonly issue: Issue } {
  const size = folder.stat(file);
  if (typeof size !== 'number') {
    const problem = size === null ? `${file} does not exist` : `${file} is a folder`;
    return { issue: aboutFile(file, 'error', { problem, expected: 'a file' }) };
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(folder.read(file)) };
  } catch (error) {
    const problem =
      error instanceof TypeError ? `${file} is not UTF-8 text` : `${file} cannot be read: ${String(error)}`;
    return { issue: aboutFile(file, 'error', { problem, expected: 'UTF-8 text' }) };
  }
}
