import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { parseSubmissions } from '../../../grader/authoring/submissions.ts';
import type { Grader } from '../../../grader/cli/grader.ts';
import { loadAssignment } from '../../../grader/spec/index.ts';
import { session } from '../../cli/harness.ts';

/** Runs `grade new` and gives the assignment's folder. */
export async function make(into: string, id: string, ...flags: string[]): Promise<string> {
  const run = session({ cwd: into });
  const status = await run.run('new', id, '--into', into, '--yes', ...flags);
  expect({ status, stderr: run.stderr() }).toEqual({ status: 0, stderr: '' });
  return join(into, id);
}

/** Grades every example submission, and gives those whose verdict is not the manifest's, with what they got. */
export async function wrongVerdicts(grader: Grader, folder: string): Promise<unknown[]> {
  const assignment = loadAssignment(folder);
  const path = join(folder, 'submissions', 'manifest.yaml');
  const { accepted, slow, rejected } = parseSubmissions(readFileSync(path, 'utf8'), path);
  const wanted = [
    ...accepted.map(({ file }) => ({
      file: `accepted/${file}`,
      verdict: 'passed',
      checks: [] as string[],
      place: null,
    })),
    ...slow.map(({ file }) => ({ file: `slow/${file}`, verdict: 'passed', checks: [] as string[], place: null })),
    ...rejected.map(({ file, checks, rule, line }) => ({
      file: `rejected/${file}`,
      verdict: 'failed',
      checks: [...checks] as string[],
      place: `${rule} at line ${line}`,
    })),
  ];
  const wrong: unknown[] = [];
  for (const { file, verdict, checks, place } of wanted) {
    const source = readFileSync(join(folder, 'submissions', file), 'utf8');
    const { result } = await grader.grade({
      assignment,
      source,
      fileName: file,
      sha256: createHash('sha256').update(source).digest('hex'),
      seed: '1',
      seedIsPublic: true,
      onProgress: () => {},
      signal: new AbortController().signal,
    });
    const failed = result.checks.filter(({ status }) => status === 'failed').map(({ id }) => id as string);
    const places = result.checks.flatMap(({ findings }) =>
      findings.filter(({ severity }) => severity === 'error').map(({ rule, line }) => `${rule} at line ${line}`),
    );
    const right =
      result.verdict === verdict &&
      failed.sort().join() === checks.sort().join() &&
      (place === null ? places.length === 0 : places.includes(place));
    if (!right)
      wrong.push({ file, wanted: { verdict, checks, place }, got: { verdict: result.verdict, failed, places } });
  }
  return wrong;
}
