import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { ProgramTrace, SubmissionTrace, TraceView } from '../../grader/cli/grader.ts';
import { parseIndex, trace } from '../../grader/cli/trace.ts';

const folder = mkdtempSync(join(tmpdir(), 'grade-trace-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'gray.cu');
writeFileSync(file, '__global__ void gray() {}\n');
const page = join(folder, 'page.html');

const VIEW: TraceView = { about: 'gray: block 0', finding: ['a finding'], text: () => 'line 1\n', page: () => '<p>' };

/** Runs the command with a tracer that keeps what it is asked for. */
async function run(args: readonly string[], options: Readonly<Record<string, unknown>>) {
  const asked: (SubmissionTrace | ProgramTrace)[] = [];
  const written = { stdout: '', stderr: '' };
  const stream = (name: 'stdout' | 'stderr') => ({
    isTTY: false,
    columns: 80,
    write: (text: string | Uint8Array) => {
      written[name] += String(text);
      return true;
    },
  });
  const record = async (request: SubmissionTrace | ProgramTrace): Promise<TraceView> => {
    asked.push(request);
    return VIEW;
  };
  const tracer = {
    submission: record,
    program: record,
    dispose: async () => undefined,
  };
  const input = {
    ...{ args, options: { output: page, ...options }, config: {} },
    io: {
      ...{ stdout: stream('stdout'), stderr: stream('stderr'), stdin: null, env: {}, cwd: folder },
      signal: new AbortController().signal,
    },
    services: { tracer: async () => tracer, open: async () => true },
  };
  const status = await trace(input as unknown as Parameters<typeof trace>[0]);
  return { asked: asked[0], status, ...written };
}

describe('grade trace', () => {
  it('writes the page, and names the finding that it opens at', async () => {
    const { asked, stderr, status } = await run(['grayscale', file], { case: 'one-pixel', block: '1', thread: '5,2' });
    expect(asked).toMatchObject({ caseName: 'one-pixel', block: [1, 0, 0], thread: [5, 2, 0] });
    expect(stderr).toContain('a finding');
    expect(readFileSync(page, 'utf8')).toBe('<p>');
    expect(status).toBe(0);
  });

  it('prints the steps with --text', async () => {
    expect((await run(['grayscale', file], { text: true })).stdout).toBe('gray: block 0\na finding\nline 1\n');
  });

  it('records a program if there is only one file', async () => {
    expect((await run([file], {})).asked).toMatchObject({ fileName: expect.stringMatching(/gray\.cu$/), block: null });
  });

  it.each([
    [['no-such-exercise', file], {}, 'no-such-exercise'],
    [[file], { case: 'small' }, 'A program has no cases'],
    [['grayscale', file], { text: true, open: true }, '--text writes no page'],
    [['grayscale', file], { block: 'x' }, '--block x is not an index'],
  ])('rejects %j with %j', async (args, options, words) => {
    await expect(run(args, options)).rejects.toThrow(words);
  });
});

describe('parseIndex', () => {
  it.each([
    ['5', [5, 0, 0]],
    ['5,2', [5, 2, 0]],
    ['(5, 2, 1)', [5, 2, 1]],
  ])('reads %s', (text, index) => {
    expect(parseIndex('--thread', text)).toEqual(index);
  });

  it.each(['', '-1', '1,2,3,4', '1.5'])('rejects "%s"', (text) => {
    expect(() => parseIndex('--thread', text)).toThrow('is not an index');
  });
});
