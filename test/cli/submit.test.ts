import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { openMachine } from '../../grader/pipeline/engine/index.ts';
import { InfrastructureError } from '../../grader/platform/errors.ts';
import type { GradeResult } from '../../grader/result/index.ts';
import { noLinux, noPosix } from '../posix.ts';
import { workspace } from './fixtures.ts';
import { gradedOf, type Session, type SessionOptions, session } from './harness.ts';

const space = workspace();
let folders = 0;

/** Runs `grade submit` on the demo assignment with a report folder of its own. */
async function submit(
  options: SessionOptions,
  ...more: string[]
): Promise<Session & { status: number; reports: string }> {
  const reports = space.path(`reports-${++folders}`);
  const ran = session(options);
  const fixed = ['--assignments', space.assignments, '--report-dir', reports];
  const status = await ran.run('submit', 'matmul-demo', space.file, ...fixed, ...more);
  return { ...ran, status, reports };
}

describe('the line that decides', () => {
  it.each<[string[], number]>([
    [[], 3_000],
    [['--no-diagnose'], 0],
    [['--diagnose'], 60_000],
    [['--json', '-', '--format', 'text'], 0],
    [['--json', '-', '--format', 'html'], 3_000],
  ])('with %j has %d ms', async (more, expected) => {
    const { graded } = await submit({}, ...more);
    expect(graded.map(({ diagnoseMs }) => diagnoseMs)).toEqual([expected]);
  });
});

describe('exit status', () => {
  it.each<[Partial<GradeResult>, number]>([
    [{ verdict: 'passed' }, 0],
    [{ verdict: 'failed', responsible: 'student' }, 1],
    [{ verdict: 'error', responsible: 'student' }, 1],
    [{ verdict: 'error', responsible: 'assignment' }, 2],
    [{ verdict: 'error', responsible: 'infrastructure' }, 3],
    [{ verdict: 'error', responsible: null }, 3],
  ])('%j ends in %d', async (result, expected) => {
    const { status, alive } = await submit({ result });
    expect(status).toBe(expected);
    expect(alive()).toBe(0);
  });

  it('is 3, with what to do, where the machine is at fault', async () => {
    const fault = new InfrastructureError('The compiler could not be loaded. Run npm run build.');
    const { status, stderr, reports, alive } = await submit({ grade: () => Promise.reject(fault) });
    expect(status).toBe(3);
    expect(stderr()).toBe('error: The compiler could not be loaded. Run npm run build.\n');
    expect(existsSync(reports)).toBe(false);
    expect(alive()).toBe(0);
  });

  it('is 3 for a fault of our own, and says that it is not the student’s', async () => {
    const grade = () => Promise.reject(new TypeError('x is undefined'));
    const { status, stderr } = await submit({ grade });
    expect(status).toBe(3);
    expect(stderr()).toMatch(/grade failed: x is undefined\nThis is a fault of grade or of this machine, not of your/);
    expect(stderr()).not.toContain('    at ');
    const debug = await submit({ grade, env: { GRADE_DEBUG: '1' } });
    expect(debug.stderr()).toContain('    at ');
  });

  it('is 3 where a GPU is asked for and its compiler is forbidden', async () => {
    const { status, stderr } = await submit({ machine: openMachine }, '--target', 'gpu', '--nvcc', 'off');
    expect(status).toBe(3);
    expect(stderr()).toContain('Leave out --nvcc off, or give --target emulator.');
  });

  it('is 3 where a container engine is asked for and none answers', async () => {
    vi.stubEnv('DOCKER_HOST', 'unix:///nowhere/docker.sock');
    const { status, stderr } = await submit({ machine: openMachine }, '--nvcc', 'require');
    vi.unstubAllEnvs();
    expect(status).toBe(3);
    expect(stderr()).toContain('no container engine listens at');
  });

  it('is 130 where the user interrupts', async () => {
    const controller = new AbortController();
    const { status, stderr, alive } = await submit({
      controller,
      grade: (request) =>
        new Promise((_, reject) => {
          request.signal.addEventListener('abort', () => reject(request.signal.reason));
          setTimeout(() => controller.abort());
        }),
    });
    expect(status).toBe(130);
    expect(stderr()).toBe('Interrupted.\n');
    expect(alive()).toBe(0);
  });
});

describe('output', () => {
  it('puts the verdict on stdout and the reports into the folder', async () => {
    const { stdout, stderr, reports } = await submit({});
    expect(stdout()).toBe('plain passed\n');
    expect(readdirSync(reports).sort()).toEqual(['report.html', 'report.md', 'result.json']);
    expect(stderr()).toMatch(/^Report: .*report\.html\n$/);
  });

  it('makes the formats asked for only', async () => {
    const { stdout, reports } = await submit({}, '--format', 'md');
    expect(stdout()).toBe('');
    expect(readdirSync(reports)).toEqual(['report.md']);
    const text = await submit({}, '--format', 'text');
    expect(text.stdout()).toBe('plain passed\n');
    expect(existsSync(text.reports)).toBe(false);
  });

  it.each([[['--json']], [['--json', '-']], [['--json=-']]])(
    '%j puts the result, and only that, on stdout',
    async (argv) => {
      const { stdout } = await submit({ result: { score: 85 } }, ...argv);
      expect(JSON.parse(stdout()).score).toBe(85);
    },
  );

  it('writes the result into a file beside the text', async () => {
    const { stdout } = await submit({}, '--json', space.path('out.json'));
    expect(stdout()).toBe('plain passed\n');
    expect(JSON.parse(readFileSync(space.path('out.json'), 'utf8')).verdict).toBe('passed');
  });

  it('uses colour on a terminal only', async () => {
    expect((await submit({ isTTY: true })).stdout()).toBe('colourful passed\n');
    expect((await submit({ isTTY: true, env: { NO_COLOR: '1' } })).stdout()).toBe('plain passed\n');
  });

  it('shows progress on stderr and takes it away', async () => {
    const { stderr } = await submit({
      isTTY: true,
      grade: async (request) => {
        request.onProgress({ activity: 'running the cases', done: 2, total: 7 });
        return gradedOf(request);
      },
    });
    expect(stderr()).toContain('running the cases 2/7 ...');
    expect(stderr()).toContain('...\r\u001b[2KReport: ');
  });

  it('passes machine settings on: flags, then variables, then configuration', async () => {
    const flags = ['--target', 'gpu', '--sandbox', 'none', '--sanitize'];
    const { machines, graded, stderr } = await submit(
      { env: { GRADE_BUILD_IMAGE: 'own:1', GRADE_GPU: '1' } },
      ...flags,
    );
    expect(machines).toEqual([
      { target: 'gpu', nvcc: 'auto', sandbox: 'none', sanitize: true, buildImage: 'own:1', gpu: '1' },
    ]);
    expect(graded[0]?.sanitize).toBe(true);
    expect(stderr()).toContain(
      'warning: --sandbox none runs nvcc, and kernels on a GPU, with the rights of this user.',
    );
  });

  it('says on standard error what was not used and why', async () => {
    const { stdout, stderr } = await submit({ skipped: ['nvcc was not asked: no image.'] });
    expect(stderr()).toContain('note: nvcc was not asked: no image.\n');
    expect(stdout()).not.toContain('nvcc was not asked');
  });

  it('hands on the seed, the file and its hash', async () => {
    const { graded } = await submit({}, '--seed', '42');
    expect(graded[0]).toMatchObject({ seed: '42', fileName: 'mine.cu', sanitize: false });
    expect(graded[0]?.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(graded[0]?.seedIsPublic).toBe(true);
    const drawn = (await submit({})).graded[0];
    expect(drawn?.seed).toMatch(/^\d+$/);
    expect(drawn?.seed).not.toBe((await submit({})).graded[0]?.seed);
    expect(drawn?.seedIsPublic).toBe(true);
  });

  it('opens the report, or says where it is', async () => {
    const opened = await submit({}, '--open');
    expect(opened.opened).toEqual([expect.stringMatching(/report\.html$/)]);
    const alone = await submit({ canOpen: false }, '--open');
    expect(alone.stderr()).toMatch(/warning: no program .* Open .*report\.html yourself/);
    const without = await submit({}, '--open', '--format', 'text');
    expect(without.stderr()).toMatch(/warning: --open shows the HTML report/);
  });

  it('warns of --sandbox none', async () => {
    expect((await submit({}, '--sandbox', 'none')).stderr()).toMatch(/^warning: --sandbox none/);
  });
});

describe('bad input ends in 2 with a reason, and leaves nothing behind', () => {
  async function refused(file: string, ...more: string[]): Promise<string> {
    const reports = space.path(`reports-${++folders}`);
    const before = readdirSync(space.root);
    const { run, stdout, stderr, graded } = session();
    const argv = ['submit', 'matmul-demo', file, '--assignments', space.assignments, '--report-dir', reports, ...more];
    expect(await run(...argv)).toBe(2);
    expect(stdout()).toBe('');
    expect(graded).toEqual([]);
    expect(readdirSync(space.root)).toEqual(before);
    return stderr();
  }
  function write(name: string, content: string | Uint8Array): string {
    writeFileSync(space.path(name), content);
    return space.path(name);
  }

  it('a missing file', async () => {
    expect(await refused(space.path('nowhere.cu'))).toMatch(/^error: .*nowhere\.cu does not exist/);
  });
  it('a folder', async () => {
    expect(await refused(space.assignments)).toMatch(/is a folder/);
  });
  it('an empty file', async () => {
    expect(await refused(write('empty.cu', ''))).toMatch(/is empty/);
  });
  it('10 MB of text', async () => {
    expect(await refused(write('large.cu', 'x'.repeat(10_000_000)))).toMatch(/10,000,000 bytes/);
  });
  it('a binary', async () => {
    expect(await refused(write('binary.cu', Buffer.from([1, 2, 0, 3])))).toMatch(/is not text: NUL at byte 3\./);
  });
  it('invalid UTF-8', async () => {
    expect(await refused(write('latin1.cu', Buffer.from([0x61, 0xe9, 0x0a])))).toMatch(/is not UTF-8 text: line 1/);
  });
  it('UTF-16, with a byte order mark or without', async () => {
    const text = Buffer.from('int a;\n', 'utf16le');
    expect(await refused(write('marked.cu', Buffer.concat([Buffer.from([0xff, 0xfe]), text])))).toMatch(
      /is UTF-16 text/,
    );
    expect(await refused(write('unmarked.cu', text))).toMatch(/is UTF-16 text/);
    expect(await refused(write('big-endian.cu', Buffer.from(text).swap16()))).toMatch(/is UTF-16 text/);
  });
  it('an empty name', async () => {
    expect(await refused('')).toMatch(/name of the submission is empty/);
  });
  // Permissions stop nobody who runs the tests as root; this file can be read by nobody at all.
  it.skipIf(noLinux !== null)('a file that cannot be read', async () => {
    expect(await refused('/proc/self/mem')).toMatch(/^error: \/proc\/self\/mem cannot be read \(EIO\)\.\n$/);
  });
  it.skipIf(noPosix !== null)('what is no regular file', async () => {
    expect(await refused('/dev/null')).toMatch(/is not a regular file/);
  });
  it.each([
    ['that is a folder', () => space.assignments, /it is a folder/],
    ['in a folder that is not there', () => space.path('no', 'such', 'out.json'), /there is no folder .*such/],
    ['below a file', () => space.path('mine.cu', 'out.json'), /mine\.cu is a file/],
    ['without a name', () => '', /its name is empty/],
    ['that is the submission', () => space.file, /it is the submission/],
  ])('--json with a file %s', async (_, target, reason) => {
    const message = await refused(space.file, `--json=${target()}`);
    expect(message).toMatch(reason);
    expect(message).toMatch(/^error: .* cannot be written: .* Choose another file with --json=FILE\.\n$/);
    expect(readFileSync(space.file, 'utf8')).toContain('__global__');
  });
  it('a report folder without a name', async () => {
    expect(await refused(space.file, '--report-dir', '')).toMatch(/its name is empty/);
  });
  it('an unknown format', async () => {
    expect(await refused(space.file, '--format', 'text,pdf')).toMatch(/no report format "pdf"/);
  });
  it('a seed that is none', async () => {
    expect(await refused(space.file, '--seed', 'abc')).toMatch(/--seed "abc" is not a seed/);
  });
  it('a report folder that is a file', async () => {
    expect(await refused(space.file, '--report-dir', space.file)).toMatch(/report folder .* cannot be written/);
  });
  it('a report folder below a file', async () => {
    expect(await refused(space.file, '--report-dir', `${space.file}/deep/er`)).toMatch(/is a file/);
  });

  it('an unknown assignment', async () => {
    const { run, stderr } = session();
    expect(await run('submit', 'matmul-dmo', space.file, '--assignments', space.assignments)).toBe(2);
    expect(stderr()).toMatch(/no assignment "matmul-dmo", did you mean matmul-demo\? There are: /);
  });

  it('a broken assignment, all its mistakes with line and column', async () => {
    const { run, stderr, graded } = session();
    expect(await run('submit', 'broken', space.file, '--assignments', space.broken)).toBe(2);
    expect(stderr().match(/assignment\.yaml:\d+:\d+: /g)).toHaveLength(2);
    expect(graded).toEqual([]);
  });

  it('a file name that would drive the terminal', async () => {
    expect(await refused(space.path('\u001b[31mred.cu'))).not.toContain('\u001b');
  });
});

describe('good input that looks odd', () => {
  it.each([
    ['CRLF', 'int a;\r\nint b;\r\n', 'int a;\r\nint b;\r\n'],
    ['a byte order mark', '\ufeffint a;\n', 'int a;\n'],
  ])('%s is graded', async (_, content, source) => {
    writeFileSync(space.path('odd.cu'), content);
    const { run, graded } = session();
    const reports = space.path(`reports-${++folders}`);
    const argv = ['submit', 'matmul-demo', space.path('odd.cu'), '--assignments', space.assignments];
    expect(await run(...argv, '--report-dir', reports)).toBe(0);
    expect(graded[0]?.source).toBe(source);
  });

  it('a report folder that is there already is used again', async () => {
    const reports = space.path('again');
    mkdirSync(reports);
    writeFileSync(`${reports}/report.md`, 'old');
    const { run } = session();
    await run('submit', 'matmul-demo', space.file, '--assignments', space.assignments, '--report-dir', reports);
    expect(readFileSync(`${reports}/report.md`, 'utf8')).toBe('# report');
  });
});
