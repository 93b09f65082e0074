import { spawn, spawnSync } from 'node:child_process';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { Compiler } from '../../grader/compile/index.ts';

const REFUSED = /was started in a test of the project unit\. Add its file to engine/;

describe('a test of unit', () => {
  it('fails if it starts a worker or a process of Node', () => {
    expect(() => new Worker('data:text/javascript,')).toThrow(REFUSED);
    expect(() => spawn(process.execPath, ['--version'])).toThrow(REFUSED);
    expect(() => spawnSync(process.execPath, ['--version'])).toThrow(REFUSED);
  });

  it('fails if it starts the compiler', async () => {
    const opened = async () => new Compiler().version();
    await expect(opened()).rejects.toThrow(REFUSED);
  });

  it('fails if it compiles a program as large as Clang', () => {
    expect(() => WebAssembly.compile(new Uint8Array(60e6))).toThrow(REFUSED);
  });

  it('can start another program', () => {
    expect(spawnSync('true').error).toBeUndefined();
  });
});
