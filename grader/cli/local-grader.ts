import { type EngineOptions, openEngine } from '../engine/index.ts';
import { gradeSubmission } from '../grade/index.ts';
import type { CacheSettings } from '../platform/cache.ts';
import { renderReports, renderText, reportInput } from '../report/index.ts';
import type { Grader } from './grader.ts';

const ACTIVITIES = {
  compile: 'compiling',
  run: 'running the cases',
  sanitize: 'checking with compute-sanitizer',
  time: 'timing on the GPU',
  judge: 'judging',
} as const;

/** Grades on this machine, with an engine that stays warm until disposed. */
export async function createGrader(settings: CacheSettings, options: EngineOptions = {}): Promise<Grader> {
  const { engine, skipped, dispose } = await openEngine(settings, options);
  return {
    skipped,
    async grade({ onProgress, sanitize, ...request }) {
      const graded = await gradeSubmission({
        ...request,
        sanitize: sanitize ? 'all' : 'ragged',
        engine,
        onProgress: (event) => {
          const { done, total } = event.stage === 'run' ? event : { done: 0, total: 0 };
          onProgress({ activity: ACTIVITIES[event.stage], done, total });
        },
      });
      const input = await reportInput(request.assignment, request.source, graded);
      return {
        result: graded.result,
        text: (options) => renderText(input, options),
        files: (formats, path, docsUrl = null) => renderReports(input, formats, { path, docsUrl }),
      };
    },
    dispose,
  };
}
