import type { ScalarFormat } from '../compile/index.ts';
import { inLockstep, threadSteps } from '../device/recording/index.ts';
import { wordExtents, wordNoSuchBlock, wordTraceNotShown, wordTraceShown, wordTraceStart } from '../explain/index.ts';
import { inPython } from '../numba/index.ts';
import { openEngine } from '../pipeline/engine/index.ts';
import { gradeSubmission } from '../pipeline/grade/index.ts';
import { type Recorded, traceProgram, traceSubmission } from '../pipeline/trace/index.ts';
import type { CacheSettings } from '../platform/cache/index.ts';
import { UsageError } from '../platform/index.ts';
import {
  linear,
  type Moment,
  renderKernelTrace,
  type SourceLines,
  shownFault,
  threadText,
  traceData,
} from '../report/kernel-trace/index.ts';
import type { Finding, GradeResult } from '../result/index.ts';
import { type AssignmentSpec, arrayParameters } from '../spec/index.ts';
import type { SubmissionTrace, Tracer, TraceView } from './grader.ts';

/** The same cases are drawn each time, and none of them is traced. */
const SEED = '1';

/** Records kernels on this machine's emulator. */
export async function createTracer(settings: CacheSettings): Promise<Tracer> {
  const { engine, dispose } = await openEngine(settings);
  return {
    async submission(request) {
      const { assignment, source, fileName, headers = [], signal } = request;
      const { spec } = assignment;
      const isChosen = request.caseName !== null || request.block !== null || request.thread !== null;
      const graded = isChosen
        ? null
        : await gradeSubmission({ ...request, seed: SEED, seedIsPublic: false, engine, untimed: true });
      const result = graded?.result ?? null;
      const finding = result && findingOf(result);
      const wrong = result && !finding ? wrongCase(result) : null;
      const traced = await traceSubmission({
        ...{ assignment, source, fileName, headers, engine, signal, seed: SEED },
        ...{ block: request.block, thread: request.thread, kernel: request.kernel },
        caseName: request.caseName ?? finding?.case ?? wrong?.name ?? null,
        finding: finding ?? null,
      });
      assertCompiled(traced.diagnostics, traced.recording !== null || traced.launches.length > 0);
      const sizes = Object.entries(traced.dims).map(([name, value]) => `${name} = ${value}`);
      const output = arrayParameters(spec.entry).find(({ role }) => role === 'output')?.name ?? '';
      const { recording } = traced;
      const shown = request.shown && recording ? { ...recording, tables: inPython(recording.tables) } : recording;
      return view({
        ...{ traced: { ...traced, recording: shown }, finding, thread: request.thread, block: request.block },
        title: spec.title,
        about: `Case ${[traced.caseName, ...sizes].join(', ')}`,
        sources: linesOf([
          { name: fileName, text: request.shown?.source ?? source },
          ...(request.shown?.headers ?? headers),
        ]),
        formats: formatsOf(spec),
        shapes: traced.shapes,
        element: wrong && { memory: output, element: flat(wrong.index, traced.shapes[output] ?? []) },
      });
    },
    async program(request) {
      const traced = await traceProgram({ ...request, finding: null, engine });
      assertCompiled(traced.diagnostics, traced.recording !== null || traced.launches.length > 0);
      return view({
        ...{ traced, finding: null, thread: request.thread, block: request.block },
        title: request.fileName,
        about: `Program ${[request.fileName, ...request.args].join(' ')}`,
        sources: linesOf([
          { name: request.fileName, text: request.source },
          ...(request.headers ?? []),
          ...(request.units ?? []),
        ]),
        formats: new Map(),
        shapes: {},
        element: null,
      });
    },
    dispose,
  };
}

function linesOf(files: readonly { readonly name: string; readonly text: string }[]): SourceLines {
  return new Map(files.map(({ name, text }) => [name, text.replace(/^\uFEFF/, '').split(/\r?\n/)]));
}

const FORMATS: Readonly<Record<string, ScalarFormat>> = {
  ...{ uint8: 'u8', int32: 'i32', uint32: 'u32', float32: 'f32', float64: 'f64' },
};

function formatsOf({ entry }: AssignmentSpec): ReadonlyMap<string, ScalarFormat> {
  return new Map(
    arrayParameters(entry).flatMap(({ name, type }) => {
      const format = FORMATS[type];
      return format ? [[name, format] as const] : [];
    }),
  );
}

/** Returns the finding to open at: the first one that a thread has. */
function findingOf({ checks }: GradeResult): Finding | null {
  const all = checks.flatMap(({ findings }) => findings);
  const placed = all.filter(({ line, block, thread, case: name, follows }) => {
    return line !== undefined && block && thread && name !== undefined && !follows;
  });
  return placed.find(({ severity }) => severity === 'error') ?? placed[0] ?? null;
}

function wrongCase({ cases }: GradeResult): { readonly name: string; readonly index: readonly number[] } | null {
  const wrong = cases.find(({ visible, firstMismatch }) => visible && firstMismatch !== null);
  return wrong?.firstMismatch ? { name: wrong.name, index: wrong.firstMismatch } : null;
}

function flat(index: readonly number[], extents: readonly number[]): number {
  return index.reduce((at, position, axis) => at * (extents[axis] ?? 1) + position, 0);
}

/** @throws UsageError if the source does not compile */
function assertCompiled(
  diagnostics: readonly {
    readonly severity: string;
    readonly message: string;
    readonly file: string;
    readonly line: number;
  }[],
  hasRun: boolean,
): void {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (hasRun || errors.length === 0) return;
  const details = errors.slice(0, 5).map(({ file, line, message }) => `${file}:${line}: ${message}`);
  throw new UsageError('The source does not compile, so there is nothing to trace.', { details });
}

interface ViewInput {
  readonly traced: Recorded;
  readonly finding: Finding | null;
  readonly block: SubmissionTrace['block'];
  readonly thread: SubmissionTrace['thread'];
  readonly title: string;
  readonly about: string;
  readonly sources: SourceLines;
  readonly formats: ReadonlyMap<string, ScalarFormat>;
  readonly shapes: Readonly<Record<string, readonly number[]>>;
  /** A wrong element: the recording opens where it is last written, if that is in it. */
  readonly element: { readonly memory: string; readonly element: number } | null;
}

function view({
  traced,
  finding,
  block,
  thread,
  title,
  about,
  sources,
  formats,
  shapes,
  element,
}: ViewInput): TraceView {
  const { recording, fault, launches } = traced;
  if (recording === null) {
    const launched = launches.map(({ kernel, grid }) => `${kernel} with ${wordExtents(grid)} blocks`);
    throw new UsageError(wordNoSuchBlock(`(${(block ?? [0, 0, 0]).join(', ')})`, [...new Set(launched)]));
  }
  const steps = inLockstep(threadSteps(recording));
  const shown = fault && shownFault(recording, steps, fault);
  const chosen = thread ?? finding?.thread ?? fault?.at.thread ?? null;
  const start: Moment = { step: 0, thread: chosen ? linear(chosen, recording.block) : 0 };
  const lineMoment = shown?.at ?? (element && writeOf(recording, steps, element)) ?? start;
  const opened: Moment = thread && !shown ? { ...lineMoment, thread: start.thread } : lineMoment;
  const data = traceData(recording, steps, { opened, formats, shapes });
  const line = finding?.line ?? fault?.at.position?.line ?? 0;
  const rule = finding?.rule ?? fault?.rule ?? '';
  const who = chosen && `(${chosen.join(', ')})`;
  const said =
    rule === ''
      ? null
      : {
          isShown: shown !== null,
          text: shown ? wordTraceShown(rule, who ?? '', line) : wordTraceNotShown(rule, who, line),
          accesses: shown ? [] : [finding?.message ?? [], (finding?.related ?? []).map((one) => one.message)].flat(),
        };
  const words = wordTraceStart({
    kernel: recording.kernel,
    block: `(${recording.at.join(', ')})`,
    blocks: recording.grid.reduce((product, extent) => product * extent, 1),
    threads: recording.block.reduce((product, extent) => product * extent, 1),
    about,
  });
  return {
    about: words,
    finding: said && [said.text, ...said.accesses],
    text: () => threadText(data, sources, opened.thread),
    page: () =>
      renderKernelTrace({
        ...{ title, about: words, kernel: recording.kernel, block: [...recording.block], data, sources, opened },
        other: shown?.other ?? null,
        finding: said,
      }),
  };
}

function writeOf(
  { memory }: NonNullable<Recorded['recording']>,
  steps: ReturnType<typeof inLockstep>,
  { memory: name, element }: { readonly memory: string; readonly element: number },
): Moment | null {
  let found: Moment | null = null;
  for (const [index, step] of steps.entries()) {
    if (step.kind !== 'line') continue;
    for (const [lane, { accesses }] of step.lanes)
      for (const access of accesses) {
        const size = access.bytes / Math.max(1, access.values.length);
        const first = access.offset / size;
        const isElement = element >= first && element < first + access.values.length;
        if (access.access !== 'read' && memory[access.memory]?.name === name && isElement)
          found = { step: index, thread: 32 * step.warp + lane };
      }
  }
  return found;
}
