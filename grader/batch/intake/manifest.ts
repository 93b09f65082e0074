import { lstatSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, posix, relative, resolve, sep } from 'node:path';
import { z } from 'zod';
import { readBeside } from '../../platform/files/index.ts';
import { didYouMean, messageOf, systemCode, UsageError } from '../../platform/index.ts';
import { inLineOrder, readTable } from '../table.ts';
import { readStart } from './folder.ts';
import type { HandedFile } from './handed.ts';
import type { Students } from './students.ts';

/** A line of a manifest that is in order. */
export interface ManifestLine {
  readonly student: string;
  readonly assignment: string;
  /** null: numbered in the order of handing in. */
  readonly attempt: string | null;
  readonly submittedAt: string | null;
  readonly file: HandedFile;
  /** `file:line`. */
  readonly from: string;
}

export interface ManifestContext {
  /** The assignment of the command line; a column of its own goes before it. */
  readonly assignment: string | null;
  readonly assignments: readonly string[];
  readonly students: Students;
}

const INSTANT = z.iso.datetime({ offset: true });
const ATTEMPT = /^[\w.-]{1,40}$/;

/**
 * Reads a CSV file with the columns student and file, and attempt, submitted_at and assignment where there are any.
 * Files are looked for in the manifest's folder; what is outside, or reached by a link, is left out with a note, because
 * neither a row nor a file of that folder is trusted.
 * @throws UsageError with every mistake of it
 */
export function readManifest(
  path: string,
  { assignment, assignments, students }: ManifestContext,
): { readonly lines: ManifestLine[]; readonly notes: string[] } {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`${path} cannot be read (${systemCode(error) ?? messageOf(error)}).`, { cause: error });
  }
  const { rows, problems: ofTable } = readTable(text, path, {
    required: ['student', 'file'],
    optional: ['attempt', 'submitted_at', 'assignment'],
    aliases: { id: 'student', student_id: 'student', path: 'file', submitted: 'submitted_at' },
  });
  const problems: string[] = [...ofTable];
  const seen = new Map<string, string>();
  const lines: ManifestLine[] = [];
  const notes: string[] = [];
  for (const row of rows) {
    const from = `${path}:${row.line}`;
    const wrong = (problem: string): void => void problems.push(`${from}: ${problem}`);
    const before = problems.length;
    const id = row.assignment ?? assignment;
    if (id === null) wrong('no assignment; name one in a column assignment or on the command line');
    else if (!assignments.includes(id)) {
      const meant = didYouMean(id, assignments);
      wrong(`there is no assignment ${JSON.stringify(id)}${meant === '' ? '' : `, ${meant}`}`);
    }
    const found = row.student === undefined ? null : students.find([{ as: 'any', value: row.student }]);
    if (found && !found.known) {
      const { owners } = found;
      const who = `the student ${JSON.stringify(row.student)}`;
      wrong(owners.length > 0 ? `${who} can be ${owners.join(' or ')}; give the id` : `${who} is not in the roster`);
    }
    if (row.attempt !== undefined && !ATTEMPT.test(row.attempt)) {
      wrong(`attempt ${JSON.stringify(row.attempt)}; expected a number, or letters, digits, dots and hyphens`);
    }
    if (row.submitted_at !== undefined && !INSTANT.safeParse(row.submitted_at.replace(' ', 'T')).success) {
      wrong(
        `submitted_at ${JSON.stringify(row.submitted_at)}; expected a moment with its offset, e.g. 2026-10-14T23:59:00+02:00`,
      );
    }
    const file = row.file === undefined ? null : examine(dirname(path), row.file);
    if (typeof file === 'string') wrong(file);
    if (found && id !== null && row.attempt !== undefined) {
      const key = JSON.stringify([found.student, id, row.attempt]);
      const first = seen.get(key);
      if (first !== undefined)
        wrong(`attempt ${row.attempt} of ${found.student} at ${id} is there already, in ${first}`);
      else seen.set(key, from);
    }
    if (problems.length > before || !found || id === null || file === null || typeof file === 'string') continue;
    if ('outside' in file) {
      notes.push(`${found.student} (${from}): ${file.outside}; left out.`);
      continue;
    }
    const submittedAt = row.submitted_at?.replace(' ', 'T') ?? null;
    lines.push({ student: found.student, assignment: id, attempt: row.attempt ?? null, submittedAt, file, from });
  }
  if (problems.length === 0) return { lines: ownFolders(lines), notes };
  const count = problems.length;
  throw new UsageError(`${path} has ${count} ${count === 1 ? 'mistake' : 'mistakes'}. Nothing was graded.`, {
    details: inLineOrder(problems),
  });
}

/** Lets sources read their folders, except folders in which several students have files. */
function ownFolders(lines: readonly ManifestLine[]): ManifestLine[] {
  const folderOf = ({ file }: ManifestLine): string => posix.dirname(file.path);
  const owners = new Map<string, Set<string>>();
  for (const line of lines) {
    // A folder is also used by what is in the folders in it.
    for (let at = folderOf(line); ; at = posix.dirname(at)) {
      owners.set(at, (owners.get(at) ?? new Set()).add(line.student));
      if (at === '.' || at === posix.dirname(at)) break;
    }
  }
  return lines.map((line): ManifestLine => {
    if (owners.get(folderOf(line))?.size === 1) return line;
    const { path, read } = line.file;
    return { ...line, file: { path, read } };
  });
}

/** Returns the file, why it is not one of the manifest's folder, or what is wrong with it. */
function examine(folder: string, given: string): HandedFile | { readonly outside: string } | string {
  const absolute = resolve(folder, given);
  const inside = relative(resolve(folder), absolute);
  const parts = inside.split(sep);
  if (parts[0] === '..' || isAbsolute(inside)) {
    return { outside: `${given} is outside of the folder of the manifest` };
  }
  try {
    let at = resolve(folder);
    for (const part of parts) {
      at = join(at, part);
      if (lstatSync(at).isSymbolicLink()) return { outside: `${given} is, or is in, a symbolic link` };
    }
    if (!lstatSync(absolute).isFile()) return `${given} is not a file`;
    return {
      path: inside.split(sep).join('/'),
      read: (limit) => readStart(absolute, limit),
      beside: (path, limit) => readBeside(dirname(absolute), path, limit),
    };
  } catch (error) {
    const code = systemCode(error);
    return code === 'ENOENT' || code === 'ENOTDIR'
      ? `the file ${given} does not exist`
      : `${given} cannot be read (${code})`;
  }
}
