import { type InputStream, inputStream, type Output, printable, usesColor } from '../platform/index.ts';

/** An infrastructure fault. */
const OUTPUT_FAILED = 3;

/** What a command sees of the process; tests give their own. */
export interface Io {
  /** Results. */
  readonly stdout: Output;
  /** Progress, logs and errors. */
  readonly stderr: Output;
  /** For programs that read it; null where nothing is piped in. */
  readonly stdin: InputStream | null;
  readonly env: NodeJS.ProcessEnv;
  /** Working folder: where `grade.config.yaml` is looked for, upward. */
  readonly cwd: string;
  /** Aborted when the user interrupts. */
  readonly signal: AbortSignal;
}

/** The process's own. The first interrupt lets a command clean up, a second ends the process. */
export function processIo(): Io {
  const controller = new AbortController();
  const interrupt = (): void => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort();
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  process.stdout.on('error', outputFailed);
  // There is nobody left to tell.
  process.stderr.on('error', () => undefined);
  return {
    stdout: output(process.stdout),
    stderr: output(process.stderr),
    get stdin() {
      return process.stdin.isTTY ? null : inputStream(process.stdin);
    },
    env: process.env,
    cwd: process.cwd(),
    signal: controller.signal,
  };
}

let saidThatOutputFailed = false;

/**
 * `grade list | head -1` closes our output early, which is no error: the reports are still written, and the exit status
 * still tells the verdict. A disk that is full is one.
 */
function outputFailed({ code, message }: NodeJS.ErrnoException): void {
  if (code === 'EPIPE' || saidThatOutputFailed) return;
  saidThatOutputFailed = true;
  process.stderr.write(`error: The output cannot be written (${code ?? message}). Make room on the disk.\n`);
  process.exitCode = OUTPUT_FAILED;
}

function output(stream: NodeJS.WriteStream): Output {
  return {
    write: (content) => {
      stream.write(content);
    },
    isTTY: stream.isTTY === true,
    get columns() {
      return stream.columns;
    },
  };
}

/** Writes an error as every command does: also used where a command goes on after one. */
export function writeError(message: string, details: readonly string[], io: Io): void {
  const label = usesColor(io.stderr, io.env) ? '\u001b[31merror:\u001b[39m' : 'error:';
  io.stderr.write(`${label} ${printable(message)}\n`);
  for (const line of details) io.stderr.write(`${printable(line)}\n`);
}
