import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { writeFileAtomic } from '../../platform/files/index.ts';
import { systemCode } from '../../platform/index.ts';
import { CANVAS, type HandedIn, MOODLE } from '../intake/index.ts';
import { readOwners } from '../state/owners.ts';
import type { BatchStore } from '../state/store.ts';

/** The file of a batch that keeps the names. */
const NAMES_FILE = 'platform-names.json';

const nameSchema = z.strictObject({
  platform: z.enum(['canvas', 'moodle']),
  assignment: z.string(),
  student: z.string(),
  /** The part of a name in a download by which the platform finds the student again, e.g. `Ada Lovelace_71`. */
  name: z.string(),
});
const namesSchema = z.strictObject({ schemaVersion: z.literal(1), names: z.array(nameSchema) });

/** A name by which a platform takes a file back: ids that no roster has. */
export type PlatformName = Readonly<z.infer<typeof nameSchema>>;

/** The names of a hand-in: of its folder or first file, and of the file that is graded, if there is one. */
interface Found {
  readonly from: string;
  readonly file: { readonly path: string } | null;
}

/** Keeps the names that a platform's download gave to what students handed in. The newest download counts. */
export async function rememberNames(
  store: Pick<BatchStore, 'path'>,
  handedIn: readonly (Pick<HandedIn, 'student' | 'assignment'> & Found)[],
): Promise<void> {
  const found = handedIn.flatMap((one): PlatformName[] => {
    const known = nameOf(one);
    return known === null ? [] : [{ ...known, assignment: one.assignment, student: one.student }];
  });
  // A platform has one place for the hand-in of a group.
  const taken = new Set<string>();
  const own = found.filter(({ platform, assignment, name }) => {
    const place = JSON.stringify([platform, assignment, name]);
    return !taken.has(place) && taken.add(place);
  });
  if (found.length === 0) return;
  const before = await platformNames(store);
  const merged = new Map([...before, ...own].map((one) => [keyOf(one), one]));
  const names = [...merged.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  if (JSON.stringify(names) === JSON.stringify(before)) return;
  await writeFileAtomic(store.path(NAMES_FILE), `${JSON.stringify({ schemaVersion: 1, names }, null, 2)}\n`);
}

/** Removes the names of a student. */
export async function forgetNames(store: Pick<BatchStore, 'path'>, student: string): Promise<void> {
  const before = await platformNames(store);
  const names = before.filter((one) => one.student !== student);
  if (names.length === before.length) return;
  await writeFileAtomic(store.path(NAMES_FILE), `${JSON.stringify({ schemaVersion: 1, names }, null, 2)}\n`);
}

/** Returns the names that a batch keeps; none if it has no download of such a platform, or the file is damaged. */
export async function platformNames(store: Pick<BatchStore, 'path'>): Promise<readonly PlatformName[]> {
  try {
    const text = await readFile(store.path(NAMES_FILE), 'utf8');
    const names = namesSchema.safeParse(JSON.parse(text)).data?.names ?? [];
    // A hand-in that was held is that of the student to whom staff gave it.
    const owners = await readOwners(store);
    return names.map((one) => ({ ...one, student: owners.of(one.assignment, one.student)?.[0] ?? one.student }));
  } catch (error) {
    if (error instanceof SyntaxError || systemCode(error) === 'ENOENT') return [];
    throw error;
  }
}

function keyOf({ platform, assignment, student }: PlatformName): string {
  return JSON.stringify([platform, assignment, student]);
}

/** Returns what the names of a hand-in tell; `null` if they are of no such platform. */
function nameOf({ from, file }: Found): Pick<PlatformName, 'platform' | 'name'> | null {
  const moodle = MOODLE.exec(from)?.groups;
  // A full name that has a line like this would make Moodle find another participant, so Moodle writes none.
  if (moodle?.name !== undefined && moodle.participant !== undefined && !moodle.name.includes('_')) {
    return { platform: 'moodle', name: `${moodle.name}_${moodle.participant}` };
  }
  const path = file?.path ?? from;
  const canvas = CANVAS.exec(path.slice(path.lastIndexOf('/') + 1))?.groups ?? CANVAS.exec(from)?.groups;
  // A text entry has no file of its own, to which Canvas could add the comment.
  if (canvas?.upload === undefined) return null;
  const { name = '', user = '', upload } = canvas;
  // Canvas takes the first two numbers between underscores, so that a name must not be one.
  return { platform: 'canvas', name: `${/^\d+$/.test(name) ? 'student' : name}_${user}_${upload}` };
}
