import { readHeaders, readSubmission, type SubmissionFile, type SubmissionHeader } from '../platform/files/index.ts';
import { UsageError } from '../platform/index.ts';
import type { AssignmentSpec } from '../spec/index.ts';
import { type Extracted, extractCuda, isPython, type PythonProblem, type Shown } from './extract.ts';
import type { GrammarParser } from './parser.ts';

/** A hand-in as the grader compiles it. */
export interface HandIn extends SubmissionFile {
  readonly headers: readonly SubmissionHeader[];
  /** A sentence on a choice that was made; `null` if there was none. */
  readonly note: string | null;
  /** The program that the source was translated from, line for line; none if it is CUDA C++ itself. */
  readonly shown?: Shown;
}

let parser: Promise<GrammarParser> | null = null;

/**
 * Reads a student's file: a CUDA source with the headers that it includes, or the CUDA source in a Python program or a
 * notebook.
 * @throws UsageError if it cannot be read, or has no CUDA source
 */
export async function readHandIn(path: string, spec: Pick<AssignmentSpec, 'entry'>): Promise<HandIn> {
  const file = await readSubmission(path);
  if (!isPython(file.fileName)) return { ...file, headers: await readHeaders(path, file.source), note: null };
  return { ...file, ...(await cudaIn(file, spec)) };
}

/** A hand-in in Python without a source to compile. */
export class HandInError extends UsageError {
  readonly problems: readonly PythonProblem[];
  /** True if the grader does not translate the program, which can be right. */
  readonly isUntranslated: boolean;

  constructor({ reason, details, problems = [], isUntranslated }: Extract<Extracted, { kind: 'refused' }>) {
    super(reason, { details });
    this.problems = problems;
    this.isUntranslated = isUntranslated === true;
  }
}

/** @throws HandInError if there is no CUDA source in the file */
export async function cudaIn(
  { source, fileName }: Pick<SubmissionFile, 'source' | 'fileName'>,
  spec: Pick<AssignmentSpec, 'entry'>,
): Promise<Omit<HandIn, 'sha256'>> {
  parser ??= import('./parser.ts').then(({ loadPythonParser }) => loadPythonParser());
  const extracted = extractedFrom(source, fileName, spec, await parser);
  if (extracted.kind === 'refused') throw new HandInError(extracted);
  const { kind: _, ...handIn } = extracted;
  return handIn;
}

/** Extracts the source. Expressions that are too deep for the stack are refused, as no person writes them. */
function extractedFrom(
  source: string,
  fileName: string,
  { entry }: Pick<AssignmentSpec, 'entry'>,
  loaded: GrammarParser,
): Extracted {
  try {
    return extractCuda(source, fileName, [entry.function], loaded, entry);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const reason = `The grader cannot read ${fileName}: an expression or a block in it is nested too deeply.`;
    return { kind: 'refused', reason, details: [], isUntranslated: true };
  }
}
