import { extentsIn } from './extents.ts';
import { inDeviceCode, LONG_KERNEL, outsideSandbox, unsupportedFeature } from './features.ts';
import { plainPath } from './headers.ts';
import { hintFor, IN_BACK_END, isOfTheTarget, plainWords } from './hints.ts';
import { HOST_ASSEMBLY } from './host-assembly.ts';
import { loopConditionsIn } from './loop-conditions.ts';
import { withPasted } from './pasted.ts';
import type { Diagnostic, Severity } from './program.ts';
import { entryMismatch } from './signature.ts';
import type { SourceFile } from './source-file.ts';
import { filesOf } from './sources.ts';
import { characterColumn } from './text-position.ts';
import { callsFile, WRAPPER_FILE } from './wrapper.ts';

type Side = 'host' | 'device';

interface Message {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly level: 'fatal error' | 'error' | 'warning' | 'note';
  readonly text: string;
  readonly flag: string | null;
  /** Where the submission included the file of this message. */
  readonly includedAt: { readonly file: string; readonly line: number } | null;
}

const LIMIT = 20;
/** Characters before a message's place that are looked at. */
const MOST_BEFORE = 200;
const COMMA_IN_EXTENTS = 'comma-in-extents';
const UNSIGNED_ZERO = 'tautological-unsigned-zero-compare';
const ON_A_PATH = 'uninitialized-on-a-path';
const FROM_HEADER = /^(?:unsupported feature|outside the sandbox): /;
const UNDECLARED = /^(?:use of undeclared identifier|unknown type name)/;
/** On every path, or only on one that the program may never take. */
const UNINITIALIZED = 'uninitialized';
const UNINITIALIZED_ON_A_PATH = 'sometimes-uninitialized';

/**
 * Reads what Clang printed. A message about one of our headers is moved to the line of the submission that led there.
 * @param log - with `-fno-caret-diagnostics`: one message a line
 */
export function parseDiagnostics(log: string, source: SourceFile, side: Side): Diagnostic[] {
  return withPasted(readDiagnostics(log, source, side), source.text, source.fileName);
}

function readDiagnostics(log: string, source: SourceFile, side: Side): Diagnostic[] {
  const files = new Map(
    filesOf(source).map(({ virtualName, name, text }) => [
      virtualName,
      { name, lines: text.split('\n'), tellsExtents: extentsIn(text), isLoopCondition: loopConditionsIn(text) },
    ]),
  );
  const calls = source.wrapper ? callsFile(source.virtualName) : null;
  const messages = readMessages(log, new Set(files.keys())).map((message) => {
    const lines = files.get(message.file)?.lines;
    return lines ? { ...message, column: characterColumn(lines, message.line, message.column) } : message;
  });
  const diagnostics: Diagnostic[] = [];
  let inWrapper = false;
  for (let i = 0; i < messages.length; i++) {
    const message = messages[i];
    if (!message || message.level === 'note') continue;
    const notes: Message[] = [];
    for (let next = messages[i + 1]; next?.level === 'note'; next = messages[i + 1 + notes.length]) notes.push(next);
    if (message.file === calls) {
      // What is called there is not as it was asked for.
      const mismatch = message.level === 'warning' ? null : entryMismatch(null, source);
      if (mismatch) diagnostics.push({ ...mismatch, side });
      continue;
    }
    const own = files.has(message.file) ? message : (notes.find((note) => files.has(note.file)) ?? null);
    const line = own?.line ?? message.includedAt?.line ?? 0;
    const file = files.get(own?.file ?? message.includedAt?.file ?? '');
    // What is left open in the submission ends in the wrapper.
    if (message.file === WRAPPER_FILE && own === null && (message.level === 'warning' || line === 0)) {
      inWrapper ||= message.level !== 'warning';
      continue;
    }
    const severity: Severity = message.level === 'warning' ? 'warning' : 'error';
    if (severity === 'warning' && isOfTheTarget(message.text, message.flag)) continue;
    if (side === 'device' && discardsError(message.flag, message.text)) continue;
    // It is meant where it stands: but not as a grid's or a block's extents.
    if (message.flag === 'comma' && !(own === message && file?.tellsExtents(message.line, message.column))) continue;
    // A condition that is true anyway does no harm, unless it is to end a loop.
    const isEndless = own === message && /always true$/.test(message.text);
    if (message.flag === UNSIGNED_ZERO && !(isEndless && file?.isLoopCondition(message.line, message.column))) continue;
    const at = (own?.column ?? 1) - 1;
    const before = own ? (file?.lines[own.line - 1] ?? '').slice(Math.max(0, at - MOST_BEFORE), at) : '';
    const text = outsideSandbox(message.text) ?? plainWords(message.text, before);
    if (text === null) continue;
    const { rule, detail: known } = classify({ ...message, text, line }, message.text, notes, severity, source);
    const told = {
      ...known,
      ...topicOf(text, known?.hint),
      ...(FILE_OF_THE_MACHINE.test(text) && { isFileOfTheMachine: true as const }),
      ...(IN_BACK_END.test(message.text) && { isInBackEnd: true as const }),
    };
    const detail = Object.keys(told).length > 0 && told;
    diagnostics.push({
      severity,
      message: text,
      file: file?.name ?? source.fileName,
      line,
      column: own?.column ?? (line > 0 ? includeColumn(file?.lines[line - 1] ?? '') : 0),
      ...(message.flag && { flag: message.flag }),
      side,
      rule,
      ...(detail && { detail }),
    });
  }
  if (!inWrapper) return diagnostics;
  // Then the calls are in the wrong place, and say nothing of what they call.
  const others = diagnostics.filter(({ rule }) => rule !== 'signature-mismatch');
  return others.some(({ severity }) => severity === 'error') ? others : [...others, unfinished(source, side)];
}

/** True if the message is about a discarded value of type `cudaError`, which nvcc accepts without a message. */
export function discardsError(flag: string | null | undefined, text: string): boolean {
  return flag === 'unused-value' && text.includes("value of type 'cudaError'");
}

/** Something before the end of the submission hides what follows it. */
function unfinished({ text, fileName }: SourceFile, side: Side): Diagnostic {
  const { length } = text.trimEnd().split('\n');
  const message = "expected '}'";
  const about = { file: fileName, line: length, column: 1, side, rule: 'compile-error' as const };
  return { severity: 'error', message, ...about, detail: { hint: 'missing-brace' } };
}

/** Where an #include names its header, as Clang counts for one that it does not find. */
function includeColumn(line: string): number {
  return 1 + (/^\s*#\s*include\s*(?=[<"])/.exec(line)?.[0].length ?? 0);
}

function readMessages(log: string, own: ReadonlySet<string>): Message[] {
  const messages: Message[] = [];
  let includedAt: Message['includedAt'] = null;
  for (const raw of log.split('\n')) {
    const line = raw.replace(/\r$/, '');
    const from = /^(?:In file included| +) from (.+?):(\d+)(?::\d+)?[:,]$/.exec(line);
    if (from) {
      const file = plainPath(from[1] ?? '');
      // Outermost first.
      if (own.has(file)) includedAt = { file, line: Number(from[2]) };
      continue;
    }
    const match =
      /^(?:(.+?):(\d+):(\d+): )?(fatal error|error|warning|note): (.*?)(?: \[-W([^\],]+)(?:,[^\]]*)?\])?$/.exec(line);
    if (!match?.[4]) continue;
    messages.push({
      file: plainPath(match[1] ?? ''),
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

/** Clang on a file that the machine may have, and a submission has not: nvcc's container has files of its own. */
const FILE_OF_THE_MACHINE = /^'(?:\/|(?:[^']*\/)?\.\.\/)[^']*' file not found/;

/** Clang says that no function matches and keeps the reason for a note; of a launch it speaks as of any expression. */
function topicOf(text: string, hint: string | undefined): Pick<NonNullable<Diagnostic['detail']>, 'topic'> {
  const called = /^call to global function '([^']+)' not configured/.exec(text)?.[1];
  if (called !== undefined) return { topic: { kind: 'called-kernel', name: called } };
  const name = /^no matching function for call to '([^']+)'/.exec(text)?.[1];
  if (name === undefined) return {};
  if (hint === 'host-function-from-kernel' || hint === 'synchronize-in-kernel')
    return { topic: { kind: 'host-only', name } };
  return hint === 'device-function-from-host' ? { topic: { kind: 'gpu-only', name } } : {};
}

function featureNamed(feature: string): Pick<Diagnostic, 'rule' | 'detail'> {
  return { rule: 'unsupported-feature', detail: { feature, hint: 'unsupported-feature' } };
}

/** True if the variable is used in a shuffle: lanes that have not set it receive the value of one that has. */
function isPassedToLanes(notes: readonly Message[], source: SourceFile): boolean {
  const use = notes.find(({ text }) => text.startsWith('uninitialized use occurs here'));
  return use !== undefined && /shfl/.test(source.text.split('\n')[use.line - 1] ?? '');
}

function classify(
  message: Message,
  original: string,
  notes: readonly Message[],
  severity: Severity,
  source: SourceFile,
): Pick<Diagnostic, 'rule' | 'detail'> {
  if (severity === 'warning') {
    if (message.flag === 'comma') return { rule: 'compile-warning', detail: { hint: COMMA_IN_EXTENTS } };
    if (message.flag === UNSIGNED_ZERO) return { rule: 'compile-warning', detail: { hint: 'unsigned-loop' } };
    // Our headers say so of what older courses call.
    if (message.flag === 'deprecated-declarations' && /CUDA 13/.test(message.text)) return { rule: 'compile-warning' };
    // gcc 12 warns too; in C++ it is an error.
    if (message.flag === 'implicit-function-declaration') return { rule: 'compile-warning' };
    if (message.flag === UNINITIALIZED_ON_A_PATH) {
      if (isPassedToLanes(notes, source)) return { rule: null };
      return { rule: 'uninitialized-read', detail: { hint: ON_A_PATH } };
    }
    return { rule: message.flag === UNINITIALIZED ? 'uninitialized-read' : null };
  }
  const outside = outsideSandbox(original);
  // A program of one's own asks for something that is not there.
  if (outside && source.prototype === null) return featureNamed(outside);
  if (outside) return { rule: 'policy-violation', detail: { feature: outside, hint: 'outside-sandbox' } };
  const unsupported = unsupportedFeature(message.text);
  if (unsupported) return featureNamed(unsupported);
  const hint = hintFor([message, ...notes].map(({ text }) => text).join('\n'));
  if (hint !== 'inline-assembly') return { rule: 'compile-error', ...(hint && { detail: { hint } }) };
  // An exercise forbids assembly; in a program of one's own it is a feature like others.
  if (source.prototype === null)
    return featureNamed(inDeviceCode(source.text, message.line) ? 'inline PTX' : HOST_ASSEMBLY);
  return { rule: 'policy-violation', detail: { hint } };
}

/** Beside these, nothing else of the line is told. */
const TOLD_ONCE: ReadonlySet<string> = new Set(['inline-assembly', 'reserved-name']);

/** Messages of both sides, each once, errors first, at most 20 of them. */
export function mergeDiagnostics(host: readonly Diagnostic[], device: readonly Diagnostic[]): Diagnostic[] {
  const merged = new Map<string, Diagnostic>();
  const both = withoutRefused([...host, ...device]).sort((a, b) => a.line - b.line);
  const told = both.filter(({ rule, detail }) => rule === 'signature-mismatch' || TOLD_ONCE.has(detail?.hint ?? ''));
  for (const diagnostic of both) {
    // What Clang says beyond that about the same declaration, or the same assembly, is the same mistake.
    const first = told.find(
      ({ file, line, side }) =>
        file === diagnostic.file &&
        line === diagnostic.line &&
        (side !== diagnostic.side || diagnostic.detail?.hint === 'inline-assembly'),
    );
    if (first && first !== diagnostic && diagnostic.message !== first.message) continue;
    const key = mistakeOf(diagnostic);
    const known = merged.get(key);
    merged.set(key, known && known.side !== diagnostic.side ? { ...known, side: 'both' } : (known ?? diagnostic));
  }
  const unsupported = new Set(both.filter(({ rule }) => rule === 'unsupported-feature').map(place));
  const all = withoutConsequences([...merged.values()], unsupported).sort(
    (a, b) => rank(a) - rank(b) || fileOrder(a, b) || a.line - b.line || a.column - b.column,
  );
  return all.slice(0, LIMIT);
}

/** Nobody lacks a kernel with so many parameters if nvcc refuses their bytes. */
function withoutRefused(all: readonly Diagnostic[]): Diagnostic[] {
  const isRefused = all.some(({ detail }) => detail?.hint === 'kernel-parameters');
  return all.filter(({ detail }) => !(isRefused && detail?.feature === LONG_KERNEL));
}

const place = ({ file, line }: Diagnostic) => `${file}:${line}`;

/**
 * A name that is not declared is one mistake, however often it is used; so is a kernel without `__global__`, and a
 * feature that the emulator does not have.
 */
function mistakeOf({ file, line, column, message, detail }: Diagnostic): string {
  if (detail?.hint === 'built-in-on-host') return detail.hint;
  if (detail?.hint === COMMA_IN_EXTENTS) return `${detail.hint}:${file}:${line}`;
  if (detail?.feature !== undefined) return `feature:${detail.feature}`;
  return message.startsWith('use of undeclared identifier') ? message : `${file}:${line}:${column}:${message}`;
}

/** Names of a library that is reported as a whole, at its header. */
const PART_OF_LIBRARY = /^a part of \w+ that is not there$/;

/**
 * A kernel that returns something is none for Clang, and that shows wherever it is used. A type that the emulator does
 * not have spoils the rest of its line and the names that it declares there, and a library that it does not have
 * everything after its header.
 * @param unsupported - places of such types
 */
function withoutConsequences(all: readonly Diagnostic[], unsupported: ReadonlySet<string>): Diagnostic[] {
  const consequences = new Set(['built-in-on-host', 'launch-of-plain-function']);
  const lost = all.some(({ detail }) => detail?.hint === 'kernel-returns-value');
  const features = all.filter(({ rule }) => rule === 'unsupported-feature');
  const outside = all.filter(({ detail }) => detail?.hint === 'outside-sandbox');
  const libraries = [...features.filter(({ message }) => FROM_HEADER.test(message)), ...outside];
  const isAfter = (all: readonly Diagnostic[], diagnostic: Diagnostic) =>
    all.some(({ file, line }) => file !== diagnostic.file || line < diagnostic.line);
  const follows = (diagnostic: Diagnostic) =>
    isAfter(libraries, diagnostic) || (UNDECLARED.test(diagnostic.message) && isAfter(features, diagnostic));
  return all.filter(
    (diagnostic) =>
      (!lost || !consequences.has(diagnostic.detail?.hint ?? '')) &&
      !(diagnostic.rule === 'compile-error' && (unsupported.has(place(diagnostic)) || follows(diagnostic))) &&
      !(PART_OF_LIBRARY.test(diagnostic.detail?.feature ?? '') && follows(diagnostic)),
  );
}

function fileOrder({ file: a }: Diagnostic, { file: b }: Diagnostic): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Warnings that no rule tells give way to those that one does. */
function rank({ severity, rule }: Diagnostic): number {
  return severity === 'error' ? 0 : severity === 'warning' && rule !== null ? 1 : 2;
}
