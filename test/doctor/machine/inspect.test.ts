import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { lookAtCache } from '../../../grader/doctor/machine/cache.ts';
import { lookAtContainers } from '../../../grader/doctor/machine/containers.ts';
import { lookAtDriver } from '../../../grader/doctor/machine/gpu.ts';
import {
  type Inspection,
  inspectionSchema,
  inspectMachine,
  renderInspection,
} from '../../../grader/doctor/machine/index.ts';
import { lookAtAddon, lookAtNode } from '../../../grader/doctor/machine/installation.ts';
import { proveContainers, proveGpu } from '../../../grader/doctor/machine/proof.ts';
import { type Sight, sight } from '../../../grader/doctor/machine/sight.ts';
import { lookAtThresholds } from '../../../grader/doctor/machine/thresholds.ts';
import { lookAtNvcc, lookAtSanitizer, lookAtSlurm } from '../../../grader/doctor/machine/tools.ts';
import { localHelpers } from '../../../grader/pipeline/gpu/index.ts';
import { loadAddon } from '../../../grader/platform/packaged/addon.ts';
import { packageRoot } from '../../../grader/platform/root.ts';
import { DEFAULT_BUILD_IMAGE, findNvcc } from '../../../grader/sandbox/index.ts';
import { FakeEngine } from '../../faults/fake-engine.ts';
import { FakeDriver, unavailable } from '../../native/cuda/fake-driver.ts';
import { reason } from '../../sandbox/support.ts';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'grade-doctor-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A folder with these programs, which say and return what the test wants, as the only one in PATH. */
let folders = 0;
function machineWith(programs: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  folders += 1;
  const folder = join(root, `bin-${folders}`);
  mkdirSync(folder);
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  return { PATH: `${folder}:/bin` };
}

describe('a machine with nothing but this program', () => {
  let inspection: Inspection;
  beforeAll(async () => {
    inspection = await inspectMachine({
      env: { PATH: root, DOCKER_HOST: `unix://${join(root, 'no.sock')}` },
      cache: { dir: join(root, 'cache'), maxMiB: 1 },
      driver: { device: join(root, 'nvidiactl') },
    });
  });

  it('can grade on the emulator, which was tried', () => {
    expect(inspectionSchema.parse(inspection)).toEqual(inspection);
    const statuses = Object.fromEntries(inspection.parts.map(({ id, status }) => [id, status]));
    expect(statuses).toMatchObject({ node: 'ok', clang: 'ok', emulator: 'ok', cache: 'ok' });
    expect(statuses).toMatchObject({ engine: 'broken', 'build-image': 'missing', driver: 'missing', slurm: 'missing' });
    expect(inspection.ready).toBe(true);
    expect(inspection.abilities).toMatchObject({ emulator: true, gpu: false, slurm: false });
    const clang = inspection.parts.find(({ id }) => id === 'clang');
    expect(clang?.seen).toMatch(/^22\.\S+; compiled a kernel in \d+ ms$/);
  });

  it('shows one line per part, and the purpose and fix of a missing one', () => {
    const text = renderInspection(inspection, { color: false, width: null });
    const lines = text.split('\n');
    expect(lines.filter((line) => /^(ok|missing|broken) /.test(line))).toHaveLength(inspection.parts.length);
    expect(text).toMatch(/^missing {3}Slurm +There is no sbatch .*Needed for grade batch run --engine slurm: apt-get/m);
    expect(text).toContain('This machine can grade on the emulator.');
    for (const { status, help } of inspection.parts) expect(help === null).toBe(status === 'ok');
  });

  it('fits a terminal, whatever its width', () => {
    const text = renderInspection(inspection, { color: true, width: 80 });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours take no room
    const widths = text.split('\n').map((line) => line.replace(/\u001b\[\d+m/g, '').length);
    const unbreakable = Math.max(...text.split(/\s+/).map((word) => word.length));
    expect(Math.max(...widths)).toBeLessThanOrEqual(Math.max(80, 30 + unbreakable));
    expect(text).toContain('\u001b[33mmissing');
  });
});

describe('the installation', () => {
  it('needs the Node that package.json asks for', () => {
    expect(lookAtNode('v20.20.2')).toMatchObject({ status: 'ok', seen: '20.20.2' });
    expect(lookAtNode('v18.19.0')).toMatchObject({ status: 'broken', help: expect.stringContaining('install') });
  });

  it('may lack the addon, which is said with the command that builds it', () => {
    const build = { status: 'missing', help: expect.stringContaining('install-native.mjs') };
    expect(lookAtAddon({}, [])).toMatchObject(build);
    expect(lookAtAddon({ GRADE_NATIVE: 'off' })).toMatchObject({ status: 'missing', help: 'unset GRADE_NATIVE' });
    const file = join(root, 'compare.node');
    writeFileSync(file, 'no library');
    expect(lookAtAddon({}, [file])).toMatchObject({ ...build, status: 'broken' });
    expect(lookAtAddon({}).status).toBe(loadAddon('compare') === null ? 'missing' : 'ok');
  });
});

describe('the cache', () => {
  it('is wanted, writable, and with room for what it may hold', () => {
    writeFileSync(join(root, 'file'), '');
    const at = (dir: string, maxMiB = 1) => lookAtCache({ dir, maxMiB }, {});
    expect(at(join(root, 'not', 'yet'))).toMatchObject({ status: 'ok', seen: expect.stringMatching(/GiB free$/) });
    expect(at('off')).toMatchObject({ status: 'missing' });
    expect(at(join(root, 'file', 'below'))).toMatchObject({
      status: 'broken',
      seen: expect.stringContaining('is a file'),
      help: expect.stringContaining('GRADE_CACHE_DIR'),
    });
    expect(at(root, 2 ** 40)).toMatchObject({ status: 'broken', help: expect.stringContaining('make room') });
  });
});

describe('containers', () => {
  const engines: FakeEngine[] = [];
  afterEach(() => {
    for (const engine of engines.splice(0)) engine.stop();
  });
  const seenAt = async (prepare: (engine: FakeEngine) => void) => {
    const engine = await FakeEngine.start();
    engines.push(engine);
    prepare(engine);
    const sights = await lookAtContainers({
      env: { DOCKER_HOST: engine.url },
      buildImage: 'build:local',
      runImage: 'run:local',
      engine: { pingTimeoutMs: 300, requestTimeoutMs: 300 },
    });
    return { sights: Object.fromEntries(sights.map((sight) => [sight.part, sight])), asked: engine.asked };
  };

  it('can be had with everything', async () => {
    const { sights, asked } = await seenAt((engine) => {
      engine.info = { Runtimes: { runc: {}, nvidia: {} } };
    });
    for (const sight of Object.values(sights)) expect(sight).toMatchObject({ status: 'ok', help: null });
    expect(sights.engine?.seen).toMatch(/^docker 1\.0 at unix:/);
    // It looks, and changes nothing.
    expect(asked).not.toContain('create');
    expect(asked).not.toContain('remove');
  });

  it('can lack the images and the runtime, each with the command that makes it', async () => {
    const { sights } = await seenAt((engine) => {
      engine.images = new Set(['run:local']);
    });
    expect(sights['build-image']).toMatchObject({
      status: 'missing',
      help: expect.stringContaining('docker build --tag build:local'),
    });
    expect(sights['run-image']).toMatchObject({ status: 'ok' });
    expect(sights['gpu-runtime']).toMatchObject({ status: 'missing', help: expect.stringContaining('nvidia-ctk') });
  });

  it.each(['hangs', 'refuses', 'breaks off', 'talks nonsense'] as const)(
    'an engine that %s is broken',
    async (mood) => {
      const { sights } = await seenAt((engine) => engine.be(mood, 'version'));
      expect(sights.engine).toMatchObject({ status: 'broken', help: expect.stringMatching(/./) });
      expect(sights['build-image']).toMatchObject({ status: 'missing' });
    },
  );

  it('an engine that cannot limit memory is broken', async () => {
    const { sights } = await seenAt((engine) => {
      engine.info = { MemoryLimit: false };
    });
    expect(sights.engine).toMatchObject({ status: 'broken', seen: expect.stringContaining('cannot limit memory') });
  });
});

describe('NVIDIA’s programs and Slurm', () => {
  it('are asked, not only looked for', async () => {
    const env = machineWith({
      nvcc: 'echo "Cuda compilation tools, release 12.4, V12.4.131"',
      'compute-sanitizer': 'echo "NVIDIA (R) Compute Sanitizer"; echo "Version 2024.1.1.0 (build 1) (public-release)"',
      sbatch: 'echo slurm 23.11.4',
      squeue: 'exit 0',
    });
    expect(await lookAtNvcc(env)).toMatchObject({
      status: 'broken',
      seen: expect.stringMatching(/^12\.4\.131 \(.*\), but it cannot build a kernel: .*exit status 0/),
    });
    expect(await lookAtSanitizer(env)).toMatchObject({ status: 'ok', seen: expect.stringMatching(/^2024\.1/) });
    expect(await lookAtSlurm(env)).toMatchObject({ status: 'ok', seen: 'slurm 23.11.4; the controller answers' });
  });

  it('are broken where they fail', async () => {
    const env = machineWith({
      nvcc: 'echo "nvcc: no license" >&2; exit 1',
      'compute-sanitizer': 'exit 127',
      sbatch: 'echo slurm 23.11.4',
      squeue: 'echo "squeue: error: Unable to contact slurm controller" >&2; exit 1',
    });
    expect(await lookAtNvcc(env)).toMatchObject({ status: 'broken', seen: expect.stringContaining('no license') });
    expect(await lookAtSanitizer(env)).toMatchObject({ status: 'broken', help: expect.stringContaining('--version') });
    expect(await lookAtSlurm(env)).toMatchObject({
      status: 'broken',
      seen: expect.stringContaining('Unable to contact'),
      help: expect.stringContaining('scontrol ping'),
    });
    expect(await lookAtNvcc({ GRADE_NVCC: join(root, 'none') })).toMatchObject({ status: 'broken' });
  });
});

const nvcc = await findNvcc();
if (nvcc === null) process.stderr.write('nvcc without a container is not tested: there is none here\n');

it.skipIf(nvcc === null)('nvcc builds a kernel, and the doctor says so', async () => {
  const seen = await lookAtNvcc(process.env);
  expect(seen).toMatchObject({ status: 'ok', seen: expect.stringMatching(/; built a kernel in \d+ ms$/) });
});

describe.skipIf(reason !== null)('a container engine', () => {
  const parts = (runImage: string): Sight[] => [
    sight('engine', 'ok', { seen: 'docker', help: null }),
    sight('build-image', 'ok', { seen: 'build', help: null }),
    sight('run-image', 'missing', { seen: runImage, help: null }),
  ];
  const prove = async (buildImage: string) => {
    const settings = { env: process.env, buildImage, runImage: 'none:local' };
    const [engine, build, run] = await proveContainers(parts('none:local'), settings);
    expect([engine?.seen, run?.seen]).toEqual(['docker', 'none:local']);
    return build;
  };

  it('builds a kernel in the build image', async () => {
    const image = process.env.GRADE_BUILD_IMAGE || DEFAULT_BUILD_IMAGE;
    expect(await prove(image)).toMatchObject({
      status: 'ok',
      seen: expect.stringMatching(/ with nvcc \d+\.\d[\d.]*; built a kernel in \d+ ms$/),
    });
  });

  it('is broken if an image is missing, with the command that builds it', async () => {
    expect(await prove('not-there:local')).toMatchObject({
      status: 'broken',
      seen: expect.stringMatching(/^A test failed: .*not-there:local/),
      help: expect.stringContaining('docker build --tag not-there:local'),
    });
  });
});

describe.skipIf(unavailable)('the NVIDIA driver', () => {
  it('is asked in a process of its own, and may fail there', async () => {
    writeFileSync(join(root, 'nvidiactl'), '');
    const fake = new FakeDriver();
    const places = { device: join(root, 'nvidiactl') };
    try {
      const [driver, thresholds] = await lookAtDriver({ ...places, library: fake.library });
      expect(driver).toMatchObject({ status: 'ok', seen: expect.stringMatching(/GiB, driver /) });
      expect(thresholds).toMatchObject({
        status: 'missing',
        seen: expect.stringMatching(/^Measured on Fake GPU for 0 exercises, and not for box-blur, /),
        help: 'grade calibrate box-blur --write',
      });
      const helpers = localHelpers({ library: fake.library });
      const [run, sanitizer] = await proveGpu(helpers, 'run:local');
      expect(run?.seen).toMatch(
        /^run:local; Fake GPU computed and copied[;,].* two timings of the same copies differ by/,
      );
      expect(sanitizer).toMatchObject({ status: 'missing', help: expect.stringContaining('docker/README.md') });
      expect(sanitizer?.seen).toMatch(/^A test failed: There is no compute-sanitizer where the GPU runs/);
      const [without, unasked] = await lookAtDriver({ ...places, library: join(root, 'no.so') });
      expect(without).toMatchObject({ status: 'broken', help: expect.stringContaining('nvidia-smi') });
      expect(unasked?.seen).toBe('Not checked, because no GPU was found.');
    } finally {
      fake.remove();
    }
  });
});

describe('speed thresholds', () => {
  let one: string;
  beforeAll(() => {
    one = join(root, 'one');
    cpSync(join(packageRoot, 'assignments', 'box-blur'), join(one, 'box-blur'), { recursive: true });
  });

  it('are there for a GPU on which they were measured', () => {
    expect(lookAtThresholds('NVIDIA H200', [one])).toMatchObject({
      status: 'ok',
      seen: 'measured on NVIDIA H200 for the 1 exercise with points for speed',
    });
  });

  it('are broken if the calibration cannot be read', () => {
    writeFileSync(join(one, 'box-blur', 'calibration', 'fake-gpu.json'), '{}');
    expect(lookAtThresholds('Fake GPU', [one])).toMatchObject({
      status: 'broken',
      seen: expect.stringMatching(/^calibration\/fake-gpu\.json of box-blur cannot be used\./),
      help: 'grade calibrate box-blur --write',
    });
  });
});
