import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** Beside `setup.sh` in the package; written by the export, read where it runs. */
export const SETTINGS_FILE = 'autograder.json';

/** The course's secret in the package; missing if each submission is graded on practice cases. */
export const SECRET_FILE = 'secret';

const settingsSchema = z.strictObject({
  schemaVersion: z.literal(1),
  assignment: z.string(),
  /** Paths from the package's folder. */
  grader: z.string(),
  starter: z.string(),
});

export type Settings = z.infer<typeof settingsSchema>;

/** @throws what is wrong with the file */
export function readSettings(source: string): Settings {
  return settingsSchema.parse(JSON.parse(readFileSync(join(source, SETTINGS_FILE), 'utf8')));
}
