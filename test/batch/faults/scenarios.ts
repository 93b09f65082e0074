import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { type Graders, type GradingTask, type JournalLine, readJournal } from '../../../grader/batch/index.ts';
import type { Io } from '../../../grader/cli/io.ts';
import { main } from '../../../grader/cli/main.ts';
import { services } from '../../../grader/cli/services.ts';
import { writeFileAtomic } from '../../../grader/platform/files/index.ts';
import { zipOf } from '../archives.ts';
import { failed, passed } from '../decisions/fixtures.ts';

/** A class of 8 in a folder, and the commands that are disturbed. Grading is the test's own, and takes no time. */

export const SOURCE = '__global__ void gray(float *x) { x[0] = 1; }\n';
/** No process of this machine has this number. */
const DEAD = 99_999_999;

export interface Ended {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A folder of its own for one try of a scenario. */
export class Place {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  get out(): string {
    return join(this.root, 'week 3');
  }

  /** Runs a command of `grade batch` in the folder. */
  async grade(
    argv: readonly string[],
    env: NodeJS.ProcessEnv = {},
    graders: Graders = instantGraders(),
  ): Promise<Ended> {
    const text = { stdout: '', stderr: '' };
    const output = (name: keyof typeof text) => ({
      write: (content: string | Uint8Array) => {
        text[name] += String(content);
      },
      isTTY: false,
      columns: undefined,
    });
    const io: Io = {
      stdout: output('stdout'),
      stderr: output('stderr'),
      stdin: null,
      env: { GRADE_BY: 'anna', GRADE_CACHE_DIR: 'off', ...env },
      cwd: this.root,
      signal: new AbortController().signal,
    };
    // Commands take paths from the working directory, which tests cannot change for one of them.
    const paths = new Set(['week 3', 'class', 'held', 'inbox', 'course.yaml', ...readdirSync(this.root)]);
    const placed = argv.map((word) => (paths.has(word) ? join(this.root, word) : word));
    const status = await main(['batch', ...placed], io, { ...services, graders: async () => () => graders });
    return { status, ...text };
  }

  async json(...argv: string[]): Promise<Record<string, unknown>> {
    return JSON.parse((await this.grade([...argv, '--json', '-'])).stdout) as Record<string, unknown>;
  }

  /** Returns a copy of this place. */
  copyTo(root: string): Place {
    rmSync(root, { recursive: true, force: true });
    cpSync(this.root, root, { recursive: true, preserveTimestamps: true });
    return new Place(root);
  }

  /** Makes the lock that a command left that of a process that has gone, as after a kill. */
  buryHolder(): void {
    const lock = join(this.out, 'lock');
    if (existsSync(lock)) writeFileSync(lock, JSON.stringify({ pid: DEAD, host: hostname() }));
  }

  async events(): Promise<readonly JournalLine[]> {
    return (await readJournal(join(this.out, 'journal.jsonl'))).events;
  }

  /** Everything that must be the same whether or not a command was interrupted. */
  async facts(): Promise<object> {
    const { grades } = await this.json('status', 'week 3');
    const { groups } = await this.json('review', 'week 3');
    const all = readdirSync(this.out, { recursive: true, encoding: 'utf8', withFileTypes: true });
    const files = all
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(this.out.length + 1))
      .filter((path) => path !== 'incoming')
      .sort();
    const facts = { grades, groups, files, told: told(await this.events()) };
    // Keys follow from the secret, which is another one for each batch. A decision has the moment of its command.
    return JSON.parse(
      JSON.stringify(facts, (name, value: unknown) => (name === 'key' || name === 'date' ? null : value)),
    );
  }
}

/** Returns what the journal says about each student, each sentence once: repeated work can say it again. */
function told(events: readonly JournalLine[]): readonly string[] {
  const kept = new Set<JournalLine['event']>([
    ...([
      'added',
      'chosen',
      'given',
      'time',
      'decided',
      'withdrawn',
      'requested',
      'sent',
      'regrade',
      'applied',
    ] as const),
    ...(['forgotten', 'exported', 'fault'] as const),
  ]);
  const lines = events.flatMap((event) => {
    if (!kept.has(event.event)) return [];
    const { attempt, student, after, before } = event as Readonly<Record<string, unknown>>;
    return [JSON.stringify([event.event, attempt ?? student ?? null, event.event === 'time' ? [before, after] : null])];
  });
  return [...new Set(lines)].sort();
}

/** Grades at once: a source that has `wrong` in it fails. Writes what the real graders write, in their order. */
export function instantGraders(): Graders {
  const view = async (task: GradingTask, folder: string): Promise<typeof passed> => {
    const text = existsSync(task.source) ? readFileSync(task.source, 'utf8') : '';
    const base = task.problem !== undefined || text.includes('wrong') ? failed : passed;
    const result = { ...base, environment: { ...base.environment, key: task.key } };
    await mkdir(folder, { recursive: true });
    await writeFileAtomic(
      join(folder, 'report.html'),
      `<header></header><main>${base.score}</main>`,
      new Date(task.at),
    );
    await writeFileAtomic(join(folder, 'result.json'), `${JSON.stringify(result)}\n`, new Date(task.at));
    return result;
  };
  return {
    skipped: [],
    identity: async () => ({
      ...{ target: 'emulator', engine: 'e'.repeat(12), clang: null, nvcc: null, image: null, gpu: null, driver: null },
      sanitize: false,
    }),
    grade: async (tasks, tell) => {
      for (const task of tasks) {
        if (task.staff !== undefined) await view(task, task.staff);
        const { verdict, responsible, score, maxScore } = await view(task, task.into);
        const summary = { key: task.key, verdict, responsible, score, maxScore, durationMs: 1 };
        await tell({ kind: 'graded', task, summary });
      }
    },
    dispose: () => undefined,
  };
}

const put = (root: string, path: string, content: string | Buffer): void => {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), content);
};

/** Makes the files of a class whose hand-ins are of every kind. */
export function makeClass(root: string): Place {
  put(root, 'class/ada/gray.cu', `${SOURCE}// ada\n`);
  put(root, 'class/ben/gray.cu', `${SOURCE}// wrong\n`);
  put(root, 'class/cem/gray.cu', '#include "k.cuh"\n');
  put(root, 'class/cem/k.cuh', SOURCE);
  // Two that can be the source, a damaged archive, no source, and two attempts.
  put(root, 'class/dan/one.cu', `${SOURCE}// one\n`);
  put(root, 'class/dan/two.cu', `${SOURCE}// two\n`);
  put(root, 'class/eve/hw.zip', Buffer.from('PK\u0003\u0004 no archive'));
  put(root, 'class/fay/answer.txt', 'I could not do it.');
  put(root, 'class/gus/1/gray.cu', `${SOURCE}// wrong, gus\n`);
  put(root, 'class/gus/2/gray.cu', `${SOURCE}// gus\n`);
  // Two students of this name are in the roster.
  put(root, 'held/Joe Doe/gray.cu', `${SOURCE}// joe\n`);
  put(root, 'late/hal.cu', `${SOURCE}// hal\n`);
  put(root, 'late/two.cu', `${SOURCE}// two\n`);
  put(root, 'late/ada.cu', `${SOURCE}// ada\n`);
  put(
    root,
    'late.csv',
    'student,file,submitted_at\nhal,late/hal.cu,2026-10-16T10:00:00Z\ndan,late/two.cu,2026-10-15T10:00:00Z\nada,late/ada.cu,2026-10-15T11:00:00Z\n',
  );
  put(root, 'more.zip', zipOf(['ida.cu', 'ben.cu'], Buffer.from(`${SOURCE}// more\n`)));
  put(root, 'inbox/ida.cu', `${SOURCE}// ida\n`);
  put(root, 'inbox/ben/gray.cu', `${SOURCE}// ben again\n`);
  put(root, 'overrides.csv', 'student,set,excused,comment,reason\nben,80,,Nearly right,looked\nfay,,yes,,ill\n');
  put(root, 'requests.csv', 'student,message\nben,please look\nada,why not 100?\n');
  const ids = ['ada', 'ben', 'cem', 'dan', 'eve', 'fay', 'gus', 'hal', 'ida'];
  put(
    root,
    'roster.csv',
    `id,name,email,canvas_id\n${ids.map((id, at) => `${id},${id.toUpperCase()},${id}@school.example,${101 + at}`).join('\n')}\njoe1,Joe Doe,,\njoe2,Joe Doe,,\n`,
  );
  const due = 'due: 2026-10-14T23:59:00+02:00';
  put(
    root,
    'course.yaml',
    `schemaVersion: 1\nroster: roster.csv\nassignments: { grayscale: { ${due}, canvasId: "4711" } }\nlate: { penaltyPercentPerDay: 10 }\nextensions:\n  - { student: ben, due: 2026-10-20T12:00:00+02:00 }\n`,
  );
  return new Place(root);
}

export const RUN = ['run', 'grayscale', 'class', '--course', 'course.yaml', '--nvcc', 'off', '--out', 'week 3'];
