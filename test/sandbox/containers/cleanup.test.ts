import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type Docker from 'dockerode';
import { afterEach, describe, expect, test } from 'vitest';
import { InfrastructureError } from '../../../grader/platform/errors.ts';
import { findEngine } from '../../../grader/sandbox/find-engine.ts';
import { openSandbox } from '../../../grader/sandbox/index.ts';
import { containersOf, engine, eventually, LABEL, reason, runningContainer, SMALL } from '../support.ts';
import { Relay } from './relay.ts';

const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

async function grader(...options: string[]): Promise<{ readonly child: ChildProcess; readonly pid: number }> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'test/sandbox/containers/fixtures/run-for-long.ts', ...options],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  children.push(child);
  const { pid } = child;
  if (pid === undefined) throw new Error('no grader was started');
  await runningContainer(pid);
  return { child, pid };
}

function isGone(container: Docker.Container): Promise<boolean> {
  return container.inspect().then(
    () => false,
    (error: { readonly statusCode?: number }) => error.statusCode === 404,
  );
}

describe.skipIf(reason !== null)('no container is left', () => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    test(`after ${signal}, which ends the grader as it would have`, async () => {
      const { child, pid } = await grader();
      child.kill(signal);
      const [, by] = await once(child, 'exit');
      expect(by).toBe(signal);
      expect(await containersOf(pid)).toEqual([]);
    });
  }

  test('after SIGINT to a grader that handles it, which goes on to its own end', async () => {
    const { child, pid } = await grader('--listen');
    child.kill('SIGINT');
    const [status] = await once(child, 'exit');
    expect(status).toBe(0);
    expect(await containersOf(pid)).toEqual([]);
  });

  test('on the next start after kill -9, nor its volume', async () => {
    const { child, pid } = await grader();
    const { Mounts } = await runningContainer(pid);
    const volume = Mounts[0]?.Name ?? '';
    const docker = await engine();
    expect((await docker.getVolume(volume).inspect()).Name).toBe(volume);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await openSandbox();
    await eventually(async () => (await containersOf(pid)).length === 0);
    await expect(docker.getVolume(volume).inspect()).rejects.toMatchObject({ statusCode: 404 });
  });

  test('but a grader that still runs keeps its own', async () => {
    const { pid } = await grader();
    await openSandbox();
    expect((await containersOf(pid)).map(({ State }) => State)).toEqual(['running']);
  });

  test('of a process whose number another one has been given since', async () => {
    const { pid } = await grader();
    const [found] = await containersOf(pid);
    // The labels of a grader, but with the number of a process that runs and that started at another time.
    const docker = await engine();
    const container = await docker.createContainer({
      Image: found?.Image ?? '',
      Labels: { ...found?.Labels, 'org.cuda-course-grade.pid': String(process.ppid) },
    });
    await openSandbox();
    await eventually(() => isGone(container));
  });

  test('of another machine when its time is over, and not before', async () => {
    const docker = await engine();
    const Image = (await docker.listImages())[0]?.Id ?? '';
    const labels = { [`${LABEL}`]: '1', 'org.cuda-course-grade.place': 'elsewhere', 'org.cuda-course-grade.pid': '1' };
    const create = (expires: number) =>
      docker.createContainer({
        Image,
        Cmd: ['true'],
        Labels: { ...labels, 'org.cuda-course-grade.started': '', 'org.cuda-course-grade.expires': String(expires) },
      });
    const [old, young] = [await create(Date.now() - 1000), await create(Date.now() + 60_000)];
    await openSandbox();
    await eventually(() => isGone(old));
    expect((await young.inspect()).Id).toBe(young.id);
    await young.remove();
  });
});

describe.skipIf(reason !== null)('an engine that fails in the middle of a run', () => {
  const target = findEngine(process.env)?.replace('unix://', '') ?? '';
  const requestTimeoutMs = 3000;

  async function faultDuring(fail: (relay: Relay) => void): Promise<{ fault: unknown; ms: number }> {
    const relay = new Relay(target);
    const sandbox = await openSandbox({ environment: { DOCKER_HOST: relay.url }, requestTimeoutMs });
    const run = sandbox.run({ command: ['sleep', '30'], limits: { ...SMALL, wallTimeMs: 2000 } });
    run.catch(() => undefined);
    await runningContainer();
    const started = performance.now();
    fail(relay);
    const fault = await run.then(
      (outcome) => expect.unreachable(`the run ended: ${outcome.status}`),
      (error: unknown) => error,
    );
    const ms = performance.now() - started;
    relay.cut();
    return { fault, ms };
  }

  test('dies: an infrastructure fault; the next start removes its container', async () => {
    const { fault, ms } = await faultDuring((relay) => relay.cut());
    expect(fault).toBeInstanceOf(InfrastructureError);
    expect((fault as InfrastructureError).message).toMatch(
      /no container engine listens|broke off while it was running a command/,
    );
    expect(ms).toBeLessThan(5000);
    await openSandbox();
    await eventually(async () => (await containersOf(process.pid)).length === 0);
  });

  test('hangs: an infrastructure fault within the time limit plus the wait', async () => {
    const { fault, ms } = await faultDuring((relay) => {
      relay.silent = true;
    });
    expect(fault).toBeInstanceOf(InfrastructureError);
    expect((fault as InfrastructureError).message).toContain('did not answer within');
    expect(ms).toBeLessThan(15_000);
    await openSandbox();
    await eventually(async () => (await containersOf(process.pid)).length === 0);
  });
});
