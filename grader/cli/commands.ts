import { Option } from 'commander';
import type { CommandDeclaration } from './command.ts';

/** Every command, declared here and loaded when it is called. */
const assignments = new Option(
  '--assignments <dir>',
  'also look for assignments in this folder (may be repeated; also $GRADE_ASSIGNMENTS)',
).argParser((dir: string, before: string[] | undefined) => [...(before ?? []), dir]);
const json = new Option(
  '--json [file]',
  'the machine form, on stdout (or "-") or into FILE, whose name ends in .json or is given as --json=FILE',
);

const sandbox = new Option('--sandbox <engine>', 'what contains nvcc and GPU runs')
  .choices(['auto', 'docker', 'none'])
  .default('auto');

export const COMMANDS: readonly CommandDeclaration[] = [
  {
    name: 'list',
    parameters: [],
    summary: 'the assignments that there are',
    options: [json, assignments],
    examples: ['grade list', 'grade list --assignments my-course --json'],
    load: async () => (await import('./list.ts')).list,
  },
  {
    name: 'submit',
    parameters: ['<assignment>', '<file.cu>'],
    summary: 'grade one file',
    options: [
      new Option('--target <target>', 'where it runs').choices(['auto', 'emulator', 'gpu']).default('auto'),
      new Option('--nvcc <use>', "compile with NVIDIA's compiler as well")
        .choices(['auto', 'require', 'off'])
        .default('auto'),
      sandbox,
      new Option('--sanitize', 'on a GPU: run the cases once more under compute-sanitizer'),
      new Option('--report-dir <dir>', 'folder for the report files').env('GRADE_REPORT_DIR').default('grade-report'),
      new Option('--format <list>', 'reports to make: "text" on stdout, the others as files').default(
        'text,html,md,json',
      ),
      json,
      new Option('--seed <n>', 'seed of the hidden cases; random where it is not given'),
      new Option('--watch', 'grade again on every save'),
      new Option('--open', 'show the HTML report'),
      assignments,
    ],
    examples: ['grade submit matmul-tiled tiled.cu', 'grade submit grayscale gray.cu --watch --open'],
    load: async () => (await import('./submit.ts')).submit,
  },
  {
    name: 'simulate',
    parameters: ['<assignment>'],
    summary: "run the assignment's TypeScript simulator",
    options: [
      new Option('--trace', 'step through a small example: blocks, threads, guards and what shared memory holds'),
      new Option('--case <name>', 'the case to run or to trace'),
      new Option('--full', 'trace every block and every thread'),
      new Option('--accesses', 'trace every load and store'),
      json,
      assignments,
    ],
    examples: ['grade simulate grayscale', 'grade simulate matmul-tiled --trace'],
    load: async () => (await import('./simulate.ts')).simulate,
  },
  {
    name: 'calibrate',
    parameters: ['<assignment>'],
    summary: 'measure the thresholds of speed on this GPU',
    options: [new Option('--write', "write them into the assignment's folder"), sandbox, json, assignments],
    examples: ['grade calibrate matmul-tiled', 'grade calibrate matmul-tiled --write'],
    load: async () => (await import('./calibrate.ts')).calibrate,
  },
];
