import { join } from 'node:path';
import { parse } from 'yaml';
import { messageOf, UsageError } from '../../platform/index.ts';
import type { Handed, HandedFile, StudentKey } from './handed.ts';

/** At the root of an export. Such a file in a student's folder is that student's. */
export const GRADESCOPE_METADATA = 'submission_metadata.yml';
const MAX_METADATA_BYTES = 64 << 20;
/** Ruby writes what is repeated once; an alias is no copy, so this many take little memory. */
const MAX_ALIASES = 100_000;

/**
 * The export of Gradescope's submissions: folders `submission_<number>` and a file that says whose they are.
 * @param files - from the root of the export
 * @param input - the path of the export, for messages
 */
export async function fromGradescope(files: readonly HandedFile[], input: string): Promise<Handed[] | null> {
  const metadata = files.find(({ path }) => path === GRADESCOPE_METADATA);
  if (!metadata) return null;
  const records = await readMetadata(metadata, join(input, metadata.path));
  const byFolder = new Map<string, HandedFile[]>();
  for (const file of files) {
    const [folder = ''] = file.path.split('/', 1);
    const known = byFolder.get(folder);
    if (known) known.push(file);
    else byFolder.set(folder, [file]);
  }
  return Object.entries(records).flatMap(([folder, record]): Handed[] => {
    const own = byFolder.get(folder) ?? [];
    // A group hands in once, and each of its members gets the grade.
    return submitters(record).map((keys) => ({
      keys: keys.length > 0 ? keys : [{ as: 'any', value: folder }],
      attempt: null,
      submittedAt: instant(field(record, 'created_at')),
      otherTimes: historyOf(record),
      files: own,
      from: folder,
    }));
  });
}

async function readMetadata(file: HandedFile, path: string): Promise<Record<string, unknown>> {
  let value: unknown;
  try {
    // Ruby's symbols are keys that begin with a colon.
    value = parse((await file.read(MAX_METADATA_BYTES)).toString('utf8'), {
      maxAliasCount: MAX_ALIASES,
      logLevel: 'error',
    });
  } catch (error) {
    const [why = ''] = messageOf(error).split('\n');
    throw new UsageError(`${path} is not valid YAML: ${why.replace(/[:.]$/, '')}.`, { cause: error });
  }
  if (isRecord(value)) return value;
  throw new UsageError(`${path} does not list submissions. Export them from Gradescope again.`);
}

const MAX_HISTORY = 1_000;
const KEYS = [
  ['sid', 'id'],
  ['email', 'email'],
  ['name', 'name'],
] as const;

function submitters(record: unknown): StudentKey[][] {
  const list = field(record, 'submitters');
  if (!Array.isArray(list)) return [[]];
  return list.map((person: unknown) =>
    KEYS.flatMap(([name, as]) => {
      const value = field(person, name);
      const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
      return text === '' ? [] : [{ as, value: text }];
    }),
  );
}

/** Returns the times of a student's earlier hand-ins: the export lists them without their files. */
function historyOf(record: unknown): string[] {
  const list = field(record, 'history');
  if (!Array.isArray(list)) return [];
  return list.slice(0, MAX_HISTORY).flatMap((entry: unknown) => instant(field(entry, 'created_at')) ?? []);
}

/** `2026-10-14 18:51:57.123456789 -07:00`, as Ruby writes it, to ISO 8601. */
function instant(value: unknown): string | null {
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'string') return null;
  const match = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.\d+)?\s*(Z|UTC|[+-]\d\d:?\d\d)?$/.exec(value.trim());
  if (!match) return null;
  const [, day, time, zone = 'Z'] = match;
  const date = new Date(`${day}T${time}${zone === 'UTC' ? 'Z' : zone}`);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

function field(value: unknown, name: string): unknown {
  return isRecord(value) ? (value[`:${name}`] ?? value[name]) : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
