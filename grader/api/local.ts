import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { cudaIn, isPython } from '../handin/index.ts';
import { openEngine } from '../pipeline/engine/index.ts';
import { gradeSubmission } from '../pipeline/grade/index.ts';
import { collectHeaders, PROGRAM_LIMITS, runProgram } from '../pipeline/run/index.ts';
import { decodeSubmission, MAX_SUBMISSION_BYTES, readSubmission, seedSource } from '../platform/files/index.ts';
import { UsageError } from '../platform/index.ts';
import { renderReports, renderText, reportInput } from '../report/index.ts';
import type { Assignment } from '../spec/index.ts';
import type { RunResult } from './results.ts';
import type { Graded, GradeOptions, Grader, MachineOptions, RunOptions, Source } from './types.ts';

interface Local extends Pick<Grader, 'skipped' | 'close'> {
  grade(assignment: Assignment, submission: Source, options: GradeOptions): Promise<Graded>;
  run(program: Source, options: RunOptions): Promise<RunResult>;
}

const UNNAMED = 'submission.cu';
const LINE = 80;

/** Opens this machine's engine for grades and runs. */
export async function openLocal({ cacheFolder, cases, log, ...machine }: MachineOptions): Promise<Local> {
  const { engine, skipped, dispose } = await openEngine(
    { dir: cacheFolder ?? null, maxMiB: null },
    {
      ...(cases !== undefined && { cases }),
      ...(log && { log }),
      machine: {
        target: machine.target ?? 'emulator',
        nvcc: machine.nvcc ?? (machine.target === undefined || machine.target === 'emulator' ? 'off' : 'auto'),
        sandbox: machine.sandbox ?? 'auto',
      },
    },
  );
  return {
    skipped,
    async grade(assignment, submission, { seed, secretFile, drawnFor, signal }) {
      if (drawnFor !== undefined && (seed !== undefined || secretFile === undefined)) {
        throw new UsageError('`drawnFor` needs `secretFile`, and no `seed`: hidden cases are drawn from the secret.');
      }
      const { sha256, ...handedIn } = await read(submission);
      const { source, fileName, headers, shown } = isPython(handedIn.fileName)
        ? await cudaIn(handedIn, assignment.spec)
        : { ...handedIn, headers: [], shown: undefined };
      const at = new Date(1000 * Math.floor(Date.now() / 1000));
      const graded = await gradeSubmission({
        assignment,
        source,
        fileName,
        ...(headers.length > 0 && { headers }),
        ...(shown && { shown }),
        sha256,
        seed: seedSource(seedOf(seed), secretFile ?? null)(assignment.spec.id, drawnFor),
        seedIsPublic: seed !== undefined || secretFile === undefined,
        sanitize: 'ragged',
        engine,
        ...(signal && { signal }),
      });
      signal?.throwIfAborted();
      const input = await reportInput(assignment, source, graded);
      const path = 'file' in submission ? submission.file : fileName;
      return {
        result: graded.result,
        text: (width = LINE) => renderText(input, { color: false, width }),
        reports: (...formats) =>
          renderReports(input, formats, { path, now: at }).map(({ fileName: name, content }) => ({ name, content })),
      };
    },
    async run(program, { args = [], include = [], folders = [], counters = false, timeoutSeconds, signal }) {
      if (machine.target === 'gpu') {
        throw new UsageError('`run` uses the emulator only. Open the grader with the target `emulator`.');
      }
      if ('source' in program && include.length > 0) {
        throw new UsageError('`include` needs the path of a file. Give `{ file }` in place of `{ source }`.');
      }
      const { source, fileName, sha256 } = await read(program);
      const path = 'file' in program ? program.file : fileName;
      const result = await runProgram({
        source,
        fileName: path,
        sha256,
        headers:
          'file' in program
            ? collectHeaders([{ file: program.file, text: source }], { searched: include }).headers
            : [],
        args,
        checks: null,
        files: { workingFolder: process.cwd(), folders: folders.map((folder) => resolve(folder)) },
        counters,
        limits: {
          ...PROGRAM_LIMITS,
          ...(timeoutSeconds !== undefined && { wallMs: timeoutSeconds * 1000 }),
        },
        engine,
        ...(signal && { signal }),
      });
      signal?.throwIfAborted();
      return result;
    },
    close: dispose,
  };
}

/** Reads a file, or takes a text as if it came from one. */
async function read(from: Source): Promise<{ source: string; fileName: string; sha256: string }> {
  if ('file' in from) return readSubmission(from.file);
  const bytes = Buffer.from(from.source, 'utf8');
  const fileName = from.fileName ?? UNNAMED;
  if (bytes.length > MAX_SUBMISSION_BYTES) {
    throw new UsageError(`${fileName} has ${bytes.length} bytes; the maximum is ${MAX_SUBMISSION_BYTES}.`);
  }
  return {
    source: decodeSubmission(bytes, fileName),
    fileName,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
}

function seedOf(seed: string | undefined): string | null {
  if (seed === undefined) return null;
  if (/^\d{1,19}$/.test(seed)) return BigInt(seed).toString();
  throw new UsageError(`The seed ${JSON.stringify(seed)} is not a whole number. Give e.g. "42".`);
}
