import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { wordNoSubmission, wordSeveralSubmissions } from '../explain/index.ts';
import { readSubmission } from '../platform/files/index.ts';
import { messageOf, systemCode } from '../platform/index.ts';

/** A path that is too long, a folder without permissions. */
const BY_STUDENTS: ReadonlySet<string> = new Set(['ENAMETOOLONG', 'EACCES', 'EPERM']);

export type Submission =
  | { readonly kind: 'file'; readonly path: string }
  /** There is nothing to grade, and the student must fix it. */
  | { readonly kind: 'unusable'; readonly message: string };

/** The one CUDA file under a folder: archives that students hand in are unpacked there, with their folders. */
export async function findSubmission(folder: string): Promise<Submission> {
  const names = cudaFiles(folder);
  const [name] = names;
  if (name === undefined) return { kind: 'unusable', message: wordNoSubmission() };
  if (names.length > 1) return { kind: 'unusable', message: wordSeveralSubmissions(names) };
  const path = join(folder, name);
  try {
    await readSubmission(path);
    return { kind: 'file', path };
  } catch (error) {
    // It tells the path as it was given; students know their own.
    return { kind: 'unusable', message: messageOf(error).replaceAll(path, () => name) };
  }
}

/** Returns what is in a folder; nothing if the student has made one that cannot be read. */
function entriesOf(folder: string, inside: string): Dirent[] {
  try {
    return readdirSync(join(folder, inside), { withFileTypes: true });
  } catch (error) {
    if (inside !== '' && BY_STUDENTS.has(systemCode(error) ?? '')) return [];
    throw error;
  }
}

/** Paths with `/`. What macOS packs beside files (`__MACOSX`, `._name`) is no submission. */
function cudaFiles(folder: string, inside = ''): string[] {
  return entriesOf(folder, inside)
    .flatMap((entry) => {
      const path = inside === '' ? entry.name : `${inside}/${entry.name}`;
      if (entry.name.startsWith('.') || entry.name === '__MACOSX') return [];
      if (entry.isDirectory()) return cudaFiles(folder, path);
      return entry.isFile() && /\.cu$/i.test(entry.name) ? [path] : [];
    })
    .sort();
}
