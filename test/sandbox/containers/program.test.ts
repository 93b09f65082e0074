import { beforeAll, describe, expect, test } from 'vitest';
import { openSandbox, type Sandbox } from '../../../grader/sandbox/index.ts';
import { reason, SMALL } from '../support.ts';

const SOURCE = `#include <cstdio>
#include "lib/word.h"
#include "../above.h"
__global__ void nothing() {}
int main(int count, char** args) {
  nothing<<<1, 1>>>();
  std::printf("%s %s %d\\n", args[count - 1], WORD, ABOVE);
  std::fprintf(stderr, "complained\\n");
  std::FILE* file = std::fopen("/in/new", "w");
  return file ? 1 : 7;
}
`;

describe.skipIf(reason !== null)('a program of the user’s own', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await openSandbox();
  });

  test('is linked with its headers, and can write only scratch files', async () => {
    const built = await sandbox.buildProgram({
      source: SOURCE,
      fileName: 'lab/mine.cu',
      headers: [
        { path: 'lib/word.h', name: 'lab/lib/word.h', text: '#define WORD "word"\n' },
        { path: '../above.h', name: 'above.h', text: '#define ABOVE 5\n' },
      ],
      architectures: ['sm_90'],
    });
    if (built.status !== 'compiled') throw new Error(JSON.stringify(built));
    const printed: string[] = [];
    const outcome = await sandbox.run({
      command: ['/in/program', 'last'],
      limits: { ...SMALL, memoryBytes: 512 << 20, openFiles: 256 },
      inputs: new Map([['program', built.program]]),
      programs: new Set(['program']),
      onOutput: (stream, bytes) => void printed.push(`${stream} ${new TextDecoder().decode(bytes)}`),
    });
    expect(outcome).toMatchObject({ status: 'exited', exitCode: 7 });
    expect(printed.sort()).toEqual(['stderr complained\n', 'stdout last word 5\n']);
  });

  test('has errors of nvcc and of the linker as its own', async () => {
    const build = (source: string) =>
      sandbox.buildProgram({ source, fileName: 'lab/mine.cu', headers: [], architectures: ['sm_90'] });
    expect(await build('int main() {\n  return x;\n}\n')).toMatchObject({
      status: 'rejected',
      diagnostics: [{ file: 'lab/mine.cu', line: 2, column: 10, message: 'identifier "x" is undefined' }],
    });
    expect(await build('void f();\nint main() { f(); }\n')).toMatchObject({
      status: 'rejected',
      diagnostics: [{ message: "undefined reference to 'f()'" }],
    });
  });
});
