import { readHeaders, readSubmission, type SubmissionFile, type SubmissionHeader } from '../platform/files/index.ts';
import { UsageError } from '../platform/index.ts';
import type { AssignmentSpec } from '../spec/index.ts';
import { extractCuda, isPython, type Shown, type Untranslated } from './extract.ts';
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

/** A program in Python that the grader does not translate: its student made no mistake. */
export class UntranslatedError extends UsageError {
  readonly untranslated: readonly Untranslated[];

  constructor(
    message: string,
    { details, untranslated }: { readonly details: readonly string[]; readonly untranslated: readonly Untranslated[] },
  ) {
    super(message, { details });
    this.untranslated = untranslated;
  }
}

/** @throws UsageError if there is no CUDA source in the file */
export async function cudaIn(
  { source, fileName }: Pick<SubmissionFile, 'source' | 'fileName'>,
  spec: Pick<AssignmentSpec, 'entry'>,
): Promise<Omit<HandIn, 'sha256'>> {
  parser ??= import('./parser.ts').then(({ loadPythonParser }) => loadPythonParser());
  const extracted = extractCuda(source, fileName, [spec.entry.function], await parser, spec.entry);
  if (extracted.kind === 'refused') {
    const { reason, details, untranslated } = extracted;
    throw untranslated ? new UntranslatedError(reason, { details, untranslated }) : new UsageError(reason, { details });
  }
  const { kind: _, ...handIn } = extracted;
  return handIn;
}
