import { z } from 'zod';
import { writeFileAtomic } from '../../platform/files/index.ts';
import { parseJson, readOrNull } from './read.ts';
import type { BatchStore } from './store.ts';

/** The file of a batch that keeps whose hand-ins are, as staff have decided. */
export const OWNERS_FILE = 'owners.json';

const ownerSchema = z.strictObject({
  assignment: z.string(),
  /** The name under which each import finds the hand-ins, e.g. `Kim Lee_71`. */
  name: z.string(),
  /** The student of the roster; null if they belong to no student. A hand-in of a group has an entry per member. */
  student: z.string().nullable(),
});
const ownersSchema = z.strictObject({ schemaVersion: z.literal(1), owners: z.array(ownerSchema) });

type Owner = Readonly<z.infer<typeof ownerSchema>>;

/** Whose hand-ins are, as staff have decided. */
export class Owners {
  readonly all: readonly Owner[];
  readonly #students = new Map<string, string[]>();

  constructor(owners: readonly Owner[]) {
    this.all = owners;
    for (const one of owners) {
      const known = this.#students.get(keyOf(one)) ?? [];
      this.#students.set(keyOf(one), one.student === null ? known : [...known, one.student]);
    }
  }

  /** Returns the students; none if it belongs to no student; `undefined` if staff have not decided. */
  of(assignment: string, name: string): readonly string[] | undefined {
    return this.#students.get(keyOf({ assignment, name }));
  }
}

/** Reads what staff have decided. @throws UsageError if the file is damaged */
export async function readOwners(store: Pick<BatchStore, 'path'>): Promise<Owners> {
  const path = store.path(OWNERS_FILE);
  const text = await readOrNull(path);
  return new Owners(text === null ? [] : ownersSchema.parse(parseJson(text, path)).owners);
}

/**
 * Keeps whose a hand-in is, for this and for later imports.
 * @param students - none if it belongs to no student
 */
export async function rememberOwners(
  store: Pick<BatchStore, 'path'>,
  about: Pick<Owner, 'assignment' | 'name'>,
  students: readonly string[],
): Promise<void> {
  const { assignment, name } = about;
  const before = (await readOwners(store)).all.filter((one) => keyOf(one) !== keyOf(about));
  const owners = students.length === 0 ? [null] : students;
  await save(store, [...before, ...owners.map((student) => ({ assignment, name, student }))]);
}

/** Removes what is kept of a student. */
export async function forgetOwner(store: Pick<BatchStore, 'path'>, student: string): Promise<void> {
  const before = (await readOwners(store)).all;
  const kept = before.filter((one) => one.student !== student && one.name !== student);
  if (kept.length < before.length) await save(store, kept);
}

async function save(store: Pick<BatchStore, 'path'>, owners: readonly Owner[]): Promise<void> {
  const sorted = [...owners].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  await writeFileAtomic(store.path(OWNERS_FILE), `${JSON.stringify({ schemaVersion: 1, owners: sorted }, null, 2)}\n`);
}

function keyOf({ assignment, name }: Pick<Owner, 'assignment' | 'name'>): string {
  return JSON.stringify([assignment, name]);
}
