import { resolve } from 'node:path';
import { readSecret, whyFileUnwritable } from '../platform/files/index.ts';
import { diskFault, messageOf, printable, systemCode, UsageError } from '../platform/index.ts';
import { assignmentRoots, resolveAssignment } from '../spec/index.ts';
import type { CommandInput } from './command.ts';

interface ExportOptions {
  readonly out: string;
  readonly secret?: string;
  readonly assignments?: string[];
}

/** `grade export-autograder`: a package for Gradescope, whose bytes follow from the grader, assignment and secret. */
export async function exportAutograder({ args, options: given, config, io }: CommandInput): Promise<number> {
  const { out, secret: file, assignments } = given as unknown as ExportOptions;
  const assignment = resolveAssignment(args[0] ?? '', assignmentRoots(assignments));
  const secretFile = file ?? io.env.GRADE_SECRET_FILE ?? config.secretFile ?? null;
  const secret = secretFile === null ? null : readSecret(secretFile);
  const why = whyFileUnwritable(out);
  if (why !== null) throw unwritable(out, why);
  const { autograderEntries, writeArchive } = await import('../autograder/index.ts');
  const entries = autograderEntries({ assignment, secret });
  const size = await writeArchive(resolve(out), entries).catch((error: unknown) => {
    throw diskFault(error, `${out} cannot be written`) ?? unwritable(out, systemCode(error) ?? messageOf(error));
  });
  io.stdout.write(`${printable(out)}: ${entries.length} files, ${(size / 1e6).toFixed(1)} MB\n`);
  io.stderr.write(
    secretFile === null
      ? 'note: No secret was given (--secret FILE), so each grading draws practice cases, and students see them.\n'
      : `note: Hidden cases follow from the secret in ${printable(secretFile)}, which is in the package.\n`,
  );
  return 0;
}

function unwritable(path: string, why: string): UsageError {
  return new UsageError(`${path} cannot be written: ${why}. Choose another file with --out FILE.`);
}
