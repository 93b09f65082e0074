import { decidesAbout, wordDeciding, wordVerdict } from '../../explain/index.ts';
import { cudaIn, type HandIn, isPython } from '../../handin/index.ts';
import { decide } from '../../pipeline/decide/index.ts';
import { type Engine, gradeSubmission } from '../../pipeline/grade/index.ts';
import { startWorkersAt } from '../../platform/browser/index.ts';
import { decodeSubmission } from '../../platform/files/index.ts';
import { GradeError, messageOf, sha256, UsageError } from '../../platform/index.ts';
import { packagedTemplates, renderHtml, reportInput, shownFindings } from '../../report/index.ts';
import type { AssignmentSpec } from '../../spec/index.ts';
import type { EngineParts } from '../site.ts';
import { AssignmentFiles, openBrowserEngine } from './engine.ts';
import { Loader } from './load.ts';
import type { GradingRequest, GradingResponse } from './messages.ts';

/** Entry of the worker that grades: it loads the engine, whose own workers run what students wrote, and judges here. */
const answer = (response: GradingResponse) => self.postMessage(response);
const files = new AssignmentFiles();
let parts: EngineParts | null = null;
let loader: Loader | null = null;
let opening: Promise<Engine> | null = null;
let current: AbortController | null = null;
/** Who waits for files. Where one could not be loaded nobody does, though others still come. */
let waiting = 0;

self.addEventListener('message', ({ data }: MessageEvent<GradingRequest>) => {
  if (data.kind === 'start') {
    startWorkersAt(data.workers);
    parts = data.engine;
    loader = new Loader(data.base, (loaded, total) => {
      if (waiting > 0) answer({ kind: 'loading', loaded, total });
    });
    engine().then(
      () => answer({ kind: 'ready' }),
      (error: unknown) => answer(failure(null, error)),
    );
  } else if (data.kind === 'cancel') {
    current?.abort();
  } else {
    const cancelled = new AbortController();
    current = cancelled;
    const isUnwanted = () => current !== cancelled;
    const graded = grade(data, cancelled.signal).then(async ({ response, deciding }) => {
      answer(response);
      const words = await deciding(isUnwanted);
      if (words !== null) answer({ kind: 'decided', id: data.id, words });
    });
    graded.catch((error: unknown) => {
      if (cancelled.signal.aborted) answer({ kind: 'cancelled', id: data.id });
      else if (error instanceof UsageError) {
        const { message, details } = error;
        answer({ kind: 'refused', id: data.id, message, details });
      } else answer(failure(data.id, error));
    });
  }
});

/** What could not be loaded is tried again. */
function engine(): Promise<Engine> {
  opening ??= open().catch((error: unknown) => {
    opening = null;
    throw error;
  });
  return opening;
}

async function open(): Promise<Engine> {
  if (!loader || !parts) throw new Error('the engine was asked before it was started');
  await whileLoading(loader.engine(parts));
  answer({ kind: 'preparing' });
  return openBrowserEngine(files);
}

/** A report, and what comes after it: the sentence on the line that decides, or null. */
interface Outcome {
  readonly response: GradingResponse;
  readonly deciding: (isUnwanted: () => boolean) => Promise<string | null>;
}

/** The most milliseconds for the line that decides. It begins after one second: a visitor may grade again at once. */
const DECIDING_MS = 10_000;
const BEFORE_DECIDING_MS = 1_000;

async function grade(
  { id, assignment, source: text, fileName, seed }: Extract<GradingRequest, { kind: 'grade' }>,
  signal: AbortSignal,
): Promise<Outcome> {
  const { spec } = assignment;
  const bytes = new TextEncoder().encode(text);
  const written = decodeSubmission(bytes, fileName);
  if (!loader) throw new Error('a program came before the engine was started');
  files.add(assignment, loader);
  const ready = await unlessAborted(engine(), signal);
  const { headers, note, ...handIn } = await unlessAborted(handInOf(written, fileName, spec), signal);
  const baseline = spec.timing?.baseline ?? 'baseline.cu';
  const sources = [
    handIn.source,
    ...headers.map((header) => header.text),
    ...(baseline in assignment.files ? [new TextDecoder().decode(files.read(spec.id, baseline))] : []),
  ];
  if (parts) await unlessAborted(whileLoading(loader.headersFor(parts, sources)), signal);
  const about = { spec, folder: spec.id, shipped: false };
  const graded = await gradeSubmission({
    assignment: about,
    ...handIn,
    ...(headers.length > 0 && { headers }),
    sha256: sha256('hex', bytes),
    seed,
    seedIsPublic: true,
    engine: ready,
    signal,
    onProgress: (event) => {
      const { done, total } = event.stage === 'run' ? event : { done: 0, total: 0 };
      const stage = event.stage === 'compile' || event.stage === 'run' ? event.stage : 'judge';
      answer({ kind: 'progress', id, stage, done, total });
    },
  });
  const html = renderHtml(await reportInput(about, handIn.source, graded), packagedTemplates);
  signal.throwIfAborted();
  const { result, evidence, cases } = graded;
  const deciding: Outcome['deciding'] = async (isUnwanted) => {
    if (result.verdict !== 'failed') return null;
    await new Promise((resolve) => setTimeout(resolve, BEFORE_DECIDING_MS));
    if (isUnwanted()) return null;
    const { source, fileName: name } = handIn;
    const request = { assignment: about, source, headers, fileName: name, engine: ready, evidence, cases };
    // It never costs the report.
    const found = await decide({ ...request, limitMs: DECIDING_MS, isUnwanted }).catch(() => null);
    if (!found || found.line === null) return null;
    const line = { line: found.line, why: found.why };
    return decidesAbout(line, shownFindings(result)[0]) ? wordDeciding(line) : null;
  };
  const words = wordVerdict(result);
  return {
    response: { kind: 'graded', id, json: `${JSON.stringify(result, null, 2)}\n`, html, words, note },
    deciding,
  };
}

/** @throws UsageError if a program in Python has no CUDA source */
async function handInOf(source: string, fileName: string, spec: AssignmentSpec): Promise<Omit<HandIn, 'sha256'>> {
  if (!isPython(fileName)) return { source, fileName, headers: [], note: null };
  if (loader && parts) await whileLoading(loader.python(parts));
  return cudaIn({ source, fileName }, spec);
}

async function whileLoading(loading: Promise<void>): Promise<void> {
  waiting += 1;
  await loading.finally(() => {
    waiting -= 1;
  });
}

/** Loading goes on, for the next time; nobody waits for it. */
async function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  let abort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
  });
  aborted.catch(() => undefined);
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

function failure(id: number | null, error: unknown): GradingResponse {
  const details = error instanceof GradeError ? error.details : [];
  const cause = error instanceof Error && error.cause !== undefined ? [messageOf(error.cause)] : [];
  return { kind: 'failed', id, message: messageOf(error), details: [...details, ...cause] };
}
