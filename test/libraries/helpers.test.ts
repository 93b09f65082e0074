import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { programRunner } from '../pipeline/run/program-runner.ts';

const { root, run: runSource } = programRunner();
beforeAll(() => {
  const header = Buffer.from('P5\n# made\n4 2\n255\n');
  writeFileSync(join(root, 'in.pgm'), Buffer.concat([header, Buffer.from([1, 2, 3, 4, 5, 6, 7, 8])]));
});

const textOf = (name: string) => readFileSync(join(import.meta.dirname, 'helpers', name), 'utf8');
const run = (name: string, args: readonly string[] = []) =>
  runSource(textOf(name), name, { args, files: { folders: [root], workingFolder: root } });

describe('a program that uses the helpers of the CUDA samples', () => {
  it('reads its arguments, checks its calls and compares its results', async () => {
    const { stdout, findings, exitCode } = await run('sample.cu', [
      '--n=500',
      '-image=in.pgm',
      'scale=2.5',
      '-verbose',
    ]);
    expect(stdout.split('\n')).toEqual([
      'Device 0: Hopper, compute capability 9.0',
      '',
      'device 0, n 500, image in.pgm, scale 2.50, flag 1',
      'time 1 average 1',
      'reset 0.0',
      'L2 1, data 1',
      '1 of 500 elements differ (0.20 %)',
      'wrong: L2 0, data 0, with a threshold 1',
      'found ./in.pgm',
      '4 x 2, first 1',
      'saved 4 x 2, first 0.9961, same 0',
      'four channels 1 1 1 0',
      'color 1, same 1',
      '',
    ]);
    expect(findings).toEqual([]);
    expect(exitCode).toBe(0);
  });

  it('ends with the failed call and its line', async () => {
    const { stderr, exitCode } = await run('sample.cu', ['--fail']);
    expect(stderr).toContain('sample.cu:83: cudaSetDevice(7) failed with cudaErrorInvalidDevice (101)\n');
    expect(exitCode).toBe(1);
  });

  it('checks the statuses of libraries', async () => {
    const source = `#include <helper_cuda.h>
#include <cufft.h>
int main() {
  cufftHandle plan;
  checkCudaErrors(cufftPlan1d(&plan, 8, CUFFT_C2C, 1));
  checkCudaErrors(cufftDestroy(plan));
  checkCudaErrors(cufftDestroy(plan));
}
`;
    const { stderr, exitCode } = await runSource(source, 'status.cu');
    expect(stderr).toBe('status.cu:7: cufftDestroy(plan) failed with a status of its library (1)\n');
    expect(exitCode).toBe(1);
  });

  it('reports a missing file', async () => {
    const { stdout, exitCode } = await run('sample.cu', ['image=none.pgm']);
    expect(stdout).toContain('sdkFindFilePath: no file none.pgm in the working folder');
    expect(exitCode).toBe(3);
  });

  it('uses its own copy of a helper if it has one', async () => {
    const source = '#include "helper_cuda.h"\nint main() { return OWN_COPY; }\n';
    const own = { path: 'helper_cuda.h', name: 'helper_cuda.h', text: '#define OWN_COPY 7\n' };
    expect(await runSource(source, 'own.cu', { headers: [own] })).toMatchObject({ findings: [], exitCode: 7 });
    const searched = { ...own, searched: true as const };
    const bracketed = source.replace('"helper_cuda.h"', '<helper_cuda.h>');
    expect(await runSource(bracketed, 'own.cu', { headers: [searched] })).toMatchObject({ findings: [], exitCode: 7 });
  });

  it('decides conditions by the macros of the helpers', async () => {
    const source = [
      '#include <helper_cuda.h>',
      '#ifdef checkCudaErrors',
      'int main() { return MAX(EXIT_WAIVED, 5); }',
      '#endif',
      '',
    ].join('\n');
    expect(await runSource(source, 'condition.cu')).toMatchObject({ findings: [], exitCode: 5 });
  });
});

describe('a program in the style of CUDA by Example', () => {
  it('writes its picture to a file in place of a window', async () => {
    const { stdout, stderr, findings, exitCode, writtenFiles } = await run('book.cu');
    expect(stdout).toBe('Histogram Sum: 10000\ncleaned up\n');
    expect(stderr).toContain('no OpenGL, so no window is shown; the picture is in the file bitmap.ppm');
    expect(writtenFiles).toMatchObject(['bitmap.ppm']);
    expect(findings).toEqual([]);
    expect(exitCode).toBe(0);
  });

  it('computes four frames of an animation', async () => {
    const { stdout, findings, exitCode } = await run('animation.cu');
    expect(stdout.split('\n')).toEqual([
      '1.00 -2.00 0.25, dot 14.25, cross 1.00',
      '7 8, -2 -4',
      'tick 1, center 1',
      'tick 2, center 2',
      'tick 3, center 3',
      'tick 4, center 4',
      '',
    ]);
    expect(findings).toEqual([]);
    expect(exitCode).toBe(0);
  });

  it('draws with GLUT in four frames, and then presses Escape', async () => {
    const { stdout, stderr, findings, exitCode, writtenFiles } = await run('glut.cu');
    expect(stdout.split('\n')).toEqual([...[1, 2, 3, 4].map((n) => `frame ${n}: ${n - 1}, 16 wide`), '']);
    expect(stderr).toContain('the picture is in the file window.ppm');
    expect(writtenFiles).toEqual(['window.ppm']);
    expect(findings).toEqual([]);
    expect(exitCode).toBe(5);
  });

  it('draws bytes and floats, and reports a format that there is not', async () => {
    const source = `#include <GL/glut.h>
float gray[2] = {0.0f, 0.5f};
void draw() {
  glDrawPixels(2, 1, GL_LUMINANCE, GL_FLOAT, gray);
  if (glGetError() != GL_NO_ERROR) exit(1);
  glDrawPixels(2, 1, 7, GL_FLOAT, gray);
  if (glGetError() != GL_INVALID_ENUM || glGetError() != GL_NO_ERROR) exit(2);
}
int main() {
  glutDisplayFunc(draw);
  glutMainLoop();
}
`;
    expect(await runSource(source, 'gray.cu')).toMatchObject({ findings: [], exitCode: 0 });
  });

  it('names OpenGL if it calls a function of it that there is not', async () => {
    const source = '#include <GL/glut.h>\nvoid draw() { glBegin(GL_LINES); }\nint main() { draw(); }\n';
    expect((await runSource(source, 'lines.cu')).findings).toMatchObject([
      { rule: 'unsupported-feature', line: 2, message: expect.stringContaining('a part of OpenGL that is not there') },
    ]);
  });

  it('is unsupported only if it starts a thread or draws with OpenGL', async () => {
    const threads = '#include "book.h"\nint main() { end_thread(start_thread(NULL, NULL)); }\n';
    expect((await runSource(threads, 'threads.cu')).findings).toMatchObject([{ rule: 'unsupported-feature' }]);
    const window = '#include "gpu_anim.h"\nint main() {}\n';
    const { findings } = await runSource(window, 'window.cu');
    expect(findings).toMatchObject([
      { rule: 'unsupported-feature', message: 'This uses OpenGL, which the emulator cannot run.' },
    ]);
  });
});
