import { describe, expect, it } from 'vitest';
import { noNvcc, programs, verdicts, withNvcc } from '../cuda/programs.ts';
import { MACHINES } from './machines.ts';

const noGpu = MACHINES.find(({ name }) => name !== 'emulator')?.unavailable;
if (!noGpu && noNvcc) console.log(`the statements of CUDA's documentation are not run on the GPU: ${noNvcc}`);
const unavailable = noGpu || noNvcc;

// What the emulator's tests take for CUDA's behaviour must be what a GPU does.
describe.skipIf(unavailable)('as nvcc builds them and a GPU runs them', () => {
  it.each(programs)('$name', async (program) => {
    const said = verdicts(await withNvcc(program, true));
    expect([...said].filter(([, word]) => word !== 'ok')).toEqual([]);
    expect([...said.keys()].sort()).toEqual([...new Set(program.statements)].sort());
  });
});
