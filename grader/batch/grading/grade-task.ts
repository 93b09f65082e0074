import { readFile, utimes } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { codeHash, type HeaderFile } from '../../compile/index.ts';
import { cudaIn, HandInError, isPython, type PythonProblem, type Shown } from '../../handin/index.ts';
import { type Engine, gradeAsEnded, gradeSubmission } from '../../pipeline/grade/index.ts';
import {
  decodeHeader,
  makeFolders,
  readSubmission,
  removeTemporaries,
  writeFileAtomic,
} from '../../platform/files/index.ts';
import { UsageError } from '../../platform/index.ts';
import { renderReports, reportInput } from '../../report/index.ts';
import { type Assignment, withoutPractice } from '../../spec/index.ts';
import { HEADERS, RESULT_FILE } from '../state/layout.ts';
import type { GradingTask, Summary } from './messages.ts';

/**
 * Grades one submission and writes its reports and, last, its result: where that is, all of it is.
 * @param hasEnded - it ends what grades it: its result says so, and nothing of it is tried
 * @throws InfrastructureError, or the system's error where it cannot be written
 */
export async function gradeTask(
  task: GradingTask,
  given: Assignment,
  engine: Engine,
  sanitize: boolean,
  hasEnded = false,
): Promise<Summary> {
  const assignment = withoutPractice(given);
  const { source: path, sha256, seed, key, into, staff, wantsCode } = task;
  const started = performance.now();
  const { source, headers, unreadable, untranslated, fileName, shown, note }: Sources =
    task.problem === undefined
      ? await sourceOf(path, task.headers ?? [], assignment)
      : { source: '', headers: [], unreadable: task.problem, fileName: basename(path), note: null };
  const graded = await (hasEnded ? gradeAsEnded : gradeSubmission)({
    assignment,
    source,
    ...(headers.length > 0 && { headers }),
    ...(shown && { shown }),
    ...(unreadable !== null && { unreadable }),
    ...(untranslated && { untranslated }),
    fileName,
    sha256,
    seed,
    seedIsPublic: staff === undefined,
    engine,
    sanitize: sanitize ? 'all' : 'ragged',
  });
  const { baselineLaunches, solution } = graded;
  if (staff !== undefined) {
    await writeView({ ...graded.whole, baselineLaunches, solution }, assignment, source, task, staff);
  }
  // Last, because whoever finds it takes the attempt for graded.
  await writeView(graded, assignment, source, task, into);
  const { verdict, responsible, score, maxScore } = graded.result;
  const durationMs = Math.round(performance.now() - started);
  const code = wantsCode ? codeHash(graded.evidence.compiled, engine.sha256) : null;
  return {
    key,
    verdict,
    responsible,
    score,
    maxScore,
    durationMs,
    ...(note !== null && { note }),
    ...(code !== null && { code }),
  };
}

/** Writes the reports of a view, and last its result. */
async function writeView(
  graded: Parameters<typeof reportInput>[2],
  assignment: Assignment,
  source: string,
  { key, reports, docsUrl, at }: GradingTask,
  folder: string,
): Promise<void> {
  makeFolders(folder);
  const time = new Date(at);
  await removeTemporaries(folder);
  if (reports.length > 0) {
    const input = await reportInput(assignment, source, graded);
    for (const { fileName, content } of renderReports(input, reports, { docsUrl: docsUrl ?? null, now: time })) {
      if (fileName !== RESULT_FILE) await writeFileAtomic(join(folder, fileName), content, time);
    }
  }
  const { environment, ...rest } = graded.result;
  const result = { ...rest, environment: { ...environment, key } };
  await writeFileAtomic(join(folder, RESULT_FILE), `${JSON.stringify(result, null, 2)}\n`, time);
  // Whoever copies the folder copies its time too.
  await utimes(folder, time, time);
}

/** A file that is no text is graded all the same: it compiles as little as one that is full of mistakes. */
async function sourceOf(path: string, names: readonly string[], { spec }: Assignment): Promise<Sources> {
  const fileName = basename(path);
  try {
    const file = await readSubmission(path);
    if (isPython(fileName)) return { ...(await cudaIn(file, spec)), unreadable: null };
    const { source } = file;
    const headers = await Promise.all(
      names.map(async (name) => {
        const bytes = await readFile(join(dirname(path), HEADERS, name));
        return { path: name, name, text: decodeHeader(bytes, name) };
      }),
    );
    return { source, headers, unreadable: null, fileName, note: null };
  } catch (error) {
    if (error instanceof HandInError && error.isUntranslated) {
      const { problems: untranslated } = error;
      return { source: '', headers: [], unreadable: null, untranslated, fileName, note: null };
    }
    if (!(error instanceof UsageError)) throw error;
    const message = `The file ${error.message.replaceAll(path, () => fileName)}`;
    return { source: '', headers: [], unreadable: [message, ...error.details].join('\n'), fileName, note: null };
  }
}

interface Sources {
  readonly source: string;
  readonly headers: readonly HeaderFile[];
  readonly unreadable: string | null;
  /** The parts of a program in Python that are not translated. */
  readonly untranslated?: readonly PythonProblem[];
  readonly shown?: Shown;
  /** The name in findings; of a notebook, with the cell. */
  readonly fileName: string;
  /** A sentence on a choice that was made; `null` if there was none. */
  readonly note: string | null;
}
