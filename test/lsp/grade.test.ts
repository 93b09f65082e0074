import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { Editor } from './client.ts';

const SHIPPED = fileURLToPath(new URL('../../assignments/grayscale/submissions/', import.meta.url));
const BIN = fileURLToPath(new URL('../../dist/grader/cli/bin.js', import.meta.url));
const PROGRAM = `#include <cstdio>
__global__ void fill(int *x) { x[threadIdx.x] = 1; }
int main() {
  int *x;
  cudaMalloc(&x, 8);
  fill<<<1, 3>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
}
`;

let folder: string;
let server: ReturnType<typeof start>;
let editor: Editor;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lsp-'));
  server = start();
  if (!server.stdout || !server.stdin) throw new Error('the server has no streams');
  editor = new Editor(server.stdout, server.stdin);
  await editor.start();
});
afterAll(() => {
  server.kill();
  rmSync(folder, { recursive: true, force: true });
});

function start() {
  return execa(process.execPath, [BIN, 'lsp', '--stdio'], { cwd: folder, buffer: false, reject: false });
}

it('serves an editor over standard input and output', async () => {
  const wrong = readFileSync(join(SHIPPED, 'rejected/guard-missing.cu'), 'utf8');
  const path = join(folder, 'gray.cu');
  writeFileSync(path, wrong);
  const uri = await editor.open(path, wrong);
  expect(await editor.diagnostics()).toMatchObject([
    { message: expect.stringMatching(/^Which exercise is this file for/) },
  ]);
  await editor.connection.sendRequest('workspace/executeCommand', {
    command: 'grade.choose',
    arguments: [uri, 'grayscale'],
  });
  const found = await editor.diagnostics();
  const row = wrong.split('\n').findIndex((line) => line.includes('out['));
  expect(found).toContainEqual(
    expect.objectContaining({
      code: 'out-of-bounds-write',
      range: expect.objectContaining({ start: { line: row, character: expect.any(Number) } }),
    }),
  );
  await vi.waitFor(() => expect(editor.summaries).toContain('grayscale: 70 of 90 points'));
  const index = found.find(({ code }) => code === 'out-of-bounds-write')?.data;
  const page = await editor.connection.sendRequest<{ path: string }>('workspace/executeCommand', {
    command: 'grade.trace',
    arguments: [uri, index],
  });
  expect(readFileSync(page.path, 'utf8')).toContain('out[');
  await editor.type(uri, 2, readFileSync(join(SHIPPED, 'accepted/lecture-256.cu'), 'utf8'));
  expect((await editor.diagnostics()).filter(({ severity }) => severity === 1)).toEqual([]);

  const main = join(folder, 'fill.cu');
  writeFileSync(main, PROGRAM);
  await editor.open(main, PROGRAM);
  expect(await editor.diagnostics()).toContainEqual(
    expect.objectContaining({ code: 'out-of-bounds-write', message: expect.stringMatching(/^Thread 2 of block 0/) }),
  );

  const python =
    'from numba import cuda\n@cuda.jit\ndef k(x):\n    s = {1}\ndef rgb_to_grayscale(x, out, h, w):\n    k[1, 1](x)\n';
  const inPython = await editor.open(join(folder, 'gray.py'), python);
  await editor.diagnostics();
  await editor.connection.sendRequest('workspace/executeCommand', {
    command: 'grade.choose',
    arguments: [inPython, 'grayscale'],
  });
  expect(await editor.diagnostics()).toEqual([
    expect.objectContaining({
      range: expect.objectContaining({ start: { line: 3, character: 8 } }),
      message: expect.stringMatching(/^a set is outside/),
    }),
  ]);

  await editor.open(join(folder, 'model.py'), 'import torch\nprint(torch.softmax(torch.zeros(3), 0))\n');
  expect(await editor.diagnostics()).toEqual([]);

  await editor.end();
  expect((await server).exitCode).toBe(0);
});
