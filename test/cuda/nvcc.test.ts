import { describe, expect, it } from 'vitest';
import { noNvcc, programs, withNvcc } from './programs.ts';

if (noNvcc && process.env.GRADE_REQUIRE_NVCC === '1') throw new Error(`GRADE_REQUIRE_NVCC=1, but ${noNvcc}`);
if (noNvcc) console.log(`nvcc is not asked about the statements of CUDA's documentation: ${noNvcc}`);

// What the emulator runs must be CUDA.
describe.skipIf(noNvcc)('nvcc accepts', () => {
  it.each(programs)('$name', async (program) => {
    await expect(withNvcc(program)).resolves.toBe('');
  });
});
