import { wordQueue } from '../explain/index.ts';
import { type EngineOptions, openEngine } from '../pipeline/engine/index.ts';
import { type Engine, type Graded, type GradeProgress, gradeSubmission } from '../pipeline/grade/index.ts';
import type { CacheSettings } from '../platform/cache/index.ts';
import { messageOf } from '../platform/index.ts';
import { renderReports, renderText, reportInput } from '../report/index.ts';
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

/** The most milliseconds that a failed submission takes longer. */
const DIAGNOSE_MS = 60_000;

/** Returns the line that decides, from what the student may see; `null` if it is not known. It never costs the result. */
async function decidingLine(
  engine: Engine,
  { assignment, source, headers, fileName, signal }: Omit<GradeRequest, 'onProgress'>,
  { evidence, cases }: Pick<Graded, 'evidence' | 'cases'>,
): Promise<number | null> {
  const { decide } = await import('../pipeline/decide/index.ts');
  const request = { assignment, source, fileName, engine, evidence, cases, limitMs: DIAGNOSE_MS, signal };
  try {
    return (await decide({ ...request, ...(headers && { headers }) })).line;
  } catch (error) {
    signal.throwIfAborted();
    engine.log?.(`The line that decides was not looked for: ${messageOf(error)}`);
    return null;
  }
}

/** Grades on this machine, with an engine that stays warm until disposed. */
export async function createGrader(settings: CacheSettings, options: EngineOptions = {}): Promise<Grader> {
  const { engine, skipped, dispose } = await openEngine(settings, options);
  return {
    skipped,
    async grade({ onProgress, sanitize, diagnose, ...request }) {
      const at = new Date(1000 * Math.floor(Date.now() / 1000));
      const graded = await gradeSubmission({
        ...request,
        sanitize: sanitize ? 'all' : 'ragged',
        engine,
        onProgress: (event) => onProgress(shown(event)),
      });
      const deciding =
        diagnose && !request.shown && graded.result.verdict === 'failed'
          ? await decidingLine(engine, request, graded)
          : null;
      const input = {
        ...(await reportInput(request.assignment, request.source, graded)),
        ...(deciding !== null && { deciding }),
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
