import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pack } from '../../grader/sandbox/archive.ts';

/** What a client asks of the engine, in the order in which compiling with nvcc asks it. */
export const STEPS = [
  'version',
  'info',
  'list',
  'create',
  'put',
  'attach',
  'start',
  'wait',
  'inspect',
  'remove',
] as const;
export type Step = (typeof STEPS)[number] | 'image' | 'kill';

/** `dies`: every connection breaks and nobody listens any more. */
export type Mood = 'well' | 'hangs' | 'refuses' | 'breaks off' | 'dies' | 'talks nonsense';

const VERSION = 'Cuda compilation tools, release 12.4, V12.4.131\nsm_80\nsm_90\n';

/** As much of Docker's API as compiling a submission with nvcc needs, over a socket; its nvcc accepts everything. */
export class FakeEngine {
  readonly url: string;
  /** How long every answer takes. */
  delayMs = 0;
  /** What the engine tells of itself besides its limits. */
  info: Readonly<Record<string, unknown>> = {};
  images: ReadonlySet<string> | 'every' = 'every';
  /** The kernel kills what compiles, for want of memory: the engine says so from so many questions on. */
  killedToldAt: number | null = null;
  readonly asked: Step[] = [];
  readonly #moods = new Map<Step, { mood: Mood; skip: number }>();
  readonly #containers = new Map<string, Container>();
  readonly #sockets = new Set<Socket>();
  readonly #folder = mkdtempSync(join(tmpdir(), 'grade-fake-engine-'));
  readonly #server: Server;

  private constructor() {
    const path = join(this.#folder, 'engine.sock');
    this.url = `unix://${path}`;
    this.#server = createServer((request, response) => void this.#handle(request, response));
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => this.#sockets.delete(socket));
    });
  }

  static async start(): Promise<FakeEngine> {
    const engine = new FakeEngine();
    await new Promise<void>((done) => engine.#server.listen(engine.url.replace('unix://', ''), done));
    return engine;
  }

  /** From now on. @param skip - how often it is still well at this step */
  be(mood: Mood, step: Step, skip = 0): void {
    this.#moods.set(step, { mood, skip });
  }

  /** Containers that were not removed. */
  get left(): number {
    return this.#containers.size;
  }

  stop(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = '', query = ''] = (request.url ?? '').split('?');
    const step = stepOf(request.method ?? '', path);
    this.asked.push(step);
    const body = await bodyOf(request);
    if (this.delayMs > 0) await sleep(this.delayMs);
    switch (this.#moodAt(step)) {
      case 'hangs':
        break;
      case 'refuses':
        send(response, { status: 500, body: { message: 'out of order' } });
        break;
      case 'breaks off':
        request.socket.destroy();
        break;
      case 'dies':
        this.stop();
        break;
      case 'talks nonsense':
        request.socket.end('SSH-2.0-OpenSSH_9.2\r\n');
        break;
      default: {
        const answer = await this.#answer(step, path, new URLSearchParams(query), body, response);
        if (answer) send(response, answer);
      }
    }
  }

  #moodAt(step: Step): Mood {
    const set = this.#moods.get(step);
    if (!set) return 'well';
    if (set.skip > 0) {
      set.skip -= 1;
      return 'well';
    }
    return set.mood;
  }

  /** @returns null where the answer goes on for as long as the container runs */
  async #answer(
    step: Step,
    path: string,
    query: URLSearchParams,
    body: Buffer,
    response: ServerResponse,
  ): Promise<Answer | null> {
    const name = /^\/(?:containers|images)\/([^/]+)/.exec(path)?.[1] ?? '';
    if (step === 'version') return { status: 200, body: { Version: '1.0', Components: [] } };
    if (step === 'info') return { status: 200, body: { ...LIMITS, ...this.info } };
    if (step === 'list') return { status: 200, body: [] };
    if (step === 'image') {
      const there = this.images === 'every' || this.images.has(decodeURIComponent(name));
      return there ? { status: 200, body: { Id: 'sha256:1' } } : { status: 404, body: { message: 'No such image' } };
    }
    if (step === 'create') {
      const { Cmd, Entrypoint } = JSON.parse(body.toString('utf8'));
      const id = query.get('name') ?? '';
      this.#containers.set(id, new Container([...(Entrypoint ?? []), ...(Cmd ?? [])], this.killedToldAt));
      return { status: 201, body: { Id: id, Warnings: [] } };
    }
    const container = this.#containers.get(name);
    if (!container) return { status: 404, body: { message: `No such container: ${name}` } };
    switch (step) {
      case 'remove':
        this.#containers.delete(name);
        return { status: 204, body: null };
      case 'attach':
        response.writeHead(200, { 'Content-Type': 'application/vnd.docker.raw-stream' });
        response.flushHeaders();
        container.attached = response;
        return null;
      case 'start':
        // What it prints ends, and who waits is told, after the answer.
        setTimeout(() => container.run(), 5);
        return { status: 204, body: null };
      case 'wait':
        return { status: 200, body: { StatusCode: await container.ended } };
      case 'inspect': {
        const { exitCode } = container;
        const OOMKilled = container.wasKilled();
        const State = { Running: exitCode === null, ExitCode: exitCode ?? 0, OOMKilled };
        return { status: 200, body: { Id: name, State } };
      }
      default:
        return { status: 200, body: {} };
    }
  }
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const KILLED = 128 + 9;

/** Its command runs and ends at once: `nvcc --version`, or nvcc that compiles, whose result is an archive. */
class Container {
  readonly #command: readonly string[];
  readonly ended: Promise<number>;
  attached: ServerResponse | null = null;
  exitCode: number | null = null;
  readonly #killedToldAt: number | null;
  #asked = 0;
  #end: (exitCode: number) => void = () => undefined;

  constructor(command: readonly string[], killedToldAt: number | null) {
    this.#command = command;
    this.#killedToldAt = killedToldAt;
    this.ended = new Promise((done) => {
      this.#end = done;
    });
  }

  run(): void {
    const wanted = this.#wanted();
    const stdout = wanted ? pack(new Map([[wanted, Buffer.from('fatbin')]])) : Buffer.from(VERSION);
    const header = Buffer.alloc(8);
    header[0] = 1;
    header.writeUInt32BE(stdout.length, 4);
    this.attached?.end(Buffer.concat([header, stdout]));
    this.exitCode = wanted && this.#killedToldAt !== null ? KILLED : 0;
    this.#end(this.exitCode);
  }

  /** Asked once more how it ended: does the engine know by now? */
  wasKilled(): boolean {
    if (this.exitCode !== KILLED || this.#killedToldAt === null) return false;
    this.#asked += 1;
    return this.#asked >= this.#killedToldAt;
  }

  #wanted(): string | undefined {
    return /--ignore-failed-read -- (\S+)/.exec(this.#command.join(' '))?.[1];
  }
}

const LIMITS = { MemoryLimit: true, PidsLimit: true, SecurityOptions: ['name=seccomp,profile=default'] };

function stepOf(method: string, path: string): Step {
  if (path === '/version') return 'version';
  if (path === '/info') return 'info';
  if (path === '/containers/json') return 'list';
  if (path === '/containers/create') return 'create';
  if (path.startsWith('/images/')) return 'image';
  if (method === 'DELETE') return 'remove';
  if (path.endsWith('/archive')) return 'put';
  if (path.endsWith('/json')) return 'inspect';
  const last = path.split('/').at(-1);
  if (last === 'attach' || last === 'start' || last === 'wait' || last === 'kill') return last;
  throw new Error(`the fake engine does not know ${method} ${path}`);
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(body === null ? undefined : JSON.stringify(body));
}
