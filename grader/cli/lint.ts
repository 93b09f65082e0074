import { basename, dirname, relative, resolve } from 'node:path';
import type { Issue } from '../authoring/lint/index.ts';
import { nodeFiles } from '../platform/files/index.ts';
import { printable, UsageError, usesColor } from '../platform/index.ts';
import { assignmentFolders, assignmentRoots } from '../spec/index.ts';
import type { CommandInput } from './command.ts';
import type { Io } from './io.ts';
import { assertWritableJson, writeJson } from './json.ts';

/** As declared in `commands.ts`. */
interface LintOptions {
  readonly schema?: 'assignment' | 'manifest' | 'course';
  readonly json?: string;
  readonly assignments?: string[];
}

interface Linted {
  readonly id: string;
  readonly folder: string;
  readonly issues: readonly Issue[];
}

/** `grade lint`: 0 where there is no error (warnings are told and cost nothing), else 1. */
export async function lint({ args, options: given, io }: CommandInput): Promise<number> {
  const options = given as unknown as LintOptions;
  const [asked] = args;
  const lints = await import('../authoring/lint/index.ts');
  if (options.schema !== undefined) {
    if (asked !== undefined) throw new UsageError('--schema prints a schema and lints nothing. Leave one of them out.');
    io.stdout.write(`${JSON.stringify(await lints.jsonSchema(options.schema), null, 2)}\n`);
    return 0;
  }
  if (options.json !== undefined) assertWritableJson(options.json, asked);
  const linted: Linted[] = [];
  if (asked !== undefined && typeof nodeFiles.stat(asked) === 'number' && /\.ya?ml$/.test(asked)) {
    linted.push(await lintFile(resolve(asked), lints));
  } else {
    for (const [id, folder] of assignmentFolders(asked, assignmentRoots(options.assignments))) {
      linted.push({ id, folder, issues: await lints.lintAssignment(lints.folderAt(folder)) });
    }
  }
  if (options.json !== undefined) {
    const report = lints.lintSchema.parse({ schemaVersion: 1, linted });
    await writeJson(report, options.json, io);
  }
  if (options.json !== '-') tell(linted, io, lints.formatIssue);
  return linted.some(({ issues }) => issues.some(({ severity }) => severity === 'error')) ? 1 : 0;
}

type Lints = typeof import('../authoring/lint/index.ts');

/** A file of an assignment stands for the assignment; any other YAML file is a course. */
async function lintFile(path: string, { folderAt, lintAssignment, lintCourse }: Lints): Promise<Linted> {
  const name = basename(path);
  const folder = dirname(path);
  const own = name === 'assignment.yaml' ? folder : name === 'manifest.yaml' ? dirname(folder) : null;
  if (own !== null) {
    const file = relative(own, path).replaceAll('\\', '/');
    const issues = await lintAssignment(folderAt(own));
    return { id: basename(own), folder: own, issues: issues.filter((issue) => issue.file === file) };
  }
  return { id: name, folder, issues: await lintCourse(folderAt(folder), name) };
}

function tell(linted: readonly Linted[], io: Io, format: (issue: Issue) => string): void {
  const color = usesColor(io.stdout, io.env);
  const counts = { error: 0, warning: 0 };
  for (const { folder, issues } of linted) {
    const short = relative(io.cwd, folder);
    const shown = short.startsWith('..') ? folder : short;
    for (const issue of issues) {
      counts[issue.severity] += 1;
      const line = printable(format({ ...issue, file: shown === '' ? issue.file : `${shown}/${issue.file}` }));
      io.stdout.write(`${color ? painted(line) : line}\n`);
    }
  }
  const names = linted.map(({ id }) => printable(id)).join(', ');
  const many = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;
  const sum =
    counts.error + counts.warning === 0
      ? 'nothing to say'
      : `${many(counts.error, 'error')}, ${many(counts.warning, 'warning')}`;
  io.stderr.write(`${names || 'no assignment'}: ${sum}\n`);
}

function painted(line: string): string {
  return line.replace(/: (error|warning): /, (_, severity: string) =>
    severity === 'error' ? ': \u001b[31merror:\u001b[39m ' : ': \u001b[33mwarning:\u001b[39m ',
  );
}
