import type { RunOutcome, RunRequest, Sandbox } from '../../../grader/sandbox/index.ts';

type Request = Omit<RunRequest, 'image'>;

interface Waiting {
  readonly request: Request;
  readonly done: (outcome: RunOutcome) => void;
  readonly failed: (reason: unknown) => void;
}

/** Begins what is printed about a command; its number and exit status, or that of its result, follow. */
const MARK = '==== command';
const TOGETHER = 2;

/**
 * Runs commands in few containers, many one after the other in each: starting a container takes as long as nvcc takes.
 * Results are cut to their first four bytes. Commands may share input files, which then must be equal.
 */
export class Batch {
  readonly #waiting: Waiting[] = [];
  #began = false;

  /** Resolves after `runAll`. Throws if that has begun already: nothing would run the command. */
  readonly run = async (request: Request): Promise<RunOutcome> => {
    if (this.#began) throw new Error('a command came after the batch had begun');
    return new Promise((done, failed) => this.#waiting.push({ request, done, failed }));
  };

  /** Runs what was asked for before. @throws Error if two commands have different files of one name */
  async runAll(sandbox: Sandbox): Promise<void> {
    this.#began = true;
    const all = this.#waiting.splice(0);
    const half = Math.ceil(all.length / TOGETHER);
    const parts = Array.from({ length: TOGETHER }, (_, i) => all.slice(i * half, (i + 1) * half));
    await Promise.all(parts.filter((part) => part.length > 0).map((part) => runPart(sandbox, part)));
  }
}

async function runPart(sandbox: Sandbox, part: readonly Waiting[]): Promise<void> {
  const [first] = part;
  if (!first) return;
  const script = part.map(({ request }, index) => scriptOf(request, index)).join('\n');
  const limits = { ...first.request.limits, wallTimeMs: 220_000, outputBytes: 4 << 20 };
  const inputs = new Map<string, Uint8Array>();
  for (const [name, bytes] of part.flatMap(({ request }) => [...(request.inputs ?? [])])) {
    const before = inputs.get(name);
    if (before && Buffer.compare(before, bytes) !== 0) throw new Error(`two commands have different files ${name}`);
    inputs.set(name, bytes);
  }
  inputs.set('all.sh', Buffer.from(script));
  const outcome = await sandbox.run({ command: ['/bin/sh', '/in/all.sh'], limits, inputs });
  const sections = outcome.stdout.toString('utf8').split(`${MARK} `).slice(1);
  for (const [index, { request, done, failed }] of part.entries()) {
    const [, status, magic = '', log = ''] = /^\d+ status (\d+) result (\w*)\n(.*)$/s.exec(sections[index] ?? '') ?? [];
    if (status === undefined) {
      failed(
        new Error(`command ${index} of a batch did not end: ${outcome.status} ${outcome.stderr.toString('utf8')}`),
      );
      continue;
    }
    const files = new Map(
      (request.outputs ?? []).filter(() => magic !== '').map((name) => [name, Buffer.from(magic, 'hex')]),
    );
    done({ status: 'exited', exitCode: Number(status), stdout: Buffer.alloc(0), stderr: Buffer.from(log), files });
  }
}

function scriptOf({ command, outputs: [output = 'none'] = [] }: Request, index: number): string {
  const words = command.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
  const magic = `$(od -An -tx1 -N4 ${output} 2>/dev/null | tr -d ' ')`;
  return `rm -f ${output}; ${words} >log 2>&1 </dev/null; status=$?; echo; echo "${MARK} ${index} status $status result ${magic}"; cat log; rm -f *.ii *.cpp *.c`;
}
