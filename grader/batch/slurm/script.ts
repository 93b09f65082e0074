import type { SlurmSettings } from '../course-schema.ts';

export const SCRIPT_FILE = 'task.sh';

/**
 * What each task of an array runs. A login shell, so that `module` is known; the grader's Node where the node has it,
 * else the one that `setup` or the node itself puts into PATH.
 * @param program - the command line of `grade`, Node first
 */
export function batchScript(setup: string | undefined, program: readonly string[], args: readonly string[]): string {
  const [node = 'node', ...grade] = program;
  const command = [...grade, ...args].map(quoted).join(' ');
  return [
    '#!/bin/bash -l',
    ...(setup === undefined ? [] : [setup.trimEnd()]),
    `node=${quoted(node)}`,
    '[ -x "$node" ] || node=node',
    `exec "$node" ${command} "$SLURM_ARRAY_TASK_ID"`,
    '',
  ].join('\n');
}

export interface ArrayJob {
  readonly name: string;
  /** Folder of the script and the logs, on the shared file system. */
  readonly folder: string;
  readonly tasks: number;
  /** `--gres`; null for none. */
  readonly gres: string | null;
  /** Nodes that cannot grade. */
  readonly exclude: readonly string[];
}

/**
 * Options of `sbatch` and the script. Nothing of this login's environment travels: a task must not depend on who
 * submits it again. The course's own options come last, where they go before ours.
 */
export function arrayArguments({ name, folder, tasks, gres, exclude }: ArrayJob, slurm: SlurmSettings): string[] {
  const { partition, account, time, cpus, memoryMiB, tasksAtOnce, extra } = slurm;
  const atOnce = tasksAtOnce === undefined ? '' : `%${tasksAtOnce}`;
  return [
    `--job-name=${name}`,
    `--array=0-${tasks - 1}${atOnce}`,
    '--requeue',
    '--export=NONE',
    '--open-mode=append',
    `--chdir=${folder}`,
    // Whole, for Slurm would replace a `%` in the folder before it too.
    `--output=${folder.replaceAll('%', '%%')}/%a.log`,
    '--nodes=1',
    '--ntasks=1',
    `--cpus-per-task=${cpus}`,
    `--time=${time}`,
    ...(partition === undefined ? [] : [`--partition=${partition}`]),
    ...(account === undefined ? [] : [`--account=${account}`]),
    ...(gres === null ? [] : [`--gres=${gres}`]),
    ...(memoryMiB === undefined ? [] : [`--mem=${memoryMiB}M`]),
    ...(exclude.length === 0 ? [] : [`--exclude=${exclude.join(',')}`]),
    ...extra,
    `${folder}/${SCRIPT_FILE}`,
  ];
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
