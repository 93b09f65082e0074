import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createGrader } from '../../../grader/cli/local-grader.ts';
import { openGpuPrograms, openMachine } from '../../../grader/pipeline/engine/index.ts';
import { findNvcc } from '../../../grader/sandbox/index.ts';
import { resolveAssignment } from '../../../grader/spec/index.ts';
import { reason } from '../../sandbox/support.ts';

const hasGpu = existsSync('/dev/nvidiactl');
const nvcc = await findNvcc();
if (nvcc === null) process.stderr.write('nvcc without a container is not tested: there is none here\n');
if (hasGpu) process.stderr.write('a machine without a GPU is not tested: there is one here\n');

afterEach(() => vi.unstubAllEnvs());

describe('what of a machine is used', () => {
  it('is nothing for the emulator alone', async () => {
    expect(await openMachine({ target: 'emulator', nvcc: 'off', sandbox: 'auto' })).toMatchObject({
      nvcc: null,
      gpu: null,
      skipped: [],
    });
  });

  it.skipIf(hasGpu)('is never nvcc without a container, unless that is said', async () => {
    vi.stubEnv('DOCKER_HOST', 'unix:///nowhere/docker.sock');
    const { nvcc: found, skipped } = await openMachine({ target: 'auto', nvcc: 'auto', sandbox: 'auto' });
    expect(found).toBeNull();
    expect(skipped).toEqual([expect.stringMatching(/^nvcc was not asked: no container engine listens at/)]);
  });

  it('must be there where it is asked for', async () => {
    vi.stubEnv('DOCKER_HOST', 'unix:///nowhere/docker.sock');
    const asked = [
      { target: 'auto', nvcc: 'require', sandbox: 'auto' },
      { target: 'gpu', nvcc: 'auto', sandbox: 'auto' },
      { target: 'emulator', nvcc: 'auto', sandbox: 'docker' },
    ] as const;
    for (const options of asked) await expect(openMachine(options)).rejects.toMatchObject({ exitCode: 3 });
  });

  it('has containers for programs on a GPU, or nothing runs', async () => {
    vi.stubEnv('DOCKER_HOST', 'unix:///nowhere/docker.sock');
    await expect(openGpuPrograms({})).rejects.toMatchObject({
      exitCode: 3,
      message: expect.stringContaining('no container engine listens at unix:///nowhere/docker.sock'),
    });
  });

  it.skipIf(nvcc === null)('is this machine’s nvcc where no sandbox is wanted', async () => {
    const machine = await openMachine({ target: 'emulator', nvcc: 'require', sandbox: 'none' });
    expect(machine.nvcc).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+/),
      sandbox: 'none',
      architectures: [expect.stringMatching(/^sm_\d+$/)],
    });
    await machine.dispose();
  });

  it.skipIf(nvcc === null || hasGpu)('is no GPU where there is none', async () => {
    await expect(openMachine({ target: 'gpu', nvcc: 'auto', sandbox: 'none' })).rejects.toMatchObject({ exitCode: 3 });
  });
});

describe.skipIf(reason !== null)('grading where there is a container engine', () => {
  it('asks nvcc too, and tells which', async () => {
    const grader = await createGrader(
      { dir: 'off', maxMiB: null },
      { machine: { target: 'emulator', nvcc: 'require', sandbox: 'docker' } },
    );
    const assignment = resolveAssignment('grayscale');
    const grade = async (source: string) => {
      const sha256 = createHash('sha256').update(source).digest('hex');
      const about = { assignment, source, sha256, fileName: 'mine.cu', seed: '1', seedIsPublic: true };
      const { result } = await grader.grade({ ...about, onProgress: () => {}, signal: new AbortController().signal });
      return result;
    };
    const source = readFileSync(join(assignment.folder, 'submissions', 'accepted', 'lecture-256.cu'), 'utf8');
    const right = await grade(source);
    expect(right).toMatchObject({ verdict: 'passed', target: 'emulator' });
    expect(right.environment).toMatchObject({ nvcc: expect.stringMatching(/^\d+\.\d+/), sandbox: /^docker$|^podman$/ });

    const all = '\ntemplate <class F> __global__ void all(F f) { f(); }\n';
    const local = 'void use() { struct Local { __device__ void operator()() const {} }; all<<<1, 1>>>(Local{}); }\n';
    const refused = await grade(all + local + source);
    const compile = refused.checks.find(({ id }) => id === 'compile');
    expect(compile).toMatchObject({ status: 'failed', summary: expect.stringContaining('NVIDIA') });
    expect(compile?.findings[0]).toMatchObject({ rule: 'compile-error', line: 3 });
    expect(compile?.findings[0]?.hint).toContain('it decides');
    await grader.dispose();
  });
});
