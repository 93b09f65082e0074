import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CanvasUser, startCanvas, TOKEN } from '../push/canvas-server.ts';
import { type Fault, installDisk, removeDisk, withDisk } from './disk.ts';
import { instantGraders, makeClass, type Place, RUN, SOURCE } from './scenarios.ts';

/** The number of writes at which a command is disturbed, spread evenly over all that it does. FAULT_POINTS sets another. */
const POINTS: Readonly<Record<Fault, number>> = { killed: 5, full: 3, 'read-only': 2 };

interface Scenario {
  readonly name: string;
  /** Commands that come first, undisturbed. */
  readonly before: readonly (readonly string[])[];
  readonly command: readonly string[];
  /** The command that is run after a fault; default: the same again. */
  readonly again?: readonly string[];
  /** A refusal of the command after a fault that only means that all was done. */
  readonly isDone?: RegExp;
}

const graded = [RUN];
const held = [RUN, ['run', 'grayscale', 'held', '--resume', '--out', 'week 3', '--fail-on', 'never']];
const idOf = (...parts: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 8);
const OWNER = idOf('owner', 'grayscale', 'students/Joe%20Doe/1');
const CHOICE = '2 files can be the source: one.cu, two.cu. Staff must say which one counts.';
const HANDED = ['one', 'two'].map((name) => {
  const sha256 = createHash('sha256').update(`${SOURCE}// ${name}\n`).digest('hex');
  return `handed-in/${name}.cu\n${sha256}`;
});
const FILE = idOf('file', 'grayscale', CHOICE, null, JSON.stringify(HANDED));
const isDecided = /There is nothing to decide under/;
const SCENARIOS: readonly Scenario[] = [
  { name: 'run', before: [], command: RUN, again: [...RUN, '--resume'] },
  { name: 'run with a manifest', before: graded, command: ['run', 'late.csv', '--resume', '--out', 'week 3'] },
  { name: 'override', before: graded, command: ['override', 'week 3', 'overrides.csv'] },
  { name: 'review --requests', before: graded, command: ['review', 'week 3', '--requests', 'requests.csv'] },
  {
    name: 'review --owner',
    before: held,
    command: ['review', 'week 3', '--decide', OWNER, '--owner', 'joe1', '--reason', 'asked'],
    isDone: isDecided,
  },
  {
    name: 'review --file',
    before: graded,
    command: ['review', 'week 3', '--decide', FILE, '--file', 'two.cu', '--reason', 'asked'],
    isDone: isDecided,
  },
  { name: 'diff', before: graded, command: ['diff', 'week 3'] },
  {
    name: 'regrade',
    before: graded,
    command: ['regrade', 'week 3', '--student', 'ben', '--student', 'gus', '--reason', 'asked'],
  },
  {
    name: 'apply',
    before: [...graded, ['regrade', 'week 3', '--student', 'ben', '--student', 'gus', '--reason', 'asked']],
    command: ['apply', 'week 3', '--student', 'ben', '--student', 'gus'],
  },
  {
    name: 'forget',
    before: [...graded, ['override', 'week 3', 'overrides.csv'], ['export', 'week 3', '--format', 'csv,canvas']],
    command: ['forget', 'week 3', '--student', 'ben', '--reason', 'left'],
    isDone: /There is no student "ben"/,
  },
  {
    name: 'export',
    before: [...graded, ['override', 'week 3', 'overrides.csv']],
    command: ['export', 'week 3', '--format', 'csv,canvas,moodle,junit,feedback,gradescope'],
  },
  {
    name: 'watch',
    before: graded,
    command: ['watch', 'inbox', '--out', 'week 3', '--once', '--settle', '0.01', '--every', '0.01'],
  },
];

/** Sends to a server of the test; a second push sends only what is missing. */
const PUSH: Scenario = {
  name: 'push',
  before: [...graded, ['override', 'week 3', 'overrides.csv']],
  command: ['push', 'week 3', '--to', 'canvas', '--course-id', '12', '--send'],
};

let root: string;
const bases = new Map<string, Place>();
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'grade-faults-'));
  installDisk();
});
afterAll(() => {
  removeDisk();
  rmSync(root, { recursive: true, force: true });
});

/** Returns numbers from 1 to `writes`, both among them. */
function pointsOf(writes: number, kind: Fault): number[] {
  const count = Math.min(writes, Number(process.env.FAULT_POINTS ?? POINTS[kind]));
  return Array.from({ length: count }, (_, index) => 1 + Math.round((index * (writes - 1)) / Math.max(1, count - 1)));
}

async function baseOf({ before }: Scenario): Promise<Place> {
  const key = JSON.stringify(before);
  const known = bases.get(key);
  if (known) return known;
  const place = makeClass(join(root, `base-${bases.size}`));
  for (const argv of before) {
    const { status, stderr } = await place.grade(argv);
    expect([argv[0], status, status === 0 ? '' : stderr]).toEqual([argv[0], 0, '']);
  }
  bases.set(key, place);
  return place;
}

/** Disturbs a command at many of its writes, each time in a copy of the base. */
async function disturb(
  kind: Fault,
  base: Place,
  writes: number,
  { command, again = command, isDone }: Scenario,
  env: NodeJS.ProcessEnv,
  before: () => void,
  check: (message: string, place: Place) => Promise<void>,
): Promise<void> {
  for (const at of pointsOf(writes, kind)) {
    const place = base.copyTo(join(root, 'disturbed'));
    const message = `${kind} at write ${at} of ${writes}`;
    before();
    let ended = { status: 0, stderr: '' };
    const run = async (): Promise<void> => {
      ended = await place.grade(command, env);
    };
    await withDisk(place.root, run, { kind, at });
    // The process ends, and with it its hold on the batch.
    place.buryHolder();
    if (kind !== 'killed' && ended.status === 3) {
      expect.soft(ended.stderr, message).toMatch(kind === 'full' ? /ENOSPC/ : /EROFS/);
      expect.soft(ended.stderr, message).not.toMatch(/\n {4}at /);
    }
    const isThere = existsSync(join(place.out, 'batch.json'));
    if (isThere) {
      const verified = await place.grade(['status', 'week 3', '--verify']);
      expect.soft([message, verified.status === 0 ? '' : verified.stdout]).toEqual([message, '']);
    }
    const next = await place.grade(isThere ? again : command, env);
    const hasEnded = next.status === 0 || isDone?.test(next.stderr);
    expect.soft([message, hasEnded ? '' : next.stderr]).toEqual([message, '']);
    await check(message, place);
    const proved = await place.grade(['status', 'week 3', '--verify']);
    expect.soft([message, proved.status === 0 ? '' : proved.stdout]).toEqual([message, '']);
  }
}

/** Runs a command undisturbed. @returns the number of its writes */
async function writesOf(place: Place, command: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  let ended: unknown;
  const writes = await withDisk(place.root, async () => {
    ended = await place.grade(command, env);
  });
  expect(ended).toMatchObject({ status: 0, stderr: expect.not.stringContaining('error:') });
  expect(writes).toBeGreaterThan(5);
  return writes;
}

describe.each(SCENARIOS.map((scenario) => [scenario.name, scenario] as const))('grade batch %s', (_, scenario) => {
  let base: Place;
  let expected: object;
  let writes = 0;
  beforeAll(async () => {
    base = await baseOf(scenario);
    const place = base.copyTo(join(root, 'undisturbed'));
    writes = await writesOf(place, scenario.command);
    expected = await place.facts();
  });

  it.each(['killed', 'full', 'read-only'] satisfies Fault[])(
    'loses nothing if it is %s at any write',
    async (kind) => {
      const check = async (message: string, place: Place): Promise<void> =>
        expect.soft({ message, ...(await place.facts()) }).toEqual({ message, ...expected });
      await disturb(kind, base, writes, scenario, {}, () => undefined, check);
    },
    120_000,
  );
});

describe('grade batch push', () => {
  it.each(['killed', 'full'] satisfies Fault[])(
    'sends each grade once if it is %s at any write',
    async (kind) => {
      const base = await baseOf(PUSH);
      const users = ['ada', 'ben', 'cem', 'dan', 'eve', 'fay', 'gus', 'hal', 'ida'].map((_, at) => ({
        ...{ id: 101 + at, score: null, excused: false, comments: [] as string[] },
      }));
      const server = await startCanvas(users as CanvasUser[], 100, false);
      const env = { CANVAS_TOKEN: TOKEN };
      const clear = (): void => {
        for (const user of server.users) Object.assign(user, { score: null, excused: false, comments: [] });
      };
      const scenario = {
        ...PUSH,
        command: [...PUSH.command, '--url', server.url],
        isDone: /not sent, because the grade is open/,
      };
      const scores = () => server.users.map(({ score, excused, comments }) => [score, excused, comments.length]);
      try {
        const place = base.copyTo(join(root, 'undisturbed'));
        const writes = await withDisk(place.root, () => place.grade(scenario.command, env));
        const expected = scores();
        expect(expected.filter(([, , comments]) => comments === 1).length).toBeGreaterThan(3);
        await disturb(kind, base, writes, scenario, env, clear, async (message, disturbed) => {
          expect.soft([message, ...scores()]).toEqual([message, ...expected]);
          const events = await disturbed.events();
          const sending = new Set(events.flatMap((event) => (event.event === 'sending' ? [event.student] : [])));
          const sent = new Set(events.flatMap((event) => (event.event === 'sent' ? [event.student] : [])));
          expect.soft([message, [...sending].sort()]).toEqual([message, [...sent].sort()]);
        });
      } finally {
        await server.close();
      }
    },
    120_000,
  );
});

describe('grade batch apply', () => {
  it('ends at the first result that the disk refuses, and applies nothing', async () => {
    const place = (await baseOf(PUSH)).copyTo(join(root, 'apply'));
    const instant = instantGraders();
    const identity: typeof instant.identity = async () => ({ ...(await instant.identity()), engine: 'f'.repeat(12) });
    let tried = 0;
    const full: typeof instant = {
      ...instant,
      identity,
      grade: async (tasks, tell) => {
        for (const task of tasks) {
          tried += 1;
          const message = `${task.into} cannot be written (ENOSPC). Make room on the disk.`;
          await tell({ kind: 'fault', task, message, details: [] });
        }
      },
    };
    const before = await place.json('status', 'week 3');
    const { status, stderr } = await place.grade(['apply', 'week 3'], {}, full);
    expect([status, tried]).toEqual([3, 1]);
    expect(stderr).toContain('cannot be written (ENOSPC). Make room on the disk.');
    expect(await place.json('status', 'week 3')).toEqual(before);
    expect((await place.grade(['status', 'week 3', '--verify'])).status).toBe(0);
    const applied = await place.grade(['apply', 'week 3'], {}, { ...instant, identity });
    expect([applied.status, applied.stdout]).toEqual([0, expect.stringMatching(/^[1-9]\d* results replaced/)]);
  });
});

describe('two commands at the same time', () => {
  it('refuse to change one batch, and export it with a note', async () => {
    const place = (await baseOf(PUSH)).copyTo(join(root, 'two'));
    writeFileSync(join(place.out, 'lock'), JSON.stringify({ pid: process.ppid, host: hostname() }));
    const before = readFileSync(join(place.out, 'journal.jsonl'), 'utf8');
    for (const argv of [
      ['override', 'week 3', '--student', 'ada', '--add', '1', '--reason', 'bonus'],
      ['review', 'week 3', '--requests', 'requests.csv'],
      ['regrade', 'week 3', '--student', 'ada', '--reason', 'asked'],
      ['apply', 'week 3'],
      ['forget', 'week 3', '--student', 'ada', '--reason', 'left'],
      ['run', 'late.csv', '--resume', '--out', 'week 3'],
      ['watch', 'inbox', '--out', 'week 3', '--once', '--settle', '0.01', '--every', '0.01'],
      [...PUSH.command, '--url', 'https://canvas.school.example'],
    ]) {
      const { status, stderr } = await place.grade(argv, { CANVAS_TOKEN: TOKEN });
      expect([argv[0], status, stderr]).toEqual([argv[0], 2, expect.stringContaining('is at work in this batch')]);
    }
    const exported = await place.grade(['export', 'week 3', '--format', 'csv']);
    expect(exported.status).toBe(0);
    expect(exported.stderr).toMatch(/note: The export is not on record: Process \d+ of this machine is at work/);
    expect(readFileSync(join(place.out, 'journal.jsonl'), 'utf8')).toBe(before);
    rmSync(join(place.out, 'lock'));
    expect((await place.grade(['status', 'week 3', '--verify'])).status).toBe(0);
  });
});
