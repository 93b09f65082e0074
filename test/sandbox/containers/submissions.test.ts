import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { compiledOf, inOneFile } from '../../../grader/authoring/in-python.ts';
import { parseSubmissions, SUBMISSIONS_FOLDER, SUBMISSIONS_MANIFEST } from '../../../grader/authoring/submissions.ts';
import { type BuildResult, openSandbox } from '../../../grader/sandbox/index.ts';
import { buildFatbin } from '../../../grader/sandbox/nvcc.ts';
import { loadAssignment, prototype } from '../../../grader/spec/index.ts';
import { reason } from '../support.ts';
import { Batch } from './batch.ts';

interface Shipped {
  readonly folder: 'accepted' | 'rejected';
  readonly file: string;
  /** Of the finding that the manifest states. */
  readonly line: number;
  readonly clang: 'compiles' | 'refuses' | 'other signature';
}

/** nvcc has to agree with Clang about every submission that ships. */
describe.skipIf(reason !== null).each(['grayscale', 'matmul-2d', 'matmul-tiled'])(
  'nvcc on the submissions of %s',
  (id) => {
    const assignment = loadAssignment(join('assignments', id));
    const manifest = parse(assignment.folder);
    const results = new Map<string, BuildResult>();

    beforeAll(async () => {
      const sandbox = await openSandbox();
      const architectures = await sandbox.architectures([]);
      const batch = new Batch();
      // Read first: the batch runs what it was asked for until it begins.
      const sources = await Promise.all(
        manifest.map(async ({ folder, file }) => {
          const text = readFileSync(join(assignment.folder, SUBMISSIONS_FOLDER, folder, file), 'utf8');
          const { source, headers = [] } = await compiledOf(text, file, assignment);
          return { folder, file, source: inOneFile(source, headers) };
        }),
      );
      const builds = sources.map(async ({ folder, file, source }) => {
        const fileName = `${folder}-${file.replace(/\.py$/, '-py.cu')}`;
        const result = await buildFatbin(batch.run, {
          source,
          fileName,
          prototype: prototype(assignment.spec),
          architectures,
        });
        results.set(`${folder}/${file}`, result);
      });
      await batch.runAll(sandbox);
      await Promise.all(builds);
    });

    const status = ({ folder, file }: Shipped): string | undefined => results.get(`${folder}/${file}`)?.status;
    const by = (wanted: Shipped['clang']): Shipped[] => manifest.filter(({ clang }) => clang === wanted);

    test.each(by('compiles'))('compiles $folder/$file', (shipped) => expect(status(shipped)).toBe('compiled'));

    // With other types, the function is an overload to nvcc; with the same ones and another result, a mistake.
    test.each(by('other signature'))('has a verdict on $folder/$file', (shipped) => {
      expect(['compiled', 'rejected']).toContain(status(shipped));
    });

    test.each(by('refuses'))('refuses $folder/$file near line $line', (shipped) => {
      expect(status(shipped)).toBe('rejected');
      // What is missing at the end of a line is missed on the next one.
      const first = results.get(`${shipped.folder}/${shipped.file}`)?.diagnostics[0]?.line;
      expect([shipped.line, shipped.line + 1]).toContain(first);
    });
  },
);

function parse(folder: string): Shipped[] {
  const path = join(folder, SUBMISSIONS_FOLDER, SUBMISSIONS_MANIFEST);
  const { accepted, rejected } = parseSubmissions(readFileSync(path, 'utf8'), path);
  return [
    ...accepted.map(({ file }) => ({ folder: 'accepted' as const, file, line: 0, clang: 'compiles' as const })),
    ...rejected.map(({ file, rule, line }) => ({ folder: 'rejected' as const, file, line, clang: clangOn(rule) })),
  ];
}

function clangOn(rule: string): Shipped['clang'] {
  if (rule === 'signature-mismatch') return 'other signature';
  return rule === 'compile-error' ? 'refuses' : 'compiles';
}
