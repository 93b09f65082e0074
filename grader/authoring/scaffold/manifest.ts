import { stringify } from 'yaml';
import { MANIFEST_PATH, parseSubmissions, SUBMISSIONS_FOLDER, type SubmissionsManifest } from '../submissions.ts';

/** Names of submissions that an assignment takes. */
export interface Chosen {
  readonly accepted: readonly string[];
  readonly rejected: readonly string[];
}

/** Drops what is not chosen from a manifest, and the files of submissions that the manifest then does not name. */
export function keepChosen(files: Map<string, string>, { accepted, rejected }: Chosen): void {
  const all = parseSubmissions(files.get(MANIFEST_PATH) ?? '', MANIFEST_PATH);
  const kept: SubmissionsManifest = {
    ...all,
    accepted: all.accepted.filter(({ file }) => accepted.includes(file)),
    slow: [],
    rejected: all.rejected.filter(({ file }) => rejected.includes(file)),
  };
  const named = new Set([
    MANIFEST_PATH,
    ...kept.accepted.map(({ file }) => `${SUBMISSIONS_FOLDER}/accepted/${file}`),
    ...kept.rejected.map(({ file }) => `${SUBMISSIONS_FOLDER}/rejected/${file}`),
  ]);
  for (const path of files.keys())
    if (path.startsWith(`${SUBMISSIONS_FOLDER}/`) && !named.has(path)) files.delete(path);
  files.set(MANIFEST_PATH, manifestText(kept));
}

/** Writes a manifest as the ones that ship are written. */
export function manifestText({ accepted, rejected }: SubmissionsManifest): string {
  const word = (text: string) => stringify(text, { lineWidth: 0 }).trimEnd();
  return [
    '# yaml-language-server: $schema=manifest.schema.json',
    '# The verdict that each submission must get; `grade validate` grades all of them and compares.',
    'schemaVersion: 1',
    'accepted:',
    ...accepted.flatMap(({ file, tier }) => [
      `  - file: ${file}`,
      ...(tier === undefined ? [] : [`    tier: ${tier}`]),
    ]),
    'rejected:',
    ...rejected.flatMap(({ file, verdict, checks, rule, line, about }) => [
      `  - file: ${file}`,
      `    verdict: ${verdict}`,
      `    checks: [${checks.join(', ')}]`,
      `    rule: ${rule}`,
      `    line: ${line}`,
      `    about: ${word(about)}`,
    ]),
    '',
  ].join('\n');
}
