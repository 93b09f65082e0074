import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDocument, YAMLSeq } from 'yaml';
import { z } from 'zod';
import { writeFileAtomic } from '../../platform/files/index.ts';
import { AssignmentError } from '../../platform/index.ts';
import { formatProblem, readYaml } from '../../spec/index.ts';
import { keyOf, type Mutant } from './mutants.ts';

/** `mutants.yaml` of an assignment: bugs that its author has looked at, and why they pass. */
export const MUTANTS_FILE = 'mutants.yaml';

const groups = z
  .array(
    z.strictObject({
      reason: z.string().min(1).describe('Why they pass, in a sentence'),
      mutants: z
        .array(
          z.strictObject({
            file: z.string().describe('Accepted submission'),
            operator: z.string().describe('Operator that makes the bug'),
            line: z.int().min(1).describe('1-based, the first that is changed'),
            before: z.string().describe('The changed lines as they are in the submission, without indentation'),
            after: z.string().describe('The changed lines with the bug, without indentation'),
          }),
        )
        .min(1),
    }),
  )
  .default([]);

const knownSchema = z.strictObject({
  schemaVersion: z.literal(1).describe('Version of this format'),
  equivalent: groups.describe('No bugs: they do on every input what the submission does'),
  survives: groups.describe('Bugs that the assignment does not catch'),
});

export type KnownMutants = z.infer<typeof knownSchema>;
export type KnownGroup = KnownMutants['survives'][number];
export type KnownMutant = KnownGroup['mutants'][number];

export interface KnownVerdict {
  readonly verdict: 'equivalent' | 'survives';
  readonly reason: string;
}

/** @throws AssignmentError with every mistake in the file */
export function loadKnown(folder: string): KnownMutants {
  const path = join(folder, MUTANTS_FILE);
  if (!existsSync(path)) return { schemaVersion: 1, equivalent: [], survives: [] };
  const { value, problems } = readYaml(
    readFileSync(path, 'utf8'),
    knownSchema,
    'a list of mutants that begins with `schemaVersion: 1`',
  );
  if (value !== null && problems.length === 0) return value;
  throw new AssignmentError(`${path} is not a list of mutants.`, {
    details: problems.map((problem) => formatProblem(path, problem)),
  });
}

export function verdictsOf(known: KnownMutants): Map<string, KnownVerdict> {
  const verdicts = new Map<string, KnownVerdict>();
  for (const verdict of ['equivalent', 'survives'] as const) {
    for (const { reason, mutants } of known[verdict]) {
      for (const mutant of mutants) verdicts.set(keyOf(mutant), { verdict, reason });
    }
  }
  return verdicts;
}

export function entriesOf(known: KnownMutants): KnownMutant[] {
  return [...known.equivalent, ...known.survives].flatMap(({ mutants }) => mutants);
}

/** What `--write` says of a survivor that nobody has explained. */
export const NOT_EXPLAINED = 'Not explained yet.';

/** Adds survivors to the file; what is there stays as it is, comments and all. */
export async function writeSurvivors(folder: string, survivors: readonly Mutant[]): Promise<string> {
  const path = join(folder, MUTANTS_FILE);
  const text = existsSync(path) ? readFileSync(path, 'utf8') : 'schemaVersion: 1\n';
  const document = parseDocument(text);
  const mutants = survivors.map(({ source: _, isLaunchOnly: __, ...mutant }) => mutant);
  if (mutants.length > 0) {
    if (!document.has('survives')) document.set('survives', new YAMLSeq());
    document.addIn(['survives'], document.createNode({ reason: NOT_EXPLAINED, mutants }));
  }
  await writeFileAtomic(path, document.toString({ lineWidth: 0 }));
  return path;
}
