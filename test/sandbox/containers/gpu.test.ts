import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type Docker from 'dockerode';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { InfrastructureError } from '../../../grader/platform/errors.ts';
import { connect, type Engine } from '../../../grader/sandbox/engine.ts';
import { findEngine } from '../../../grader/sandbox/find-engine.ts';
import { type HelperRequest, helperSettings, startHelper } from '../../../grader/sandbox/gpu.ts';
import { DEFAULT_BUILD_IMAGE, type Helper } from '../../../grader/sandbox/index.ts';
import { containerSettings, gpuProfile } from '../../../grader/sandbox/settings.ts';
import { containersOf, eventually, kind, reason, runningContainer, SMALL } from '../support.ts';
import { Relay } from './relay.ts';

const image = process.env.GRADE_BUILD_IMAGE || DEFAULT_BUILD_IMAGE;

describe('the settings of a helper', () => {
  const docker = { kind: 'docker' } as Engine;
  const podman = { kind: 'podman' } as Engine;
  const request: HelperRequest = {
    image: 'run:local',
    command: ['node', 'helper.js'],
    limits: SMALL,
    gpu: { gpu: 'GPU-1234' },
  };
  const driver = {
    devices: ['/dev/nvidia2', '/dev/nvidiactl', '/dev/nvidia-uvm'],
    libraries: [{ from: '/opt/driver/libcuda.so.580.1', to: '/usr/lib/libcuda.so.1' }],
  };

  test('ask Docker for one GPU, by its UUID or number', () => {
    const asked = { Driver: 'nvidia', DeviceIDs: ['GPU-1234'], Capabilities: [['gpu', 'compute', 'utility']] };
    expect(helperSettings(docker, request, null).HostConfig?.DeviceRequests).toEqual([asked]);
    const second = helperSettings(docker, { ...request, gpu: { gpu: 1 } }, null);
    expect(second.HostConfig?.DeviceRequests).toEqual([{ ...asked, DeviceIDs: ['1'] }]);
    expect(second.HostConfig?.Devices).toBeUndefined();
  });

  test.each([docker, podman])('name device files and read-only libraries where asked ($kind)', (engine) => {
    const { HostConfig } = helperSettings(engine, request, driver);
    expect(HostConfig?.DeviceRequests).toBeUndefined();
    expect(HostConfig?.Devices).toEqual(
      driver.devices.map((path) => ({ PathOnHost: path, PathInContainer: path, CgroupPermissions: 'rw' })),
    );
    expect(HostConfig?.Mounts).toEqual([
      { Type: 'bind', Source: '/opt/driver/libcuda.so.580.1', Target: '/usr/lib/libcuda.so.1', ReadOnly: true },
    ]);
  });

  test('bind a toolkit of this machine read-only', () => {
    const binds = [{ from: '/opt/cuda', to: '/usr/local/cuda' }];
    expect(helperSettings(docker, { ...request, gpu: null, binds }, null).HostConfig?.Mounts).toEqual([
      { Type: 'bind', Source: '/opt/cuda', Target: '/usr/local/cuda', ReadOnly: true },
    ]);
  });

  test.each([docker, podman])('are those of a command in everything else ($kind)', (engine) => {
    const { HostConfig: ofHelper, ...helper } = helperSettings(engine, request, null);
    const {
      HostConfig: ofCommand,
      Volumes: _,
      ...command
    } = containerSettings(engine, 'run:local', request.command, SMALL, 'helper');
    expect(helper).toEqual({ ...command, AttachStdin: true, OpenStdin: true, StdinOnce: true });
    const { DeviceRequests: _requests, Mounts: _mounts, ...rest } = ofHelper ?? {};
    const { Mounts: _input, ...expected } = ofCommand ?? {};
    expect(rest).toEqual(expected);
  });
});

test('a helper can make the system calls of a command, and three for libcuda', () => {
  const [command, helper] = ['seccomp.json', 'seccomp-gpu.json'].map((name) => {
    return JSON.parse(readFileSync(`docker/${name}`, 'utf8')) as { syscalls: readonly { names: readonly string[] }[] };
  });
  const more = helper?.syscalls.at(-1);
  expect(more?.names).toEqual(['bind', 'get_mempolicy', 'listen']);
  expect({ ...helper, syscalls: helper?.syscalls.slice(0, -1) }).toEqual(command);
});

test('compute-sanitizer can make more system calls, without capabilities', () => {
  const [helper, tool] = ['seccomp-gpu.json', 'seccomp-sanitizer.json'].map((name) => {
    return JSON.parse(readFileSync(`docker/${name}`, 'utf8')) as { syscalls: readonly { names: readonly string[] }[] };
  });
  const more = tool?.syscalls.at(-1)?.names ?? [];
  expect({ ...tool, syscalls: tool?.syscalls.slice(0, -1) }).toEqual(helper);
  expect(more).toEqual(expect.arrayContaining(['mknodat', 'ptrace', 'socket']));
  const forbidden = ['bpf', 'keyctl', 'mount', 'perf_event_open', 'setns', 'unshare', 'userfaultfd'];
  expect(more.filter((name) => forbidden.includes(name))).toEqual([]);
  expect(gpuProfile(['compute-sanitizer', '/bin/true'])).toBe('sanitizer');
  expect(gpuProfile(['/bin/true'])).toBe('helper');
});

describe.skipIf(reason !== null)('a helper in a container', () => {
  let engine: Engine;
  const helpers: Helper[] = [];

  beforeAll(async () => {
    engine = await connect();
  });
  afterEach(async () => {
    await Promise.all(helpers.splice(0).map((helper) => helper.kill()));
    expect(await containersOf(process.pid)).toEqual([]);
  });

  async function start(command: readonly string[], more: Partial<HelperRequest> = {}, on = engine): Promise<Helper> {
    const helper = await startHelper(on, { image, command, gpu: null, limits: SMALL, ...more });
    helpers.push(helper);
    return helper;
  }

  async function text(helper: Helper): Promise<string> {
    return Buffer.concat(await helper.stdout.toArray()).toString();
  }

  test('answers what it is asked, one thing after the other', async () => {
    const helper = await start(['/bin/cat']);
    const answers = helper.stdout[Symbol.asyncIterator]();
    for (const word of ['one\n', 'two\n', 'three\n']) {
      helper.stdin.write(word);
      expect(String((await answers.next()).value)).toBe(word);
    }
    helper.stdin.end();
    expect((await answers.next()).done).toBe(true);
    expect(await helper.ended).toEqual({ exitCode: 0, stderr: '', limit: null });
  });

  test('returns 20 MB unchanged', async () => {
    const helper = await start(['/bin/cat']);
    const sent = randomBytes(20e6);
    helper.stdin.end(sent);
    const hash = createHash('sha256');
    let length = 0;
    for await (const chunk of helper.stdout) {
      hash.update(chunk as Buffer);
      length += (chunk as Buffer).length;
    }
    expect(length).toBe(sent.length);
    expect(hash.digest('hex')).toBe(createHash('sha256').update(sent).digest('hex'));
    expect((await helper.ended).exitCode).toBe(0);
  });

  test('waits with its output until somebody reads it', async () => {
    const helper = await start(['head', '-c', '200000000', '/dev/zero']);
    const before = process.memoryUsage().rss;
    const ended = await Promise.race([helper.ended.then(() => true), wait(2000, false)]);
    expect(ended).toBe(false);
    expect(helper.stdout.readableLength).toBeLessThan(1 << 20);
    expect(process.memoryUsage().rss - before).toBeLessThan(50 << 20);
    let length = 0;
    for await (const chunk of helper.stdout) length += (chunk as Buffer).length;
    expect(length).toBe(200_000_000);
    expect((await helper.ended).exitCode).toBe(0);
  });

  test('makes its writer wait while it does not read', async () => {
    const helper = await start(['sleep', '30']);
    let taken = 0;
    const block = Buffer.alloc(64 << 10);
    const next = (): void =>
      void helper.stdin.write(block, (error) => {
        if (error) return;
        taken += block.length;
        next();
      });
    next();
    await wait(1500);
    const soFar = taken;
    await wait(500);
    expect(taken).toBe(soFar);
    expect(taken).toBeLessThan(16 << 20);
  });

  test('reports its exit status and last error output, apart from its output', async () => {
    const helper = await start([
      '/bin/sh',
      '-c',
      'echo out; echo begin >&2; head -c 100000 /dev/zero | tr "\\0" x >&2; echo end >&2; exit 7',
    ]);
    expect(await text(helper)).toBe('out\n');
    const { exitCode, stderr } = await helper.ended;
    expect(exitCode).toBe(7);
    expect(stderr).toHaveLength(64 << 10);
    expect(stderr).not.toContain('begin');
    expect(stderr.endsWith('x\nend\n') || stderr.endsWith('xend\n')).toBe(true);
  });

  test('is gone soon after it was killed, with output that nobody read', async () => {
    const helper = await start(['/usr/bin/yes']);
    const started = performance.now();
    await helper.kill();
    expect(performance.now() - started).toBeLessThan(5000);
    expect(await helper.ended).toMatchObject({ exitCode: 137, limit: null });
    expect(await containersOf(process.pid)).toEqual([]);
    await helper.kill();
  });

  test('ends when its time is over', async () => {
    const helper = await start(['sleep', '30'], { limits: { ...SMALL, wallTimeMs: 1000 } });
    expect(await helper.ended).toMatchObject({ limit: 'time', exitCode: 137 });
  });

  test('ends when it has no memory left', async () => {
    const helper = await start(['tail', '/dev/zero']);
    expect(await helper.ended).toMatchObject({ limit: 'memory', exitCode: 137 });
  });

  test('ends when it is interrupted, with the reason', async () => {
    const stop = new AbortController();
    const helper = await start(['/bin/cat'], { signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(helper.ended).rejects.toThrow('enough');
    await expect(start(['/bin/cat'], { signal: stop.signal })).rejects.toThrow('enough');
  });

  test('of an image that is not there is an infrastructure fault', async () => {
    const fault = start(['/bin/cat'], { image: 'cuda-course-grade-nothing:none' });
    await expect(fault).rejects.toThrow(InfrastructureError);
    await expect(fault).rejects.toThrow('has no image cuda-course-grade-nothing:none');
  });

  test('that is not in the image ends with status 127', async () => {
    const helper = await start(['helper-of-tomorrow']);
    helper.stdout.resume();
    expect((await helper.ended).exitCode).toBe(127);
  });

  test.skipIf(kind === 'podman' || existsSync('/dev/nvidiactl'))(
    'says what Docker lacks to give it a GPU',
    async () => {
      const asked = startHelper(engine, { image, command: ['/bin/cat'], gpu: { gpu: 0 }, limits: SMALL });
      await expect(asked).rejects.toMatchObject({
        message: expect.stringContaining('cannot give a container a GPU'),
        details: [expect.stringContaining('NVIDIA Container Toolkit'), expect.stringContaining('--target emulator')],
      });
    },
  );

  test.skipIf(kind === 'podman')('has a live container with the limits of every other', async () => {
    const folder = { from: '/usr/share', to: '/mnt' };
    await start(['/bin/cat'], { binds: [folder] });
    const { Config, HostConfig, Mounts }: Docker.ContainerInspectInfo = await runningContainer();
    expect(Config).toMatchObject({ User: '65534:65534', OpenStdin: true, StdinOnce: true, Tty: false });
    expect(Config.Labels['org.cuda-course-grade.sandbox']).toBe('1');
    expect(HostConfig).toMatchObject({
      NetworkMode: 'none',
      ReadonlyRootfs: true,
      CapDrop: ['ALL'],
      CapAdd: null,
      Privileged: false,
      IpcMode: 'private',
      PidsLimit: SMALL.processes,
      Memory: SMALL.memoryBytes,
      MemorySwap: SMALL.memoryBytes,
      NanoCpus: 5e8,
      LogConfig: { Type: 'none' },
    });
    expect(HostConfig.SecurityOpt).toContain('no-new-privileges');
    expect(Object.keys(HostConfig.Tmpfs ?? {}).sort()).toEqual(['/tmp', '/work']);
    expect(Mounts.map(({ Source, Destination, RW }) => ({ Source, Destination, RW }))).toEqual([
      { Source: folder.from, Destination: folder.to, RW: false },
    ]);
  });

  test('can listen on a socket of this machine, as libcuda does, not of the net', async () => {
    const script = (domain: string): string =>
      `use Socket; socket(my $s, ${domain}, SOCK_STREAM, 0) or die "$!\\n"; bind($s, pack_sockaddr_un("\\0cuda")) or die; listen($s, 1) or die; print "listens"`;
    expect(await text(await start(['perl', '-e', script('AF_UNIX')]))).toBe('listens');
    const refused = await start(['perl', '-e', script('AF_INET')]);
    expect(await text(refused)).toBe('');
    expect((await refused.ended).stderr).toBe('Operation not permitted\n');
  });

  test('has only PATH in its environment, and finds libraries of the linker', async () => {
    const bind = { from: '/etc/hostname', to: '/usr/lib/libcuda.so.1' };
    const helper = await start(['/bin/sh', '-c', 'env; ls /usr/lib/libcuda.so.1; touch /usr/lib/libcuda.so.1 2>&1'], {
      binds: [bind],
    });
    const said = await text(helper);
    expect(said).toMatch(/^PATH=\S+$/m);
    expect(said).toMatch(/^\/usr\/lib\/libcuda\.so\.1$/m);
    expect(said).toMatch(/Read-only file system|Permission denied/);
  });

  describe('of an engine that fails', () => {
    async function behindRelay(): Promise<{ readonly relay: Relay; readonly helper: Helper }> {
      const relay = new Relay(findEngine(process.env)?.replace('unix://', '') ?? '');
      const far = await connect({ environment: { DOCKER_HOST: relay.url }, requestTimeoutMs: 2000 });
      const helper = await startHelper(far, {
        image,
        command: ['/bin/cat'],
        gpu: null,
        limits: { ...SMALL, wallTimeMs: 10_000 },
      });
      return { relay, helper };
    }

    async function sweep(): Promise<void> {
      for (const { Id } of await containersOf(process.pid))
        await engine.docker.getContainer(Id).remove({ force: true });
      await eventually(async () => (await containersOf(process.pid)).length === 0);
    }

    test('is reported as an infrastructure fault, to its reader too', async () => {
      const { relay, helper } = await behindRelay();
      const read = helper.stdout.toArray();
      read.catch(() => undefined);
      relay.cut();
      await expect(helper.ended).rejects.toThrow(InfrastructureError);
      await sweep();
    });

    test('can be killed all the same, while the engine says nothing', async () => {
      const { relay, helper } = await behindRelay();
      relay.silent = true;
      const started = performance.now();
      await helper.kill();
      expect(performance.now() - started).toBeLessThan(8000);
      await expect(helper.ended).rejects.toThrow('did not answer within');
      relay.cut();
      await sweep();
    });
  });
});
