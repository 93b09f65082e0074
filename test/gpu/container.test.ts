import { describe, expect, it } from 'vitest';
import { helperIn } from '../../grader/pipeline/engine/index.ts';
import { GpuTarget } from '../../grader/pipeline/gpu/index.ts';
import { connect } from '../../grader/sandbox/engine.ts';
import { DEFAULT_RUN_IMAGE, openSandbox } from '../../grader/sandbox/index.ts';

const unavailable = await whyNot();
if (unavailable) process.stderr.write(`the helper in a container is not tested: ${unavailable}\n`);

async function whyNot(): Promise<string | false> {
  try {
    await (await connect()).docker.getImage(process.env.GRADE_RUN_IMAGE || DEFAULT_RUN_IMAGE).inspect();
    return false;
  } catch (error) {
    return `${error instanceof Error ? error.message : error} (docker/build-local --only run makes the image)`;
  }
}

describe.skipIf(unavailable)('the helper in the run image', () => {
  it('starts and answers, and reports a missing driver if there is no GPU', async () => {
    const sandbox = await openSandbox();
    const gpu = new GpuTarget((under) => helperIn(sandbox, null, under));
    await expect(gpu.describe()).rejects.toMatchObject({
      name: 'InfrastructureError',
      message: expect.stringContaining('no CUDA driver'),
    });
    await gpu.dispose();
  });
});
