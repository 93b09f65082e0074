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

const folders = (flags: string, description: string): Option =>
  new Option(flags, description).argParser((dir: string, before: string[] | undefined) => [...(before ?? []), dir]);

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
    name: 'run',
    parameters: ['<program.cu>', '[args...]'],
    passThrough: true,
    summary: 'compile and run a CUDA program on the emulator, with every check on',
    options: [
      new Option('--check <list>', 'what to report: compile, guards, correctness, memory, races; all by default'),
      new Option('--counters', 'print the counters of each launch'),
      folders('--dir <dir>', 'let the program read the files of this folder (may be repeated); it sees no others'),
      folders('--include <dir>', 'look for headers in this folder too (may be repeated)'),
      new Option('--timeout <seconds>', 'how long the program may run; 600 by default'),
      json,
    ],
    examples: ['grade run vector_add.cu', 'grade run --counters --check races tiled.cu 512 512'],
    load: async () => (await import('./run.ts')).run,
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
