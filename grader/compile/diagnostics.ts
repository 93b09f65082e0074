import { hintFor, isOfTheTarget, plainWords } from './hints.ts';
import type { Diagnostic, Severity } from './program.ts';
import { characterColumn, type SourceFile } from './sources.ts';

type Side = 'host' | 'device';

interface Message {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly level: 'fatal error' | 'error' | 'warning' | 'note';
  readonly text: string;
  readonly flag: string | null;
  /** Lines of the submission that included the file of this message. */
  readonly includedAt: number | null;
}

const LIMIT = 20;
const UNINITIALIZED = new Set(['uninitialized', 'sometimes-uninitialized', 'conditional-uninitialized']);

/**
 * Reads what Clang printed. A message about one of our headers is moved to the line of the submission that led there.
 * @param log - with `-fno-caret-diagnostics`: one message a line
 */
export function parseDiagnostics(log: string, source: SourceFile, side: Side): Diagnostic[] {
  const { virtualName, fileName } = source;
  const lines = source.text.split('\n');
  const messages = readMessages(log, virtualName).map((message) =>
    message.file === virtualName
      ? { ...message, column: characterColumn(lines, message.line, message.column) }
      : message,
  );
  const diagnostics: Diagnostic[] = [];
  for (let i = 0; i < messages.length; i++) {
    const message = messages[i];
    if (!message || message.level === 'note') continue;
    const notes: Message[] = [];
    for (let next = messages[i + 1]; next?.level === 'note'; next = messages[i + 1 + notes.length]) notes.push(next);
    const own = message.file === virtualName ? message : (notes.find((note) => note.file === virtualName) ?? null);
    const line = own?.line ?? message.includedAt ?? 0;
    const severity: Severity = message.level === 'warning' ? 'warning' : 'error';
    if (severity === 'warning' && isOfTheTarget(message.text, message.flag)) continue;
    const before = own ? (lines[own.line - 1] ?? '').slice(0, own.column - 1) : '';
    const text = plainWords(message.text, before);
    if (text === null) continue;
    const { rule, detail } = classify({ ...message, text }, notes, severity);
    diagnostics.push({
      severity,
      message: text,
      file: fileName,
      line,
      column: own?.column ?? (line > 0 ? 1 : 0),
      ...(message.flag && { flag: message.flag }),
      side,
      rule,
      ...(detail && { detail }),
    });
  }
  return diagnostics;
}

function readMessages(log: string, virtualName: string): Message[] {
  const messages: Message[] = [];
  let includedAt: number | null = null;
  for (const raw of log.split('\n')) {
    const line = raw.replace(/\r$/, '');
    const from = /^(?:In file included| +) from (.+?):(\d+)(?::\d+)?[:,]$/.exec(line);
    if (from) {
      if (plain(from[1] ?? '') === virtualName) includedAt = Number(from[2]);
      continue;
    }
    const match =
      /^(?:(.+?):(\d+):(\d+): )?(fatal error|error|warning|note): (.*?)(?: \[-W([^\],]+)(?:,[^\]]*)?\])?$/.exec(line);
    if (!match?.[4]) continue;
    messages.push({
      file: plain(match[1] ?? ''),
      line: Number(match[2] ?? 0),
      column: Number(match[3] ?? 0),
      level: match[4] as Message['level'],
      // The built-in variables as CUDA names their types.
      text: (match[5] ?? '').replace(/\b__emu_(\w+?)_t\b/g, '$1'),
      flag: match[6] ?? null,
      includedAt,
    });
    if (match[4] !== 'note') includedAt = null;
  }
  return messages;
}

function plain(path: string): string {
  return path.replace(/^\.\//, '');
}

function classify(
  message: Message,
  notes: readonly Message[],
  severity: Severity,
): Pick<Diagnostic, 'rule' | 'detail'> {
  if (severity === 'warning') {
    return { rule: message.flag && UNINITIALIZED.has(message.flag) ? 'uninitialized-read' : null };
  }
  const unsupported =
    /unsupported feature: (.*?)(?:$|')/.exec(message.text)?.[1] ??
    unsupportedHeader(message.text) ??
    unsupportedName(message.text);
  if (unsupported)
    return { rule: 'unsupported-feature', detail: { feature: unsupported, hint: 'unsupported-feature' } };
  const hint = hintFor([message, ...notes].map(({ text }) => text).join('\n'));
  const rule = hint === 'inline-assembly' ? 'policy-violation' : 'compile-error';
  return { rule, ...(hint && { detail: { hint } }) };
}

/** Headers that CUDA has and the emulator does not, by what they are part of. */
const FEATURES: readonly (readonly [RegExp, string])[] = [
  [/^(?:cublas|cublasLt|cublas_v2|cublasXt)/, 'cuBLAS'],
  [/^curand/, 'cuRAND'],
  [/^cufft/, 'cuFFT'],
  [/^cusparse/, 'cuSPARSE'],
  [/^cusolver/, 'cuSOLVER'],
  [/^cudnn/, 'cuDNN'],
  [/^nccl/, 'NCCL'],
  [/^thrust\//, 'Thrust'],
  [/^cub\//, 'CUB'],
  [/^cuda\//, 'libcu++'],
  [/^cooperative_groups/, 'cooperative groups'],
  [/^mma\.h/, 'wmma'],
  [/^(?:texture|surface|cuda_texture|texture_fetch)/, 'textures'],
  [/^wb\.h/, 'libwb'],
  [/^(?:torch|c10|ATen)\//, 'PyTorch'],
  [/^(?:helper_cuda|helper_functions|helper_string|helper_timer)\.h/, 'the helpers of the CUDA samples'],
];

function unsupportedHeader(text: string): string | null {
  const header = /^'([^']+)' file not found/.exec(text)?.[1];
  if (!header) return null;
  return FEATURES.find(([pattern]) => pattern.test(header))?.[1] ?? null;
}

/** What CUDA has without a header of its own. */
function unsupportedName(text: string): string | null {
  if (/kernel launch from __device__/.test(text)) return 'launches of kernels by kernels';
  const name = /(?:unknown type name|undeclared identifier|no template named) '(\w+)'/.exec(text)?.[1] ?? '';
  return NAMES.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

/** Names of the CUDA runtime that the emulator does not have, by what they are part of. */
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/^(?:cuda(?:Texture|Surface)Object_t|texture|surface|tex[123]D\w*|surf[123]D\w*)$/, 'textures'],
  [/^cuda(?:Graph\w*|StreamCapture\w*|Stream(?:Begin|End|Is|Get)Captur\w*)$/, 'CUDA graphs'],
  [
    /^cuda(?:AccessP\w+|StreamAttr\w*|StreamSetAttribute|LimitPersistingL2CacheSize|CtxResetPersistingL2Cache)$/,
    'a persisting L2 cache',
  ],
];

/** Messages of both sides, each once, errors first, at most 20 of them. */
export function mergeDiagnostics(host: readonly Diagnostic[], device: readonly Diagnostic[]): Diagnostic[] {
  const merged = new Map<string, Diagnostic>();
  const told = [...host, ...device].filter(
    ({ rule, detail }) => rule === 'signature-mismatch' || detail?.hint === 'inline-assembly',
  );
  for (const diagnostic of [...host, ...device]) {
    // What Clang says beyond that about the same declaration, or the same assembly, is the same mistake.
    const first = told.find(
      ({ line, side }) =>
        line === diagnostic.line && (side !== diagnostic.side || diagnostic.detail?.hint === 'inline-assembly'),
    );
    if (first && first !== diagnostic && diagnostic.message !== first.message) continue;
    const key = mistakeOf(diagnostic);
    const known = merged.get(key);
    merged.set(key, known && known.side !== diagnostic.side ? { ...known, side: 'both' } : (known ?? diagnostic));
  }
  const all = withoutConsequences([...merged.values()]).sort(
    (a, b) => rank(a) - rank(b) || a.line - b.line || a.column - b.column,
  );
  return all.slice(0, LIMIT);
}

/** A name that is not declared is one mistake, however often it is used; so is a kernel without `__global__`. */
function mistakeOf({ line, column, message, detail }: Diagnostic): string {
  if (detail?.hint === 'built-in-on-host') return detail.hint;
  return message.startsWith('use of undeclared identifier') ? message : `${line}:${column}:${message}`;
}

/**
 * A kernel that returns something is none for Clang, and that shows wherever it is used. A type that the emulator does
 * not have spoils the rest of its line.
 */
function withoutConsequences(all: readonly Diagnostic[]): Diagnostic[] {
  const consequences = new Set(['built-in-on-host', 'launch-of-plain-function']);
  const lost = all.some(({ detail }) => detail?.hint === 'kernel-returns-value');
  const unsupported = new Set(all.filter(({ rule }) => rule === 'unsupported-feature').map(({ line }) => line));
  return all.filter(
    ({ detail, rule, line }) =>
      (!lost || !consequences.has(detail?.hint ?? '')) && !(rule === 'compile-error' && unsupported.has(line)),
  );
}

function rank(diagnostic: Diagnostic): number {
  return diagnostic.severity === 'error' ? 0 : diagnostic.severity === 'warning' ? 1 : 2;
}
