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

const jobs = new Option('--jobs <n>', 'submissions at once; default: one a processor, as far as memory goes');

/** What commands of two words have in common. */
export const GROUPS: Readonly<Record<string, string>> = { batch: 'grade a class' };

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
    name: 'batch run',
    parameters: ['[assignment]', '[submissions]'],
    summary:
      'grade many: a folder, an archive (also of Gradescope, Canvas, Moodle, GitHub Classroom) or a manifest.csv',
    options: [
      new Option('--out <dir>', 'folder of the batch').default('grade-batch'),
      jobs,
      new Option('--engine <engine>', 'who grades: this machine, or a Slurm cluster as course.yaml describes it')
        .choices(['local', 'slurm'])
        .default('local'),
      new Option('--resume', 'go on with a batch: grade what is new, or has no result'),
      new Option('--course <course.yaml>', 'roster, due dates, late policy, which attempt counts'),
      new Option('--target <target>', 'where it runs').choices(['auto', 'emulator', 'gpu']),
      new Option('--nvcc <use>', "compile with NVIDIA's compiler as well").choices(['auto', 'require', 'off']),
      new Option('--sandbox <engine>', 'what contains nvcc and GPU runs').choices(['auto', 'docker']),
      new Option('--sanitize', 'on a GPU: run the cases once more under compute-sanitizer'),
      new Option('--format <list>', 'reports to make for each submission; html by default'),
      new Option(
        '--seed <n>',
        "seed of the hidden cases; from the course's or the batch's secret where it is not given",
      ),
      new Option('--fail-on <what>', 'exit with 3 where a grade is open, or with 1 where one failed')
        .choices(['never', 'infrastructure', 'failed'])
        .default('never'),
      json,
      assignments,
    ],
    examples: [
      'grade batch run matmul-tiled submissions.zip --course course.yaml --out week3',
      'grade batch run --resume --out week3',
      'grade batch run matmul-tiled submissions.zip --engine slurm --course course.yaml --out /shared/week3',
    ],
    load: async () => (await import('./batch/run.ts')).batchRun,
  },
  {
    name: 'batch work',
    parameters: ['<round>', '<task>'],
    hidden: true,
    summary: 'one task of a Slurm array, as grade batch run --engine slurm submits it',
    options: [],
    examples: ['grade batch work /shared/week3/slurm/0001 0'],
    load: async () => (await import('./batch/work.ts')).batchWork,
  },
  {
    name: 'batch status',
    parameters: ['<out>'],
    summary: 'how a batch stands',
    options: [new Option('--student <id>', "one student's grades and what happened to them"), json, assignments],
    examples: ['grade batch status week3', 'grade batch status week3 --student ada'],
    load: async () => (await import('./batch/status.ts')).batchStatus,
  },
  {
    name: 'batch export',
    parameters: ['<out>'],
    summary: 'the grades for gradebooks and build servers',
    options: [
      new Option(
        '--format <list>',
        'gradescope, canvas, moodle, csv, junit, sarif, github, prairielearn; several with commas',
      ),
      new Option('--into <dir>', 'folder of the files; export/ in the folder of the batch by default'),
      assignments,
    ],
    examples: ['grade batch export week3 --format canvas', 'grade batch export week3 --format csv,junit --into public'],
    load: async () => (await import('./batch/export.ts')).batchExport,
  },
  {
    name: 'batch diff',
    parameters: ['<out>'],
    summary: 'what a changed assignment or engine would do to whose grade',
    options: [jobs, json, assignments],
    examples: ['grade batch diff week3'],
    load: async () => (await import('./batch/changes.ts')).batchDiff,
  },
  {
    name: 'batch apply',
    parameters: ['<out>'],
    summary: 'make what diff shows the grades that count',
    options: [jobs, json, assignments],
    examples: ['grade batch apply week3'],
    load: async () => (await import('./batch/changes.ts')).batchApply,
  },
  {
    name: 'export-autograder',
    parameters: ['<assignment>'],
    summary: 'a Gradescope autograder of an assignment',
    options: [
      new Option('--out <file>', 'the package').default('autograder.zip'),
      new Option('--secret <file>', "the course's secret, from which hidden cases follow (also $GRADE_SECRET_FILE)"),
      assignments,
    ],
    examples: ['grade export-autograder matmul-tiled --secret secret.txt'],
    load: async () => (await import('./export-autograder.ts')).exportAutograder,
  },
  {
    name: 'calibrate',
    parameters: ['<assignment>'],
    summary: 'measure the thresholds of speed on this GPU',
    options: [new Option('--write', "write them into the assignment's folder"), sandbox, json, assignments],
    examples: ['grade calibrate matmul-tiled', 'grade calibrate matmul-tiled --write'],
    load: async () => (await import('./calibrate.ts')).calibrate,
  },
  {
    name: 'similarity',
    parameters: ['<assignment>', '<dir>'],
    summary: 'which submissions are alike: a reason to look, never a verdict',
    options: [
      new Option('--out <dir>', 'folder for the pages').default('similarity-report'),
      new Option('--threshold <n>', 'the score from which on a pair is shown, above 0 and up to 1; 0.57 by default'),
      new Option('--top <n>', 'show at most so many pairs by score, and as many with the same comments').default('100'),
      new Option('--previous <dir>', "earlier terms' submissions: compared with these, not with each other"),
      json,
      assignments,
    ],
    examples: ['grade similarity matmul-tiled handed-in', 'grade similarity matmul-2d batch --previous spring-batch'],
    load: async () => (await import('./similarity.ts')).similarity,
  },
];
