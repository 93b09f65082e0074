import { codeOnly } from '../compile/index.ts';
import { type DecidingLine, wordAccessValues, wordQueue } from '../explain/index.ts';
import { type EngineOptions, openEngine } from '../pipeline/engine/index.ts';
import { type Engine, type Graded, type GradeProgress, gradeSubmission } from '../pipeline/grade/index.ts';
import type { CacheSettings } from '../platform/cache/index.ts';
import { messageOf } from '../platform/index.ts';
import { type ReportInput, renderReports, renderText, reportInput, shownFindings } from '../report/index.ts';
import type { GradeRequest, Grader, Progress } from './grader.ts';

const ACTIVITIES = {
  compile: 'compiling',
  run: 'running the cases',
  sanitize: 'checking with compute-sanitizer',
  time: 'timing on the GPU',
  judge: 'judging',
} as const;

function shown(event: GradeProgress): Progress {
  if (event.stage === 'wait') {
    return { activity: wordQueue(event.before, event.expectedMs), done: 0, total: 0 };
  }
  if (event.stage === 'busy') return { activity: `waiting for the GPU. ${event.who}`, done: 0, total: 0 };
  const { done, total } = event.stage === 'run' ? event : { done: 0, total: 0 };
  return { activity: ACTIVITIES[event.stage], done, total };
}

/** Returns the line that decides, from what the student may see; `null` if it is not known. It never costs the result. */
async function decidingLine(
  engine: Engine,
  { assignment, source, headers, fileName, signal }: Omit<GradeRequest, 'onProgress'>,
  { evidence, cases }: Pick<Graded, 'evidence' | 'cases'>,
  limitMs: number,
): Promise<DecidingLine | null> {
  const { decide } = await import('../pipeline/decide/index.ts');
  const request = { assignment, source, fileName, engine, evidence, cases, limitMs, signal };
  try {
    const { line, why } = await decide({ ...request, ...(headers && { headers }) });
    return line === null ? null : { line, why };
  } catch (error) {
    signal.throwIfAborted();
    engine.log?.(`The line that decides was not looked for: ${messageOf(error)}`);
    return null;
  }
}

/** The most milliseconds for the numbers behind a finding, on a machine that is busy; mostly, it is under one second. */
const NUMBERS_MS = 6_000;
const OUT_OF_BOUNDS: ReadonlySet<string> = new Set(['out-of-bounds-read', 'out-of-bounds-write']);

/** Returns the sentences on the index of the first finding, if it is outside of an array; none if it is not known. */
async function numbersBehind(
  engine: Engine,
  { assignment, source, headers, fileName, signal }: Omit<GradeRequest, 'onProgress'>,
  { result }: Pick<Graded, 'result'>,
  input: ReportInput,
): Promise<readonly string[]> {
  const [finding] = shownFindings(result);
  const isListed = finding?.case !== undefined && input.tracedCases?.has(finding.case) === true;
  if (!isListed || !OUT_OF_BOUNDS.has(finding.rule) || finding.file !== fileName || !finding.thread) return [];
  const stop = new AbortController();
  const end = (): void => stop.abort();
  const timer = setTimeout(end, NUMBERS_MS);
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  const { accessValues, traceSubmission } = await import('../pipeline/trace/index.ts');
  try {
    const { recording, fault } = await traceSubmission({
      ...{ assignment, source, fileName, engine, finding, block: null, thread: null, kernel: null },
      ...(headers && { headers }),
      caseName: finding.case ?? null,
      // Listed cases are the same for each seed.
      seed: '1',
      signal: stop.signal,
    });
    const values = recording && fault && accessValues(recording, fault, codeOnly(source));
    return values ? wordAccessValues(values) : [];
  } catch (error) {
    signal.throwIfAborted();
    if (!stop.signal.aborted) engine.log?.(`The numbers behind the finding were not looked for: ${messageOf(error)}`);
    return [];
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
}

/** Grades on this machine, with an engine that stays warm until disposed. */
export async function createGrader(settings: CacheSettings, options: EngineOptions = {}): Promise<Grader> {
  const { engine, skipped, dispose } = await openEngine(settings, options);
  return {
    skipped,
    async grade({ onProgress, sanitize, diagnoseMs = 0, ...request }) {
      const at = new Date(1000 * Math.floor(Date.now() / 1000));
      const graded = await gradeSubmission({
        ...request,
        sanitize: sanitize ? 'all' : 'ragged',
        engine,
        onProgress: (event) => onProgress(shown(event)),
      });
      if (diagnoseMs > 0 && graded.result.verdict === 'failed') {
        onProgress({ activity: 'looking for the line that decides', done: 0, total: 0 });
      }
      const deciding =
        diagnoseMs > 0 && graded.result.verdict === 'failed'
          ? await decidingLine(engine, request, graded, diagnoseMs)
          : null;
      const plain = await reportInput(request.assignment, request.source, graded);
      const isJudged = !request.shown && graded.result.verdict === 'failed';
      const input = {
        ...plain,
        ...(deciding !== null && { deciding }),
        ...(isJudged && { numbers: await numbersBehind(engine, request, graded, plain) }),
      };
      return {
        result: graded.result,
        at,
        text: (options) => renderText(input, options),
        files: (formats, path, docsUrl = null) => renderReports(input, formats, { path, docsUrl, now: at }),
      };
    },
    dispose,
  };
}
