import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { COMMANDS } from '../../grader/cli/commands.ts';
import { completions, FILES } from '../../grader/cli/completion.ts';
import { addResult } from '../../grader/course/index.ts';
import { packageRoot } from '../../grader/platform/index.ts';
import { loadAssignment } from '../../grader/spec/index.ts';
import { gradedOf, type SessionOptions, session } from './harness.ts';

let place = '';
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'grade-course-'));
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

async function grade(options: SessionOptions, ...argv: string[]) {
  const ran = session({ cwd: place, ...options });
  const status = await ran.run(...argv);
  return { status, graded: ran.graded, opened: ran.opened, stdout: ran.stdout(), stderr: ran.stderr() };
}

const inside = (id: string) => ({ cwd: join(place, id) });

/** Keeps a result in the folder of an exercise that was started. */
async function keep(id: string, verdict: 'passed' | 'failed', score: number): Promise<void> {
  const assignment = loadAssignment(join(packageRoot, 'assignments', id));
  const request = { assignment, fileName: `${id}.cu`, sha256: '' } as Parameters<typeof gradedOf>[0];
  await addResult(join(place, id), gradedOf(request, { verdict, score }).result, new Date(0));
}

describe('grade start', () => {
  it('makes the folder of an exercise, and prints what to do there', async () => {
    const { status, stdout } = await grade({}, 'start', 'grayscale');
    expect(status).toBe(0);
    expect(existsSync(join(place, 'grayscale', 'grayscale.cu'))).toBe(true);
    expect(stdout).toMatch(/cd grayscale\n {2}grade handout/);
  });

  it('puts it beside the exercise in whose folder it runs', async () => {
    await grade({}, 'start', 'grayscale');
    const { stdout } = await grade(inside('grayscale'), 'start', 'vector-add');
    expect(existsSync(join(place, 'vector-add', 'handout.md'))).toBe(true);
    expect(stdout).toContain('cd ../vector-add');
  });

  it('ends in 2 for a folder that is there, and for an unknown exercise', async () => {
    await grade({}, 'start', 'grayscale');
    expect(await grade({}, 'start', 'grayscale')).toMatchObject({ status: 2, stdout: '' });
    const { status, stderr } = await grade({}, 'start', 'grayscal');
    expect(status).toBe(2);
    expect(stderr).toContain('did you mean grayscale?');
  });
});

describe('grade submit without the name of an exercise', () => {
  const gray = 'void rgb_to_grayscale(int n) {}\n';
  const write = (name: string, text = gray) => writeFileSync(join(place, name), text);
  // Reports go to the working folder of the process.
  const submit = (options: SessionOptions, ...argv: string[]) =>
    grade(options, 'submit', '--report-dir', join(place, 'report'), ...argv);

  it('grades the file of the folder, and keeps the result there', async () => {
    await grade({}, 'start', 'grayscale');
    const { status, graded } = await submit({ ...inside('grayscale'), isTTY: false }, '--format', 'text');
    expect(status).toBe(0);
    expect(graded.map(({ assignment, fileName }) => [assignment.spec.id, fileName])).toEqual([
      ['grayscale', 'grayscale.cu'],
    ]);
    const { results } = JSON.parse(readFileSync(join(place, 'grayscale', 'grade-results.json'), 'utf8'));
    expect(results).toMatchObject([{ assignment: 'grayscale', verdict: 'passed', score: 90 }]);
  });

  it.each([[['grayscale']], [[join('grayscale', 'grayscale.cu')]], [['grayscale', join('grayscale', 'grayscale.cu')]]])(
    'finds the folder of the exercise for %j',
    async (argv) => {
      await grade({}, 'start', 'grayscale');
      const files = argv.map((arg) => (arg.endsWith('.cu') ? join(place, arg) : arg));
      const { status, graded } = await submit({}, ...files);
      expect(status).toBe(0);
      expect(graded[0]?.assignment.spec.id).toBe('grayscale');
      expect(existsSync(join(place, 'grayscale', 'grade-results.json'))).toBe(true);
    },
  );

  it('lists the exercises whose function the file defines', async () => {
    write('gray.cu');
    const { status, stderr } = await submit({}, 'gray.cu');
    expect(status).toBe(2);
    expect(stderr).toContain(
      'Which exercise is gray.cu for? It defines the function of: grayscale, grayscale-2d, grayscale-torch. Name it: `grade submit grayscale gray.cu`.',
    );
  });

  it('lists all exercises for a file without such a function', async () => {
    write('main.cu', 'int main() {}\n');
    const { stderr } = await submit({}, 'main.cu');
    expect(stderr).toMatch(/does not define the function of an exercise\. There are: thread-names, vector-add, gray/);
  });

  it.each([
    ['2', 'grayscale-2d'],
    ['', 'grayscale'],
    ['box-blur', 'box-blur'],
  ])('asks in a terminal, and takes %j', async (answer, id) => {
    write('gray.cu');
    const { graded, stderr } = await submit({ isTTY: true, answers: ['nothing', answer] }, join(place, 'gray.cu'));
    expect(stderr).toContain('Type a number from 1 to 3, or the name of an exercise.');
    expect(graded[0]?.assignment.spec.id).toBe(id);
  });

  it('understands swapped arguments', async () => {
    write('gray.cu');
    const { status, graded, stderr } = await submit({}, join(place, 'gray.cu'), 'grayscale');
    expect(status).toBe(0);
    expect(stderr).toContain('note: The exercise comes first: `grade submit grayscale ');
    expect(graded[0]?.assignment.spec.id).toBe('grayscale');
  });

  it.each([
    [['gone.cu'], /gone\.cu does not exist\. Give the path of your \.cu file\./],
    [['graiscale'], /did you mean grayscale\?/],
    [['graiscale', 'gray.cu'], /did you mean grayscale\?/],
    [[], /does not belong to an exercise/],
  ])('reports %j', async (argv, words) => {
    write('gray.cu');
    const { status, stderr } = await submit({}, ...argv);
    expect(status).toBe(2);
    expect(stderr).toMatch(words);
  });
});

describe('grade next and grade progress', () => {
  it('go from exercise to exercise in the order of the course', async () => {
    const before = await grade({}, 'next');
    expect(before.status).toBe(0);
    expect(existsSync(join(place, 'thread-names', 'thread-names.cu'))).toBe(true);
    const early = await grade(inside('thread-names'), 'next');
    expect(early).toMatchObject({ status: 1, stdout: '' });
    expect(early.stderr).toContain('You have not graded thread-names yet');
    await keep('thread-names', 'failed', 70);
    expect((await grade(inside('thread-names'), 'next')).stderr).toContain('70 of 90 points. To go on without it');
    await keep('thread-names', 'passed', 90);
    expect((await grade(inside('thread-names'), 'next')).stdout).toContain('cd ../vector-add');
    const again = await grade({}, 'next');
    expect(again.stdout).toBe('You have started vector-add already. Go on there: cd vector-add\n');
    const { stdout } = await grade(inside('vector-add'), 'progress');
    expect(stdout).toContain('Getting started with CUDA: 1 of 23 exercises passed');
    expect(stdout).toMatch(/✓ thread-names +90\/90 .*\n· vector-add +started .*\n +grayscale /);
    expect(stdout).toContain('Next: grade submit');
  });

  it('go on without a pass if --skip is given', async () => {
    await grade({}, 'start', 'grayscale');
    const { status, stdout } = await grade(inside('grayscale'), 'next', '--skip');
    expect(status).toBe(0);
    expect(stdout).toContain('cd ../grayscale-2d');
  });

  it('report the last exercise of the course', async () => {
    await grade({}, 'start', 'monte-carlo-pi');
    await keep('monte-carlo-pi', 'passed', 90);
    const { status, stdout } = await grade(inside('monte-carlo-pi'), 'next');
    expect(status).toBe(0);
    expect(stdout).toContain('This is the last exercise of the course. Not passed yet: thread-names, vector-add,');
  });

  it('print the machine form', async () => {
    await grade({}, 'start', 'grayscale');
    await keep('grayscale', 'failed', 70);
    const { stdout } = await grade({}, 'progress', '--json');
    const { schemaVersion, exercises } = JSON.parse(stdout);
    expect(schemaVersion).toBe(1);
    expect(exercises).toHaveLength(23);
    expect(exercises[2]).toEqual({
      id: 'grayscale',
      title: 'Color to gray',
      state: 'tried',
      score: 70,
      maxScore: 90,
      tries: 1,
    });
  });
});

describe('grade handout', () => {
  it('shows the handout in the terminal', async () => {
    const { status, stdout } = await grade({}, 'handout', 'grayscale');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^Color to gray\n\nA GPU is good at/);
    expect(stdout).toMatch(/\n {4}for \(int i = 0; i < n; i\+\+\)\n/);
    expect(stdout).toMatch(/\ncheck +what it wants +points\n/);
    expect(Math.max(...stdout.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(100);
  });

  it('needs no name in the folder of an exercise', async () => {
    await grade({}, 'start', 'vector-add');
    expect((await grade(inside('vector-add'), 'handout')).stdout).toMatch(/`vector-add\.cu` has the frame/);
    expect((await grade({}, 'handout')).stderr).toContain('Name one: `grade handout grayscale`');
  });

  it('is a page with pictures', async () => {
    const page = join(place, 'page.html');
    const { status, opened, stderr } = await grade({}, 'handout', 'grayscale', `--html=${page}`, '--open');
    expect(status).toBe(0);
    expect(stderr).toContain(`Handout: ${page}`);
    expect(opened).toEqual([page]);
    const html = readFileSync(page, 'utf8');
    expect(html).toContain('<h1>Color to gray</h1>');
    expect(html.match(/<figure><img src="data:image\/png;base64,/g)).toHaveLength(2);
  });
});

describe('grade explain', () => {
  it.each(['compile', 'guards', 'correctness', 'memory', 'races', 'technique', 'speedup'])(
    'explains the check %s with its rules',
    async (check) => {
      const { status, stdout } = await grade({}, 'explain', check);
      expect(status).toBe(0);
      expect(stdout).toMatch(new RegExp(`^${check}\n\n`));
      expect(stdout).toMatch(/\nIts rules\n {2}[a-z-]+ {2}/);
    },
  );

  it('explains checks and rules together', async () => {
    const { stdout } = await grade({}, 'explain', 'guards,out-of-bounds-write');
    expect(stdout.indexOf('guards')).toBeLessThan(stdout.indexOf('out-of-bounds-write\n\n'));
    expect((await grade({}, 'explain', 'guard')).stderr).toContain('no rule or check "guard", did you mean guards?');
  });
});

describe('grade completion', () => {
  const complete = (...words: string[]) => completions(words, COMMANDS, () => ['grayscale', 'reduction']);

  it.each(['bash', 'zsh', 'fish', 'powershell'])('prints a script for %s', async (shell) => {
    const { status, stdout } = await grade({}, 'completion', shell);
    expect(status).toBe(0);
    expect(stdout).toContain('complete');
    expect(stdout).toContain(FILES);
  });

  it('refuses another shell', async () => {
    const { status, stderr } = await grade({}, 'completion', 'tcsh');
    expect(status).toBe(2);
    expect(stderr).toContain('bash, zsh, fish, powershell');
  });

  it.each([
    [['su'], ['submit']],
    [
      ['submit', 'g'],
      ['grayscale', FILES],
    ],
    [['submit', 'grayscale', ''], [FILES]],
    [['submit', 'grayscale', '--se'], ['--seed']],
    [
      ['submit', '--target', ''],
      ['auto', 'emulator', 'gpu'],
    ],
    [
      ['submit', '--seed', '7', 'r'],
      ['reduction', FILES],
    ],
    [['start', 'r'], ['reduction']],
    [['start', 'reduction', ''], []],
    [['explain', 'guards', 'too'], ['too-slow']],
    [['batch', 'st'], ['status']],
    [['batch', 'status', '--ver'], ['--verify']],
    [['completion', 'b'], ['bash']],
    [['nothing', ''], []],
  ])('completes %j to %j', (words, expected) => {
    expect(complete(...words)).toEqual(expected);
  });

  it('answers the scripts with one word per line', async () => {
    expect((await grade({}, 'complete', '--', 'start', 'matmul-t')).stdout).toBe('matmul-tiled\n');
    expect((await grade({}, 'complete', '--blank', '--', 'completion')).stdout).toBe('bash\nzsh\nfish\npowershell\n');
  });
});
