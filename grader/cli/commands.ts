import { Option } from 'commander';
import type { CommandDeclaration } from './command.ts';
import { RepeatedOption } from './repeated-option.ts';
import { SHELLS } from './shells.ts';

/** Every command, declared here and loaded when it is called. */
const assignments = new RepeatedOption(
  '--assignments <dir>',
  'also look for assignments in this folder (may be repeated; also $GRADE_ASSIGNMENTS)',
);
const json = new Option(
  '--json [file]',
  'the machine form, on stdout (or "-") or into FILE, whose name ends in .json or is given as --json=FILE',
);

const sandbox = new Option('--sandbox <engine>', 'what contains nvcc and GPU runs')
  .choices(['auto', 'docker', 'none'])
  .default('auto');

function drawnFor(byDefault: string): Option {
  return new Option(
    '--drawn-for <purpose>',
    `what hidden cases are drawn for: the secret gives others to each; default: ${byDefault}`,
  ).choices(['feedback', 'grade']);
}

const jobs = new Option('--jobs <n>', 'submissions at once; default: one a processor, as far as memory goes');

/** The options that decide how a batch grades. */
const grading: readonly Option[] = [
  jobs,
  new Option('--engine <engine>', 'where to grade: on this machine, or on the Slurm cluster of course.yaml')
    .choices(['local', 'slurm'])
    .default('local'),
  new Option('--course <course.yaml>', 'roster, due dates, late policy, which attempt counts'),
  new Option('--pattern <name>', "a folder of repositories: the name of each, e.g. 'hw3-{student}'"),
  new Option('--target <target>', 'where it runs').choices(['auto', 'emulator', 'gpu']),
  new Option('--nvcc <use>', "compile with NVIDIA's compiler as well").choices(['auto', 'require', 'off']),
  new Option('--sandbox <engine>', 'what contains nvcc and GPU runs').choices(['auto', 'docker']),
  new Option('--sanitize', 'on a GPU: run all cases under compute-sanitizer, not only a small one'),
  new Option('--format <list>', 'reports to make for each submission; html by default'),
  new Option('--seed <n>', "seed of the hidden cases; from the course's or the batch's secret where it is not given"),
  drawnFor('feedback before the due date of course.yaml, else grade'),
  new Option('--by <name>', 'name of the user for the journal; also $GRADE_BY; the account by default'),
  new Option('--reason <text>', 'why submissions are taken in, for the journal; the name of the input by default'),
];

const reason = new Option('--reason <text>', 'why, for the record');
const by = new Option('--by <name>', 'name of the user for the record; also $GRADE_BY; the account by default');
/** The attempts that a command is about; all, without these. */
const chosenAttempts = [
  new RepeatedOption('--student <id>', 'attempts of this student only (may be repeated)'),
  new Option('--assignment <id>', 'attempts at this assignment only'),
];
const decision = [
  new Option('--set <points>', 'these points count, whatever was computed'),
  new Option('--add <points>', 'add these points, or take them with a minus sign'),
  new Option('--excused [answer]', 'yes: the assignment does not count for the student; no: it counts again').choices([
    'yes',
    'no',
  ]),
  new Option('--comment <text>', 'what the student reads'),
  reason,
  new Option('--until <date>', 'the decision holds to the end of this day'),
  by,
];

/** What commands of two words have in common. */
export const GROUPS: Readonly<Record<string, string>> = { batch: 'grade a class' };

export const COMMANDS: readonly CommandDeclaration[] = [
  {
    name: 'start',
    parameters: ['<exercise>'],
    summary: 'put an exercise into a folder of its own: handout, starter, simulator',
    options: [new Option('--into <dir>', 'the folder to put its folder into'), assignments],
    examples: ['grade start vector-add', 'grade start matmul-tiled --into cuda-course'],
    load: async () => (await import('./start.ts')).start,
  },
  {
    name: 'next',
    parameters: [],
    summary: 'start the exercise after the one that you passed',
    options: [new Option('--skip', 'also if it is not passed yet'), assignments],
    examples: ['grade next', 'grade next --skip'],
    load: async () => (await import('./next.ts')).next,
  },
  {
    name: 'progress',
    parameters: [],
    summary: 'the exercises in the order of the course, with what you passed and your best points',
    options: [json, assignments],
    examples: ['grade progress'],
    load: async () => (await import('./course-progress.ts')).courseProgress,
  },
  {
    name: 'handout',
    parameters: ['[exercise]'],
    summary: 'what an exercise asks for, here or as a page',
    options: [
      new Option('--html [file]', 'write it as a page with its pictures; grade-handout.html by default'),
      new Option('--open', 'show that page'),
      assignments,
    ],
    examples: ['grade handout grayscale', 'grade handout grayscale --open'],
    load: async () => (await import('./handout.ts')).handout,
  },
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
    parameters: ['[assignment]', '[file.cu]'],
    summary: 'grade one file; in the folder of an exercise, the file in it',
    options: [
      new Option('--target <target>', 'where it runs').choices(['auto', 'emulator', 'gpu']).default('auto'),
      new Option('--nvcc <use>', "compile with NVIDIA's compiler as well")
        .choices(['auto', 'require', 'off'])
        .default('auto'),
      sandbox,
      new Option('--sanitize', 'on a GPU: run all cases under compute-sanitizer, not only a small one'),
      new Option('--report-dir <dir>', 'folder for the report files').env('GRADE_REPORT_DIR').default('grade-report'),
      new Option('--format <list>', 'reports to make: "text" on stdout, the others as files')
        .env('GRADE_FORMAT')
        .default('text,html,md,json'),
      json,
      new Option('--seed <n>', 'seed of the practice cases; random if neither it nor a secret is given'),
      drawnFor('feedback'),
      new Option('--diagnose', 'if a submission fails, look up to 60 s for the line that decides; also with --watch'),
      new Option('--no-diagnose', 'do not look for it; without --watch, the default is a search of at most 3 s'),
      new Option('--watch', 'grade again on every save'),
      new Option('--verbose', 'print the counters of a passed submission too'),
      new Option('--open', 'show the HTML report'),
      assignments,
    ],
    examples: ['grade submit', 'grade submit matmul-tiled tiled.cu', 'grade submit grayscale gray.cu --watch --open'],
    load: async () => (await import('./submit.ts')).submit,
  },
  {
    name: 'run',
    parameters: ['[program.cu]', '[args...]'],
    passThrough: true,
    summary: 'compile and run a CUDA program on the emulator, with every check on; takes the options of nvcc too',
    options: [
      new Option('--target <target>', 'where it runs: a GPU only if you ask for it, in a container')
        .choices(['emulator', 'gpu'])
        .default('emulator'),
      new Option('--compare', 'with --target gpu: run it on the emulator too, and print where the two disagree'),
      new Option('--sandbox <engine>', 'with --target gpu: what contains nvcc and the program').choices([
        'auto',
        'docker',
        'none',
      ]),
      new Option('--check <list>', 'what to report: compile, guards, correctness, memory, races; all by default'),
      new Option('--counters', 'print the counters of each launch'),
      new RepeatedOption(
        '--dir <dir>',
        'let the program read the files of this folder (may be repeated); it sees no others',
      ),
      new RepeatedOption('--include <dir>', 'look for headers in this folder too (may be repeated)'),
      new Option(
        '--from-make [file]',
        'print the command lines for the programs of a Makefile or compile_commands.json; runs nothing',
      ),
      new Option('--device-memory <MiB>', 'global memory of the GPU; 300 by default'),
      new Option('--host-memory <MiB>', 'memory of host code; 500 by default'),
      new Option('--timeout <seconds>', 'how long the program may run; 600 by default'),
      json,
    ],
    examples: [
      'grade run vector_add.cu',
      'grade run --counters --check races tiled.cu 512 512',
      'grade run -O3 -DN=1024 -I include main.cu kernels.cu -- --verbose',
      'grade run --target gpu --compare vector_add.cu',
    ],
    load: async () => (await import('./run.ts')).run,
  },
  {
    name: 'explain',
    parameters: ['[rules...]'],
    summary: 'what a rule or a check means, with an example and its fix; without one, the list of all rules',
    options: [],
    examples: ['grade explain', 'grade explain out-of-bounds-write', 'grade explain guards'],
    load: async () => (await import('./explain.ts')).explain,
  },
  {
    name: 'simulate',
    parameters: ['[assignment]'],
    summary: "run the assignment's TypeScript simulator",
    options: [
      new Option('--trace', 'step through a small example: blocks, threads, guards and what shared memory holds'),
      new Option('--case <name>', 'the case to run or to trace'),
      new Option('--full', 'trace every block and every thread'),
      new Option('--accesses', 'trace every load and store'),
      new Option('--html [file]', 'the trace as a page to step through; grade-trace.html by default'),
      new Option('--open', 'show that page'),
      json,
      assignments,
    ],
    examples: [
      'grade simulate grayscale',
      'grade simulate matmul-tiled --trace',
      'grade simulate matmul-tiled --trace --html --open',
    ],
    load: async () => (await import('./simulate.ts')).simulate,
  },
  {
    name: 'trace',
    parameters: ['[assignment|program.cu]', '[file.cu]'],
    summary: 'record your own kernel and step through it: lines, variables, lanes, memory and barriers',
    options: [
      new Option('--case <name>', 'the case; that of the first finding by default, or else the smallest one'),
      new Option('--block <x,y,z>', 'the block to record; that of the first finding by default, or else the first one'),
      new Option('--thread <x,y,z>', 'the thread whose variables are shown'),
      new Option('--kernel <name>', 'the kernel, if the program launches several'),
      new Option('--text', 'print the steps of the thread, and write no page'),
      new Option('-o, --output <file>', 'the page').default('grade-trace.html'),
      new Option('--open', 'show the page'),
      assignments,
    ],
    examples: [
      'grade trace matmul-tiled tiled.cu --open',
      'grade trace grayscale gray.cu --case tiny --block 0 --thread 5 --text',
      'grade trace vector_add.cu --block 1',
    ],
    load: async () => (await import('./trace.ts')).trace,
  },
  {
    name: 'lsp',
    parameters: [],
    summary: 'a language server: findings, hints and words of CUDA in your editor',
    options: [
      new Option('--exercise <id>', 'the exercise of all files that are in no folder of `grade start`'),
      new Option('--stdio', 'talk over standard input and output, which is the default').hideHelp(),
      assignments,
    ],
    examples: ['grade lsp', 'grade lsp --exercise matmul-tiled'],
    load: async () => (await import('./lsp.ts')).lsp,
  },
  {
    name: 'batch run',
    parameters: ['[assignment]', '[submissions]'],
    summary:
      'grade many: a folder, an archive (also of Gradescope, Canvas, Moodle, GitHub Classroom) or a manifest.csv',
    options: [
      new Option('--out <dir>', 'folder of the batch').default('grade-batch'),
      new Option('--resume', 'go on with a batch: grade what is new, or has no result'),
      ...grading,
      new Option(
        '--fail-on <what>',
        'exit with 3 where a grade is open, or with 1 where one failed; by default with 3 if most are open',
      ).choices(['never', 'infrastructure', 'failed']),
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
    name: 'batch watch',
    parameters: ['[assignment]', '[drop]'],
    summary: 'grade what arrives in a folder, until it is interrupted',
    options: [
      new Option('--out <dir>', 'folder of the batch').default('grade-batch'),
      ...grading,
      new Option('--settle <seconds>', 'a file that has not changed for this time has arrived').default('5'),
      new Option('--every <seconds>', 'the time between two looks').default('2'),
      new Option('--webhook <url>', 'POST a JSON value here after each round (token: $GRADE_WEBHOOK_TOKEN)'),
      new Option('--once', 'end when all that is there is graded'),
      assignments,
    ],
    examples: ['grade batch watch grayscale inbox --course course.yaml --out week3'],
    load: async () => (await import('./batch/watch.ts')).batchWatch,
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
    options: [
      new Option('--student <id>', "one student's grades and what happened to them"),
      new Option('--verify', 'prove that nobody edited, removed or cut off records; exit with 1 if somebody did'),
      new RepeatedOption('--head <signature>', 'with --verify: a signature that an export printed (may be repeated)'),
      json,
      assignments,
    ],
    examples: [
      'grade batch status week3',
      'grade batch status week3 --student ada',
      'grade batch status week3 --verify',
    ],
    load: async () => (await import('./batch/status.ts')).batchStatus,
  },
  {
    name: 'batch export',
    parameters: ['<out>'],
    summary: 'the grades for gradebooks and build servers, and feedback for students',
    options: [
      new Option(
        '--format <list>',
        'gradescope, canvas, moodle, csv, junit, sarif, github, prairielearn; feedback, moodle-feedback, canvas-comments, mail; several with commas',
      ),
      new Option('--from <address>', "the sender of mail drafts, e.g. 'Ada Lovelace <ada@school.example>'"),
      new Option('--into <dir>', 'folder of the files; export/ in the folder of the batch by default'),
      by,
      new Option('--unverified', 'end with 0 also if the record of the batch was changed by hand'),
      assignments,
    ],
    examples: [
      'grade batch export week3 --format canvas',
      'grade batch export week3 --format csv,junit --into public',
      'grade batch export week3 --format feedback,moodle-feedback',
    ],
    load: async () => (await import('./batch/export.ts')).batchExport,
  },
  {
    name: 'batch push',
    parameters: ['<out>'],
    summary: 'send grades and comments to a platform; without --send it only says what it would send',
    options: [
      new Option('--to <platform>', 'where to; the token is in $CANVAS_TOKEN or $GITHUB_TOKEN').choices([
        'canvas',
        'github',
      ]),
      new Option('--send', 'really send'),
      by,
      new Option('--unverified', 'with --send: send also if the record of the batch was changed by hand'),
      new Option('--url <address>', "the server's address, e.g. https://canvas.school.example; github.com by default"),
      new Option('--course-id <id>', "Canvas: the course's number, from the address of its page"),
      new Option('--no-comments', 'Canvas: send points only'),
      new Option('--as <form>', 'GitHub: a comment, or a check, which needs the token of a GitHub App')
        .choices(['comment', 'check'])
        .default('comment'),
      new Option('--repository <name>', "GitHub: the repositories, e.g. 'cs101/hw3-{student}'; also {assignment}"),
      json,
      assignments,
    ],
    examples: [
      'grade batch push week3 --to canvas --url https://canvas.school.example --course-id 4711',
      'grade batch push week3 --to canvas --url https://canvas.school.example --course-id 4711 --send',
      "grade batch push week3 --to github --repository 'cs101/hw3-{student}'",
    ],
    load: async () => (await import('./batch/push.ts')).batchPush,
  },
  {
    name: 'batch clone',
    parameters: ['<owner>'],
    summary: 'clone one repository per student from an organization, or bring the clones up to date',
    options: [
      new Option('--pattern <name>', "the name of a student's repository, e.g. 'hw3-{student}'"),
      new Option('--into <dir>', 'the folder of the clones'),
      new Option('--course <course.yaml>', 'with the roster: its column github has the names on GitHub'),
      new Option('--url <address>', 'the server; the token is in $GITHUB_TOKEN').default('https://github.com'),
      new Option('--print', 'only print the commands of git'),
    ],
    examples: ["grade batch clone cs101 --pattern 'hw3-{student}' --course course.yaml --into hw3"],
    load: async () => (await import('./batch/clone.ts')).batchClone,
  },
  {
    name: 'batch diff',
    parameters: ['<out>'],
    summary: 'what a changed assignment or engine would do to whose grade',
    options: [...chosenAttempts, jobs, json, assignments],
    examples: ['grade batch diff week3', 'grade batch diff week3 --student ada'],
    load: async () => (await import('./batch/changes.ts')).batchDiff,
  },
  {
    name: 'batch regrade',
    parameters: ['<out>'],
    summary: "grade a student's attempts again beside what counts, with the same seed",
    options: [...chosenAttempts, reason, by, jobs, json, assignments],
    examples: ['grade batch regrade week3 --student ada --reason "asked on Monday"'],
    load: async () => (await import('./batch/changes.ts')).batchRegrade,
  },
  {
    name: 'batch apply',
    parameters: ['<out>'],
    summary: 'make what diff or regrade shows the grades that count',
    options: [...chosenAttempts, reason, by, jobs, json, assignments],
    examples: ['grade batch apply week3', 'grade batch apply week3 --student ada --reason "the GPU was faulty"'],
    load: async () => (await import('./batch/changes.ts')).batchApply,
  },
  {
    name: 'batch override',
    parameters: ['<out>', '[decisions.csv]'],
    summary: 'decide about grades: set or add points, excuse, comment; regrading keeps it',
    options: [...chosenAttempts, ...decision, json, assignments],
    examples: [
      'grade batch override week3 overrides.csv',
      'grade batch override week3 --student ada --set 85 --reason "the case was wrong" --comment "You were right."',
    ],
    load: async () => (await import('./batch/override.ts')).batchOverride,
  },
  {
    name: 'batch review',
    parameters: ['<out>'],
    summary: 'the grades that wait for a decision, with reason, source line and evidence',
    options: [
      new Option('--requests <file.csv>', "take in students' requests: student, assignment, message"),
      new RepeatedOption('--decide <id>', 'decide about this group (may be repeated)'),
      new Option('--uphold', 'with --decide: the grade stands'),
      new Option('--file <name>', 'with --decide: this file of the hand-in counts'),
      new RepeatedOption(
        '--owner <student>',
        "with --decide: the hand-in is this student's (may be repeated for a group)",
      ),
      new Option('--nobody', 'with --decide: the hand-in is of no student in the roster'),
      ...decision,
      new Option('--csv <file>', 'write a row per grade, to fill in and give to grade batch override'),
      json,
      assignments,
    ],
    examples: [
      'grade batch review week3',
      'grade batch review week3 --requests regrade-requests.csv',
      'grade batch review week3 --decide 3fa91c07 --set 80 --reason "checked by hand"',
      'grade batch review week3 --decide 91c0703f --owner kim2 --reason "the student confirmed it"',
    ],
    load: async () => (await import('./batch/review.ts')).batchReview,
  },
  {
    name: 'batch forget',
    parameters: ['<out>'],
    summary: "remove a student's files; a signed note stays",
    options: [new RepeatedOption('--student <id>', 'the student (may be repeated)'), reason, by, assignments],
    examples: ['grade batch forget week3 --student ada --reason "left the course"'],
    load: async () => (await import('./batch/forget.ts')).batchForget,
  },
  {
    name: 'export-autograder',
    needs: 'templates/gradescope',
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
    name: 'playground',
    parameters: ['<dir>'],
    summary: 'a static site that grades in the browser, for any web server',
    options: [
      new RepeatedOption('--assignment <id>', 'put this exercise in (may be repeated); all that are found by default'),
      new Option('--force', 'write into a folder that holds other files'),
      assignments,
    ],
    examples: ['grade playground site', 'grade playground site --assignment grayscale --assignment matmul-2d'],
    load: async () => (await import('./playground.ts')).playground,
  },
  {
    name: 'lint',
    parameters: ['[assignment]'],
    summary:
      'check the files of an assignment, or a course.yaml, without running anything; all that are found by default',
    options: [
      new Option('--schema <file>', 'print the JSON schema of such files, for editors, and lint nothing').choices([
        'assignment',
        'manifest',
        'course',
      ]),
      json,
      assignments,
    ],
    examples: ['grade lint my-course/histogram', 'grade lint --schema course > course.schema.json'],
    load: async () => (await import('./lint.ts')).lint,
  },
  {
    name: 'validate',
    parameters: ['[assignment]'],
    summary: 'prove an assignment: that right solutions pass and wrong ones fail; all that are found by default',
    options: [
      new Option('--only <list>', 'prove only this, e.g. tolerance,impostors'),
      jobs,
      new Option('--repetitions <n>', 'timings of each submission on a GPU, which must agree; 10 by default'),
      new Option(
        '--write-manifest',
        'grade the submissions first, show their verdicts and write them into manifest.yaml',
      ),
      new Option('--target <target>', 'where it runs').choices(['auto', 'emulator', 'gpu']).default('auto'),
      sandbox,
      json,
      assignments,
    ],
    examples: ['grade validate my-course/histogram', 'grade validate matmul-tiled --only tolerance,hidden'],
    load: async () => (await import('./validate.ts')).validate,
  },
  {
    name: 'new',
    needs: 'templates/assignment',
    parameters: ['<id>'],
    summary: 'a new assignment, complete and passing, to edit; asks for what the flags do not say',
    options: [
      new Option('--kind <kind>', 'what it teaches').choices([
        ...['map', 'stencil', 'matrix', 'reduction', 'histogram', 'scan'],
        ...['softmax', 'convolution', 'sort', 'spmv', 'streams', 'program'],
      ]),
      new Option('--title <text>', 'shown in reports'),
      new Option(
        '--style <style>',
        'what a submission defines: device-pointers, host, kernel or torch; the first one that the kind has',
      ),
      new Option('--function <name>', 'the C function that a submission defines'),
      new RepeatedOption(
        '--input <name:type:shape>',
        'an array to read, e.g. x:float32:height,width (may be repeated)',
      ),
      new RepeatedOption('--output <name:type:shape>', 'an array to write (may be repeated)'),
      new RepeatedOption(
        '--scalar <name:type:value>',
        'a number, e.g. alpha:float32:0.5 (may be repeated); extents need none',
      ),
      new Option('--into <dir>', 'the folder to put its folder into').default('.'),
      new Option('-y, --yes', 'ask nothing'),
      json,
    ],
    examples: [
      'grade new vector-add --kind map',
      'grade new my-histogram --kind histogram --style torch',
      'grade new blur --kind stencil --input x:uint8:height,width --output out:uint8:height,width --into my-course',
    ],
    load: async () => (await import('./new.ts')).newAssignment,
  },
  {
    name: 'references',
    parameters: ['<assignment>'],
    summary: "write an assignment's reference outputs again, after its simulator or its cases have changed",
    options: [assignments],
    examples: ['grade references vector-add --assignments my-course'],
    load: async () => (await import('./references.ts')).references,
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
    name: 'mutate',
    parameters: ['<assignment>'],
    summary: 'make bugs in the accepted submissions, and list those that the assignment does not catch',
    options: [
      new Option('--max <n>', 'grade at most N mutants, spread evenly over the operators; all by default'),
      new RepeatedOption('--file <file.cu>', 'make bugs in this accepted submission only (may be repeated)'),
      new RepeatedOption('--operator <name>', 'make bugs of this kind only (may be repeated)'),
      new Option('--min <ratio>', 'exit with 1 where fewer of the bugs are caught').default('0.95'),
      new Option('--seed <n>', 'seed of the hidden cases and of what --max draws').default('1'),
      jobs,
      new Option('--write', 'add survivors to mutants.yaml, where their reasons belong, and write notes.md from it'),
      json,
      assignments,
    ],
    examples: ['grade mutate grayscale', 'grade mutate matmul-tiled --max 60 --operator drop-barrier'],
    load: async () => (await import('./mutate.ts')).mutate,
  },
  {
    name: 'similarity',
    parameters: ['<assignment>', '<dir>'],
    summary: 'which submissions are alike: a reason to look, never a verdict',
    options: [
      new Option('--out <dir>', 'folder for the pages').default('similarity-report'),
      new Option(
        '--threshold <n>',
        'minimum score of a pair to show, above 0 and up to 1; computed from the accepted solutions by default',
      ),
      new Option('--top <n>', 'show at most N pairs by score, and at most N with the same comments').default('100'),
      new Option('--count-accepted', 'count also what the accepted solutions of the assignment have'),
      new Option('--previous <dir>', "earlier terms' submissions: compared with these, not with each other"),
      json,
      assignments,
    ],
    examples: ['grade similarity matmul-tiled handed-in', 'grade similarity matmul-2d batch --previous spring-batch'],
    load: async () => (await import('./similarity.ts')).similarity,
  },
  {
    name: 'doctor',
    parameters: [],
    summary: 'what this machine can do, and whether it contains submissions that attack it',
    options: [
      new Option('--hostile', 'grade submissions that attack the grader, and say of each whether it was contained'),
      new RepeatedOption('--group <name>', 'with --hostile: only this group of them (may be repeated)'),
      new Option(
        '--target <target>',
        'with --hostile: what judges them, by default the emulator; speed is left out',
      ).choices(['emulator', 'gpu']),
      new Option('--sandbox <engine>', 'with --hostile: what contains nvcc and GPU runs, by default auto').choices([
        'auto',
        'docker',
        'none',
      ]),
      json,
    ],
    examples: [
      'grade doctor',
      'grade doctor --hostile',
      'grade doctor --hostile --target gpu --group device --json hostile.json',
    ],
    load: async () => (await import('./doctor.ts')).doctor,
  },
  {
    name: 'export-course',
    parameters: ['<out>'],
    summary: 'a package for students, without solutions, mutants and hidden cases: a .tgz file or a new folder',
    options: [
      new RepeatedOption(
        '--assignment <id>',
        'put in this exercise only (may be repeated); by default all of --assignments',
      ),
      new Option('--name <package>', 'the name of the package; cuda-course-grade-student by default'),
      assignments,
    ],
    examples: [
      'grade export-course cuda-101.tgz',
      'grade export-course cuda-101.tgz --assignments my-course --name cuda-101',
    ],
    load: async () => (await import('./export-course.ts')).exportCourse,
  },
  {
    name: 'completion',
    parameters: ['<shell>'],
    choices: SHELLS,
    summary: 'print a script that completes command lines: bash, zsh, fish or powershell',
    options: [],
    examples: ['grade completion bash', 'grade completion powershell'],
    load: async () => (await import('./completion.ts')).completion,
  },
  {
    name: 'complete',
    parameters: ['[words...]'],
    hidden: true,
    summary: 'the words that can stand at the end of a command line, as the scripts of grade completion ask for them',
    options: [new Option('--blank', 'the last word is empty')],
    examples: ['grade complete -- submit gray'],
    load: async () => (await import('./completion.ts')).completeFrom(COMMANDS),
  },
];
