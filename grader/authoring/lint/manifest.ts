import { type AssignmentSpec, inOrder, type Problem, readYaml } from '../../spec/index.ts';
import { MANIFEST_PATH, SUBMISSIONS_FOLDER, type SubmissionsManifest, submissionsSchema } from '../submissions.ts';
import { lintSchemaLine } from './editor.ts';
import { aboutFile, errorsIn, type Folder, type Issue, readText } from './issue.ts';

const KINDS = ['accepted', 'slow', 'rejected'] as const;

/**
 * `submissions/manifest.yaml` against its schema, the files that it names, and the specification's tiers; and files
 * that it does not name.
 * @param spec - null where the specification cannot be read
 */
export function lintManifest(folder: Folder, spec: Pick<AssignmentSpec, 'timing'> | null): Issue[] {
  const read = readText(folder, MANIFEST_PATH);
  if ('issue' in read) return [read.issue];
  const { value, data, locator, problems } = readYaml(
    read.text,
    submissionsSchema,
    'a manifest that begins with `schemaVersion: 1`',
  );
  const found: Problem[] = [...problems];
  const named: Files = value ?? partial(data);
  const lines = read.text.split('\n');
  if (locator !== null) {
    const tiers = spec?.timing?.tiers.map(({ name }) => name) ?? [];
    for (const kind of KINDS) {
      const seen = new Set<string>();
      named[kind].forEach((entry, index) => {
        if (entry.file === '') return;
        const at = (key: string) => locator.value([kind, index, key]);
        const path = `${SUBMISSIONS_FOLDER}/${kind}/${entry.file}`;
        if (typeof folder.stat(path) !== 'number') {
          found.push({ ...at('file'), problem: `${path} does not exist`, expected: 'a file in that folder' });
        } else if (entry.line !== undefined) {
          found.push(...lineProblem(folder, path, entry.line, at('line')));
        }
        if (seen.has(entry.file)) {
          found.push({ ...at('file'), problem: `${entry.file} is there twice`, expected: 'each file once' });
        }
        seen.add(entry.file);
        const key = kind === 'slow' ? 'misses' : 'tier';
        const tier = entry[key];
        if (spec !== null && tier !== undefined && !tiers.includes(tier)) {
          const expected = tiers.length > 0 ? `one of ${tiers.join(', ')}` : 'no tier, for the assignment has none';
          found.push({ ...at(key), problem: `assignment.yaml has no tier ${tier}`, expected, found: tier });
        }
      });
    }
  }
  return [
    ...lintSchemaLine(folder, MANIFEST_PATH, lines.join('\n'), 'manifest'),
    ...errorsIn(MANIFEST_PATH, inOrder(found)),
    ...unnamed(folder, named),
  ];
}

interface Named {
  readonly file: string;
  readonly line?: number | undefined;
  readonly tier?: string | undefined;
  readonly misses?: string | undefined;
}
type Files = Readonly<Record<(typeof KINDS)[number], readonly Named[]>>;

/** The files of a manifest that is not valid as a whole: one mistake must not make all files look unnamed. */
function partial(data: unknown): Files {
  const list = (kind: keyof SubmissionsManifest): Named[] => {
    const entries: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, kind) : null;
    if (!Array.isArray(entries)) return [];
    // What has no file keeps its place, for the others' numbers are their positions.
    return entries.map((entry: unknown) => {
      const file: unknown = typeof entry === 'object' && entry !== null ? Reflect.get(entry, 'file') : null;
      return { file: typeof file === 'string' ? file : '' };
    });
  };
  return { accepted: list('accepted'), slow: list('slow'), rejected: list('rejected') };
}

function lineProblem(folder: Folder, path: string, line: number, place: { line: number; column: number }): Problem[] {
  const code = new TextDecoder().decode(folder.read(path)).split('\n')[line - 1];
  // A finding is at a statement: what is empty or a comment cannot be it.
  const comment = path.endsWith('.py') ? /^\s*#/ : /^\s*\/\//;
  if (code !== undefined && /\S/.test(code) && !comment.test(code)) return [];
  const problem = code === undefined ? `${path} has no line ${line}` : `line ${line} of ${path} is no line of code`;
  return [{ ...place, problem, expected: 'the line at which the finding must be', found: String(line) }];
}

/** A submission without a verdict proves nothing. */
function unnamed(folder: Folder, named: Files): Issue[] {
  return KINDS.flatMap((kind) => {
    const known = new Set(named[kind].map(({ file }) => file));
    return folder
      .list(`${SUBMISSIONS_FOLDER}/${kind}`)
      .filter((file) => !known.has(file) && !file.startsWith('.'))
      .map((file) =>
        aboutFile(`${SUBMISSIONS_FOLDER}/${kind}/${file}`, 'error', {
          problem: `${MANIFEST_PATH} does not name this file`,
          expected: `an entry under ${kind}`,
          example: EXAMPLES[kind](file),
        }),
      );
  });
}

const EXAMPLES: Readonly<Record<(typeof KINDS)[number], (file: string) => string>> = {
  accepted: (file) => `{ file: ${file} }`,
  slow: (file) => `{ file: ${file}, misses: fast, about: "What the student thought." }`,
  rejected: (file) =>
    `{ file: ${file}, verdict: failed, checks: [correctness], rule: wrong-output, line: 12, about: "What the student thought." }`,
};
