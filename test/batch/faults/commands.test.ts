import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fault, installDisk, removeDisk, withDisk } from './disk.ts';
import { makeClass, type Place, RUN } from './scenarios.ts';

/** Writes at which a command is disturbed, at most: evenly spread over all that it does. */
const POINTS = Number(process.env.POINTS ?? 6);

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
const SCENARIOS: readonly Scenario[] = [
  { name: 'run', before: [], command: RUN, again: [...RUN, '--resume'] },
  { name: 'run with a manifest', before: graded, command: ['run', 'late.csv', '--resume', '--out', 'week 3'] },
  { name: 'override', before: graded, command: ['override', 'week 3', 'overrides.csv'] },
  { name: 'review --requests', before: graded, command: ['review', 'week 3', '--requests', 'requests.csv'] },
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
function pointsOf(writes: number): number[] {
  const count = Math.min(writes, POINTS);
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

describe.each(SCENARIOS.map((scenario) => [scenario.name, scenario] as const))('grade batch %s', (_, scenario) => {
  const { command, again = command, isDone } = scenario;
  let base: Place;
  let expected: unknown;
  let writes = 0;
  beforeAll(async () => {
    base = await baseOf(scenario);
    const place = base.copyTo(join(root, 'undisturbed'));
    let ended: unknown;
    writes = await withDisk(place.root, async () => {
      ended = await place.grade(command);
    });
    expect(ended).toMatchObject({ status: 0, stderr: expect.not.stringContaining('error:') });
    expected = await place.facts();
    expect(writes).toBeGreaterThan(5);
  });

  it.each(['killed', 'full', 'read-only'] satisfies Fault[])(
    'loses nothing if it is %s at any write',
    async (kind) => {
      for (const at of pointsOf(writes)) {
        const place = base.copyTo(join(root, 'disturbed'));
        const message = `${kind} at write ${at} of ${writes}`;
        let stderr = '';
        let status = 0;
        await withDisk(
          place.root,
          async () => {
            ({ stderr, status } = await place.grade(command));
          },
          { kind, at },
        );
        // The process ends, and with it its hold on the batch.
        place.buryHolder();
        if (kind !== 'killed' && status !== 0) {
          expect.soft(stderr, message).toMatch(kind === 'full' ? /ENOSPC/ : /EROFS/);
          expect.soft(stderr, message).not.toMatch(/\n {4}at /);
        }
        const isThere = existsSync(join(place.out, 'batch.json'));
        if (isThere) {
          const verified = await place.grade(['status', 'week 3', '--verify']);
          expect.soft([message, verified.status === 0 ? '' : verified.stdout]).toEqual([message, '']);
        }
        const next = await place.grade(isThere ? again : command);
        const hasEnded = next.status === 0 || isDone?.test(next.stderr);
        expect.soft([message, hasEnded ? '' : next.stderr]).toEqual([message, '']);
        expect.soft({ message, ...((await place.facts()) as object) }).toEqual({ message, ...(expected as object) });
        const proved = await place.grade(['status', 'week 3', '--verify']);
        expect.soft([message, proved.status === 0 ? '' : proved.stdout]).toEqual([message, '']);
      }
    },
    120_000,
  );
});
