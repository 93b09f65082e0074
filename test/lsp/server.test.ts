import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { CodeAction } from 'vscode-languageserver';
import { type CheckedFile, serve, type Workplace } from '../../grader/lsp/index.ts';
import { packageRoot } from '../../grader/platform/index.ts';
import type { Finding } from '../../grader/result/index.ts';
import { Editor, pipes } from './client.ts';

const PATH = join(packageRoot, 'gray.cu');
const TEXT = '__global__ void gray(float *out) {\n  out[threadIdx.x] = 1;\n  __syncthreads();\n}\n';
const FINDING: Finding = {
  rule: 'out-of-bounds-write',
  severity: 'error',
  message: 'Thread (3, 0, 0) of block (1, 0, 0) writes past the end of out.',
  file: 'gray.cu',
  line: 2,
  column: 3,
  block: [1, 0, 0],
  thread: [3, 0, 0],
  hint: 'Which threads have no element?',
  related: [
    { line: 1, message: 'the kernel' },
    { line: 7, file: 'other.cuh', message: 'its caller' },
  ],
};

interface Seen extends CheckedFile {
  readonly signal: AbortSignal;
}

/** A grader with one finding for each text that has `out`. */
function workplace(): Workplace & { readonly seen: Seen[]; readonly lines: string[] } {
  const seen: Seen[] = [];
  const lines: string[] = [];
  return {
    seen,
    lines,
    async check(file, signal) {
      seen.push({ ...file, signal });
      if (file.text.includes('no exercise')) return null;
      if (file.text.includes('gray(') && file.exercise === null && file.text.includes('both'))
        return { findings: [], summary: 'Which exercise?', choices: ['grayscale', 'grayscale-2d'] };
      if (file.text.includes('broken')) throw new Error('the engine is gone');
      return { findings: file.text.includes('out') ? [FINDING] : [], summary: 'grayscale: 70 of 90 points' };
    },
    trace: async ({ path }, finding) => `${path}.${finding?.rule ?? 'none'}.html`,
    log: (line) => lines.push(line),
  };
}

let place: ReturnType<typeof workplace>;
let editor: Editor;
let status: Promise<number>;
beforeEach(async () => {
  place = workplace();
  const { toServer, toEditor } = pipes();
  status = serve(toServer, toEditor, place, new AbortController().signal);
  editor = new Editor(toEditor, toServer);
  expect(await editor.start()).toMatchObject({ hoverProvider: true });
});

async function actions(uri: string, line: number): Promise<CodeAction[]> {
  const at = { line, character: 0 };
  return editor.connection.sendRequest('textDocument/codeAction', {
    textDocument: { uri },
    range: { start: at, end: at },
    context: { diagnostics: [] },
  });
}

const run = (action: CodeAction | undefined) =>
  editor.connection.sendRequest('workspace/executeCommand', {
    command: action?.command?.command ?? '',
    arguments: action?.command?.arguments ?? [],
  });

describe('the language server', () => {
  it('publishes the findings of a file that is opened', async () => {
    const uri = await editor.open(PATH, TEXT);
    const [first, ...others] = await editor.diagnostics();
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      severity: 1,
      code: 'out-of-bounds-write',
      source: 'grade',
      message: FINDING.message,
      range: { start: { line: 1, character: 2 }, end: { line: 1, character: 5 } },
      relatedInformation: [
        { location: { uri, range: { start: { line: 0, character: 0 } } }, message: 'the kernel' },
        { location: { uri: pathToFileURL(join(packageRoot, 'other.cuh')).href }, message: 'its caller' },
      ],
    });
    await vi.waitFor(() => expect(editor.summaries).toEqual(['grayscale: 70 of 90 points']));
    expect(place.seen).toMatchObject([{ path: PATH, text: TEXT, isSaved: true }]);
  });

  it('judges the newest text when the keys rest', async () => {
    const uri = await editor.open(PATH, TEXT);
    expect(await editor.diagnostics()).toHaveLength(1);
    await editor.type(uri, 2, 'void f');
    await editor.type(uri, 3, 'void f();');
    expect(await editor.diagnostics()).toEqual([]);
    expect(place.seen.map(({ text, isSaved }) => [text, isSaved])).toEqual([
      [TEXT, true],
      ['void f();', false],
    ]);
  });

  it('judges what is saved at once, as the text of the disk', async () => {
    const uri = await editor.open(PATH, TEXT);
    await editor.diagnostics();
    await editor.type(uri, 2, 'float *out;');
    await editor.connection.sendNotification('textDocument/didSave', { textDocument: { uri } });
    expect(await editor.diagnostics()).toHaveLength(1);
    expect(place.seen.at(-1)).toMatchObject({ text: 'float *out;', isSaved: true });
  });

  it('offers hints one after another, and the recording of the thread', async () => {
    const uri = await editor.open(PATH, TEXT);
    await editor.diagnostics();
    expect(await actions(uri, 0)).toEqual([]);
    const offered = await actions(uri, 1);
    expect(offered.map(({ title }) => title)).toEqual([
      'Hint 1 of 3: a question',
      'Hint 2 of 3: what out-of-bounds-write means',
      'Hint 3 of 3: an example of out-of-bounds-write',
      'Step through thread (3, 0, 0) of block (1, 0, 0)',
    ]);
    expect(await run(offered[3])).toEqual({ path: `${PATH}.out-of-bounds-write.html` });
    for (const hint of offered.slice(0, 3)) await run(hint);
    expect(editor.messages[0]).toBe('Which threads have no element?');
    expect(editor.messages[1]).toMatch(/^A thread writes global memory out of bounds\. /);
    expect(editor.shown).toEqual([pathToFileURL(join(packageRoot, 'docs/rules/out-of-bounds-write.md')).href]);
  });

  it('judges a file for the exercise that the user chooses', async () => {
    const uri = await editor.open(PATH, `// both\n${TEXT}`);
    expect(await editor.diagnostics()).toMatchObject([
      { severity: 3, message: 'Which exercise?', range: { start: { line: 0 } } },
    ]);
    const offered = await actions(uri, 0);
    expect(offered.map(({ title }) => title)).toEqual(['Check it as grayscale', 'Check it as grayscale-2d']);
    await run(offered[1]);
    expect(await editor.diagnostics()).toMatchObject([{ code: 'out-of-bounds-write' }]);
    expect(place.seen.map(({ exercise }) => exercise)).toEqual([null, 'grayscale-2d']);
  });

  it.each([
    [1, 8, /The index of this thread in its block/],
    [2, 4, /A barrier: no thread of the block goes on/],
    [1, 3, null],
    [3, 0, null],
  ])('says what stands at line %i, character %i', async (line, character, meaning) => {
    const uri = await editor.open(PATH, TEXT);
    const hover = await editor.connection.sendRequest<{ contents: { value: string } } | null>('textDocument/hover', {
      textDocument: { uri },
      position: { line, character },
    });
    if (meaning === null) expect(hover).toBeNull();
    else expect(hover?.contents.value).toMatch(meaning);
  });

  it('knows the words of Numba in Python', async () => {
    const uri = await editor.open(join(packageRoot, 'gray.py'), 'i = cuda.grid(1)\n');
    const hover = await editor.connection.sendRequest('textDocument/hover', {
      textDocument: { uri },
      position: { line: 0, character: 11 },
    });
    expect(hover).toMatchObject({
      contents: { value: expect.stringMatching(/index of this thread in the whole grid/) },
    });
  });

  it('says what failed, and goes on', async () => {
    const uri = await editor.open(PATH, 'broken');
    await editor.type(uri, 2, 'out');
    expect(await editor.diagnostics()).toHaveLength(1);
    expect(editor.messages).toEqual(['the engine is gone']);
    expect(place.lines).toEqual(['the engine is gone']);
  });

  it('takes the findings of a closed file away', async () => {
    const uri = await editor.open(PATH, TEXT);
    expect(await editor.diagnostics()).toHaveLength(1);
    await editor.connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
    expect(await editor.diagnostics()).toEqual([]);
  });

  it('ends when the editor says so', async () => {
    await editor.end();
    expect(await status).toBe(0);
  });
});
