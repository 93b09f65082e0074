import { randomUUID } from 'node:crypto';
import { basename, isAbsolute, relative, resolve, sep } from 'node:path';
import type { ReportFile } from '../platform/files/index.ts';
import { appendJobSummary } from '../platform/files/index.ts';
import { type Output, printable } from '../platform/index.ts';
import type { Io } from './io.ts';

/** A step of GitHub Actions that this process runs in. */
export interface WorkflowRun {
  /** Text in which GitHub's runner looks for no commands: it may quote what a student wrote. */
  quote(text: string): string;
  /** Prints the commands of the format `github`, and adds its summary to the step's. */
  publish(files: readonly ReportFile[], output: Output): void;
}

/** null outside GitHub Actions. */
export function workflowRun({ env, stderr }: Pick<Io, 'env' | 'stderr'>): WorkflowRun | null {
  if (env.GITHUB_ACTIONS !== 'true') return null;
  return {
    quote: (text) => {
      // The text must not be able to end the quotation.
      const token = randomUUID();
      return `::stop-commands::${token}\n${text.endsWith('\n') ? text : `${text}\n`}::${token}::\n`;
    },
    publish: (files, output) => {
      const contentOf = (name: string) => files.find(({ fileName }) => fileName === name)?.content;
      const commands = contentOf('github.txt');
      const summary = contentOf('github-summary.md');
      if (commands !== undefined) output.write(commands);
      if (!env.GITHUB_STEP_SUMMARY || summary === undefined) return;
      const why = appendJobSummary(env.GITHUB_STEP_SUMMARY, summary);
      if (why !== null) stderr.write(`warning: The job summary is left out: ${printable(why)}.\n`);
    },
  };
}

/**
 * Path of a submission as those who read reports know it: from the root of the repository that a workflow checked out,
 * else from the working folder, with `/` on every platform; its name where it lies outside.
 */
export function pathForReaders(file: string, { env, cwd }: Pick<Io, 'env' | 'cwd'>): string {
  const root = env.GITHUB_ACTIONS === 'true' && env.GITHUB_WORKSPACE ? env.GITHUB_WORKSPACE : cwd;
  const path = relative(root, resolve(cwd, file));
  if (path === '' || isAbsolute(path) || path.split(sep)[0] === '..') return basename(file);
  return path.split(sep).join('/');
}
