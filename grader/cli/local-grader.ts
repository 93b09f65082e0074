import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Compiler } from '../compile/index.ts';
import { type Engine, gradeSubmission } from '../grade/index.ts';
import { Cache, type CacheSettings, cacheOptions } from '../platform/cache.ts';
import { RunPool } from '../record/index.ts';
import { renderReports, renderText, reportInput } from '../report/index.ts';
import type { Grader } from './grader.ts';

const ACTIVITIES = { compile: 'compiling', run: 'running the cases', judge: 'judging' } as const;

export interface GraderOptions {
  /** Cases that run at the same time; default: one a processor, at most 8. The result does not depend on it. */
  readonly cases?: number;
}

/** Grades on this machine: Clang and the emulator in worker threads, warm until disposed. */
export async function createGrader(settings: CacheSettings, options: GraderOptions = {}): Promise<Grader> {
  const compiler = new Compiler();
  // Clang loads while the specification and the cache are looked at.
  const started = compiler.version();
  started.catch(() => undefined);
  const pool = new RunPool(options.cases === undefined ? {} : { size: options.cases });
  const cache = new Cache(cacheOptions(settings));
  const { clang, engine: hash } = await started;
  const engine: Engine = {
    prepare: () => pool.start(),
    compile: (source, fileName, options) => compiler.compile(source, fileName, options),
    run: (request, signal) =>
      pool.run(request, {
        symbolize: (wasm, offsets, fileName) => compiler.symbolize(wasm, offsets, fileName),
        ...(signal && { signal }),
      }),
    readFile: (assignment, path) => readFileSync(join(assignment.folder, path)),
    cache,
    sha256: (...parts) => {
      const digest = createHash('sha256');
      for (const part of parts) digest.update(`${part.length}\0`).update(part);
      return digest.digest('hex');
    },
    versions: { engine: hash, clang, node: process.version },
    now: () => performance.now(),
  };
  return {
    async grade({ assignment, source, fileName, sha256, seed, seedIsPublic, onProgress, signal }) {
      const graded = await gradeSubmission({
        assignment,
        source,
        fileName,
        sha256,
        seed,
        seedIsPublic,
        engine,
        signal,
        onProgress: (event) => {
          const { done, total } = event.stage === 'run' ? event : { done: 0, total: 0 };
          onProgress({ activity: ACTIVITIES[event.stage], done, total });
        },
      });
      const input = await reportInput(assignment, source, graded);
      return {
        result: graded.result,
        text: (options) => renderText(input, options),
        files: (formats) => renderReports(input, formats),
      };
    },
    async dispose() {
      await Promise.all([compiler.dispose(), pool.dispose()]);
    },
  };
}
