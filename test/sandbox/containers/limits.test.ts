import { readFileSync, readlinkSync } from 'node:fs';
import type Docker from 'dockerode';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSandbox, type RunOutcome, type Sandbox } from '../../../grader/sandbox/index.ts';
import { containersOf, kind, reason, runningContainer, SMALL } from '../support.ts';

if (kind === 'podman') process.stderr.write('settings as Docker tells them are not compared: this is podman\n');

describe.skipIf(reason !== null || kind === 'podman')('a live container', () => {
  const stop = new AbortController();
  let sandbox: Sandbox;
  let run: Promise<unknown>;
  let container: Docker.ContainerInspectInfo;

  beforeAll(async () => {
    sandbox = await openSandbox();
    run = sandbox.run({ command: ['sleep', '60'], limits: { ...SMALL, wallTimeMs: 60_000 }, signal: stop.signal });
    run.catch(() => undefined);
    container = await runningContainer();
  });
  afterAll(async () => {
    stop.abort();
    await run.catch(() => undefined);
    expect(await containersOf(process.pid)).toEqual([]);
  });

  test('has no network', () => {
    expect(container.HostConfig.NetworkMode).toBe('none');
    expect(Object.keys(container.NetworkSettings.Networks)).toEqual(['none']);
  });
  test('has a read-only root', () => expect(container.HostConfig.ReadonlyRootfs).toBe(true));
  test('has no capability', () => {
    expect(container.HostConfig.CapDrop).toEqual(['ALL']);
    expect(container.HostConfig.CapAdd).toBeNull();
    expect(container.HostConfig.Privileged).toBe(false);
  });
  test('can gain no privileges and has our seccomp profile', () => {
    const options = container.HostConfig.SecurityOpt as string[];
    expect(options).toContain('no-new-privileges');
    const profile = options.find((option) => option.startsWith('seccomp='))?.slice('seccomp='.length) ?? '';
    const ours: unknown = JSON.parse(readFileSync('docker/seccomp.json', 'utf8'));
    expect(JSON.parse(profile)).toEqual(ours);
  });
  test('runs as nobody', () => expect(container.Config.User).toBe('65534:65534'));
  test('has IPC of its own', () => {
    expect(container.HostConfig.IpcMode).toBe('private');
    expect(container.HostConfig.ShmSize).toBe(1 << 20);
  });
  test('has a bound on processes', () => expect(container.HostConfig.PidsLimit).toBe(SMALL.processes));
  test('has a bound on memory and no swap', () => {
    expect(container.HostConfig.Memory).toBe(SMALL.memoryBytes);
    expect(container.HostConfig.MemorySwap).toBe(SMALL.memoryBytes);
  });
  test('has a share of the processor', () => expect(container.HostConfig.NanoCpus).toBe(5e8));
  test('has bounds on open files, file size and core dumps', () => {
    expect(container.HostConfig.Ulimits).toEqual([
      { Name: 'nofile', Soft: SMALL.openFiles, Hard: SMALL.openFiles },
      { Name: 'fsize', Soft: SMALL.fileBytes, Hard: SMALL.fileBytes },
      { Name: 'core', Soft: 0, Hard: 0 },
    ]);
  });
  test('has a sized tmpfs for each place where it may write', () => {
    const { Tmpfs } = container.HostConfig;
    expect(Object.keys(Tmpfs ?? {}).sort()).toEqual(['/tmp', '/work']);
    expect(Tmpfs?.['/tmp']).toMatch(/^rw,nosuid,nodev,noexec,size=4194304,/);
    expect(Tmpfs?.['/work']).toMatch(/^rw,nosuid,nodev,noexec,size=2097152,/);
  });
  test('mounts nothing of this machine', () => {
    expect(container.HostConfig.Binds ?? []).toEqual([]);
    expect(container.Mounts.map(({ Type, Destination }) => [Type as string, Destination])).toEqual([['volume', '/in']]);
    expect(container.HostConfig.Devices ?? []).toEqual([]);
  });
  test('has no standard input', () => {
    expect(container.Config.OpenStdin).toBe(false);
    expect(container.Config.AttachStdin).toBe(false);
    expect(container.Config.Tty).toBe(false);
  });
  test('leaves no log on the disk', () => expect(container.HostConfig.LogConfig?.Type).toBe('none'));
  test('says whose it is', () => {
    expect(container.Config.Labels).toMatchObject({
      'org.cuda-course-grade.sandbox': '1',
      'org.cuda-course-grade.pid': String(process.pid),
    });
    expect(container.Config.Labels['org.cuda-course-grade.started']).not.toBe('');
  });
});

describe.skipIf(reason !== null)('from inside a container', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await openSandbox();
  });

  const shell = (script: string): Promise<RunOutcome> =>
    sandbox.run({
      command: ['/bin/sh', '-c', script],
      limits: SMALL,
      inputs: new Map([['a.txt', Buffer.from('hello')]]),
    });
  const say = async (script: string): Promise<string> => String((await shell(script)).stdout).trim();

  test('the environment is PATH alone', async () => {
    const outcome = await sandbox.run({ command: ['/usr/bin/env'], limits: SMALL });
    expect(String(outcome.stdout)).toBe('PATH=/usr/local/cuda/bin:/usr/local/bin:/usr/bin:/bin\n');
  });

  test('the kernel confirms user, capabilities, privileges and seccomp', async () => {
    const status = await say('cat /proc/self/status');
    expect(status).toMatch(/^Uid:\t65534\t65534\t65534\t65534$/m);
    for (const set of ['Inh', 'Prm', 'Eff', 'Bnd', 'Amb']) expect(status).toMatch(new RegExp(`^Cap${set}:\\t0+$`, 'm'));
    expect(status).toMatch(/^NoNewPrivs:\t1$/m);
    expect(status).toMatch(/^Seccomp:\t2$/m);
  });

  test('the kernel has its own IPC, processes, mounts and host name', async () => {
    const spaces = ['ipc', 'pid', 'mnt', 'uts', 'net'];
    const inside = (await say(`cd /proc/self/ns; readlink ${spaces.join(' ')}`)).split('\n');
    const outside = spaces.map((space) => readlinkSync(`/proc/self/ns/${space}`));
    expect(inside).toHaveLength(spaces.length);
    for (const space of outside) expect(inside).not.toContain(space);
  });

  test('the kernel confirms the limits of a process', async () => {
    const limits = await say('cat /proc/self/limits');
    expect(limits).toMatch(/^Max open files +32 +32 /m);
    expect(limits).toMatch(/^Max file size +1048576 +1048576 /m);
    expect(limits).toMatch(/^Max core file size +0 +0 /m);
  });

  test('the kernel confirms the limits of the group', async () => {
    const groups = await say(
      'cd /sys/fs/cgroup; cat memory/memory.limit_in_bytes memory.max; cat pids/pids.max pids.max; cat cpu/cpu.cfs_quota_us cpu.max',
    );
    expect(groups.split('\n')[0]).toBe(String(SMALL.memoryBytes));
    expect(groups.split('\n')[1]).toBe('20');
    expect(groups.split('\n')[2]).toMatch(/^50000( 100000)?$/);
  });

  test('there is no way to write but in /tmp, /work and shared memory', async () => {
    const writable = await say(
      'for d in / /in /etc /usr /usr/local/cuda /var/tmp /run /dev /proc /sys /home /root /tmp /work /dev/shm; do touch $d/x 2>/dev/null && echo $d; done',
    );
    expect(writable.split('\n')).toEqual(['/tmp', '/work', '/dev/shm']);
  });

  test('writing to the root says that it is read-only', async () => {
    const outcome = await shell('echo x > /x');
    expect(outcome).toMatchObject({ status: 'exited' });
    expect(outcome.status === 'exited' && outcome.exitCode).not.toBe(0);
    expect(String(outcome.stderr)).toMatch(/Read-only file system|Permission denied/);
  });

  test('nothing that was written can be executed', async () => {
    expect(
      await say('for d in /tmp /work /dev/shm; do cp /usr/bin/true $d/t; $d/t 2>/dev/null && echo $d; done; echo end'),
    ).toBe('end');
  });

  test('inputs can be read, not changed', async () => {
    expect(await say('cat /in/a.txt; rm -f /in/a.txt 2>/dev/null; echo x 2>/dev/null > /in/a.txt; cat /in/a.txt')).toBe(
      'hellohello',
    );
  });

  test('standard input is empty', async () => {
    expect(await say('readlink /proc/self/fd/0; wc -c')).toBe('/dev/null\n0');
  });

  test('there is only the loopback interface, and no Internet socket', async () => {
    expect(await say('ls /sys/class/net')).toBe('lo');
    const outcome = await sandbox.run({ command: ['bash', '-c', 'echo x > /dev/tcp/127.0.0.1/80'], limits: SMALL });
    expect(String(outcome.stderr)).toContain('Operation not permitted');
  });

  test('new namespaces, mounts and tracing are refused', async () => {
    expect(
      await say(
        'unshare --user true 2>/dev/null && echo user; mount -t tmpfs none /work 2>/dev/null && echo mount; echo end',
      ),
    ).toBe('end');
    expect(await say('unshare --user true 2>&1')).toContain('Operation not permitted');
  });

  test('a tmpfs is full when its size is reached', async () => {
    const outcome = await shell(
      'i=0; while [ $i -lt 9 ]; do head -c 1000000 /dev/zero > /tmp/$i || exit 9; i=$((i+1)); done',
    );
    expect(outcome).toMatchObject({ status: 'exited', exitCode: 9 });
    expect(String(outcome.stderr)).toContain('No space left on device');
  });

  test('a file cannot grow past its limit', async () => {
    const outcome = await sandbox.run({
      command: ['dd', 'if=/dev/zero', 'of=/tmp/big', 'bs=64k', 'count=40'],
      limits: SMALL,
    });
    expect(outcome.status === 'exited' && outcome.exitCode).not.toBe(0);
    expect(await say('dd if=/dev/zero of=/tmp/big bs=64k count=40 2>/dev/null; stat -c %s /tmp/big')).toBe('1048576');
  });
});
