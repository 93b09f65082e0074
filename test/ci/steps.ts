import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { packageRoot } from '../../grader/platform/root.ts';

export const CI = join(packageRoot, 'templates', 'ci');

export interface Step {
  readonly id?: string;
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export function readTemplate(path: string): Record<string, unknown> {
  return parse(readFileSync(join(CI, path), 'utf8')) as Record<string, unknown>;
}

/** Steps of a composite action, or of the one job of a workflow. */
export function stepsOf(template: Record<string, unknown>): readonly Step[] {
  const { runs, jobs } = template as { runs?: { steps: Step[] }; jobs?: Record<string, { steps: Step[] }> };
  return runs?.steps ?? Object.values(jobs ?? {}).flatMap(({ steps }) => steps);
}

export interface Ran {
  readonly name: string;
  readonly status: number | null;
  readonly output: string;
}

/**
 * Runs the scripts of steps one after the other, as GitHub's runner does: expressions are put in, each script is a file
 * for bash, and what is written to GITHUB_OUTPUT is there for the steps that follow.
 * @param context - values of expressions, e.g. `inputs.file`
 */
export function runSteps(
  steps: readonly Step[],
  context: Readonly<Record<string, string>>,
  { cwd, env, outputFile }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly outputFile: string },
): Ran[] {
  const values = new Map(Object.entries(context));
  const put = (text: string): string =>
    text.replace(/\$\{\{ *([\w.-]+) *\}\}/g, (whole, name: string) => {
      const value = values.get(name);
      if (value === undefined) throw new Error(`${whole} has no value here`);
      return value;
    });
  const ran: Ran[] = [];
  for (const step of steps) {
    if (step.run === undefined) continue;
    const own = Object.fromEntries(Object.entries(step.env ?? {}).map(([name, value]) => [name, put(value)]));
    const args = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', put(step.run)];
    const { status, stdout, stderr } = spawnSync('bash', args, {
      cwd,
      env: { ...env, ...own, GITHUB_OUTPUT: outputFile },
      encoding: 'utf8',
      maxBuffer: 64 << 20,
    });
    ran.push({ name: step.name ?? '', status, output: `${stdout}${stderr}` });
    for (const line of readFileSync(outputFile, 'utf8').split('\n')) {
      const [, name, value] = /^([\w-]+)=(.*)$/.exec(line) ?? [];
      if (name !== undefined) values.set(`steps.${step.id}.outputs.${name}`, value ?? '');
    }
    if (status !== 0) break;
  }
  return ran;
}
