import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { InfrastructureError } from '../../../grader/platform/errors.ts';
import { connect } from '../../../grader/sandbox/engine.ts';
import { findEngine } from '../../../grader/sandbox/find-engine.ts';
import { openSandbox } from '../../../grader/sandbox/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'grade-engine-'));
const servers: Server[] = [];
const sockets = new Set<Socket>();

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await Promise.all(servers.splice(0).map((server) => new Promise((done) => server.close(done))));
  rmSync(folder, { recursive: true, force: true });
});

/** An engine that does this with every connection. */
async function fakeEngine(behave: (socket: Socket) => void): Promise<string> {
  const path = join(mkdtempSync(join(tmpdir(), 'grade-engine-')), 'engine.sock');
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    behave(socket);
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(path, done));
  return `unix://${path}`;
}

async function faultOf(url: string): Promise<{ readonly fault: InfrastructureError; readonly ms: number }> {
  const started = performance.now();
  const fault = await openSandbox({ environment: { DOCKER_HOST: url }, pingTimeoutMs: 1000 }).then(
    () => expect.unreachable('the engine was taken for one'),
    (error: unknown) => error,
  );
  expect(fault).toBeInstanceOf(InfrastructureError);
  return { fault: fault as InfrastructureError, ms: performance.now() - started };
}

test('an engine that never answers is an infrastructure fault within seconds', async () => {
  const url = await fakeEngine(() => undefined);
  const { fault, ms } = await faultOf(url);
  expect(fault.message).toContain(`${url} did not answer within 1 s`);
  expect(fault.details.join('\n')).toContain('restart the engine');
  expect(fault.exitCode).toBe(3);
  expect(ms).toBeLessThan(5000);
});

test('a socket that is not there is an infrastructure fault with advice', async () => {
  const { fault, ms } = await faultOf(`unix://${join(folder, 'no.sock')}`);
  expect(fault.message).toContain('no container engine listens at');
  expect(fault.details.join('\n')).toContain('Start it');
  expect(ms).toBeLessThan(5000);
});

test('an engine that closes the connection is an infrastructure fault', async () => {
  const { fault, ms } = await faultOf(await fakeEngine((socket) => socket.destroy()));
  expect(fault.message).toContain('broke off');
  expect(ms).toBeLessThan(5000);
});

test('an engine that does not speak HTTP is an infrastructure fault', async () => {
  const { fault } = await faultOf(await fakeEngine((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n')));
  expect(fault.message).toContain('broke off');
});

test('an engine that returns an error is an infrastructure fault with its text', async () => {
  const body = '{"message":"out of order"}';
  const answer = `HTTP/1.1 500 Oops\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const url = await fakeEngine((socket) => socket.on('data', () => socket.end(answer)));
  const { fault } = await faultOf(url);
  expect(fault.message).toContain('out of order');
});

/** An engine that tells this of its limits. */
function engineWith(info: Record<string, unknown>): Promise<string> {
  const known = { MemoryLimit: true, PidsLimit: true, SecurityOptions: ['name=seccomp,profile=default'] };
  const answers: Record<string, unknown> = {
    '/version': { Version: '1.0', Components: [] },
    '/info': { ...known, ...info },
  };
  return fakeEngine((socket) =>
    socket.on('data', (request) => {
      const body = JSON.stringify(answers[/GET (\S+)/.exec(String(request))?.[1] ?? ''] ?? {});
      const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
      socket.end(`${head}Connection: close\r\n\r\n${body}`);
    }),
  );
}

test.each([
  ['memory', { MemoryLimit: false }],
  ['processes', { PidsLimit: false }],
  ['processor time', { CpuCfsQuota: false, CgroupVersion: '1' }],
  ['system calls (seccomp)', { SecurityOptions: [] }],
])('an engine that cannot limit %s is not used', async (what, info) => {
  const { fault } = await faultOf(await engineWith(info));
  expect(fault.message).toContain(`cannot limit ${what}`);
});

test('an engine with cgroup v2 that says it has no quota of cgroup v1 is used', async () => {
  const url = await engineWith({ CpuCfsQuota: false, CgroupVersion: '2' });
  await expect(connect({ environment: { DOCKER_HOST: url } })).resolves.toMatchObject({ version: '1.0' });
});

test('a DOCKER_HOST without an address is a fault that names the form', async () => {
  const { fault } = await faultOf('my docker');
  expect(fault.details.join('\n')).toContain('unix:///');
});

test('DOCKER_HOST comes before every socket', () => {
  expect(findEngine({ DOCKER_HOST: 'tcp://localhost:1' })).toBe('tcp://localhost:1');
});

test("podman's socket of this user is found", async () => {
  const url = await fakeEngine(() => undefined);
  const runtime = mkdtempSync(join(tmpdir(), 'grade-engine-'));
  const { mkdirSync, symlinkSync } = await import('node:fs');
  mkdirSync(join(runtime, 'podman'));
  symlinkSync(url.replace('unix://', ''), join(runtime, 'podman', 'podman.sock'));
  const found = findEngine({ XDG_RUNTIME_DIR: runtime });
  expect(found === 'unix:///var/run/docker.sock' || found === `unix://${join(runtime, 'podman', 'podman.sock')}`).toBe(
    true,
  );
});
