import type { Rule } from '../../result/index.ts';
import type { Dim3 } from '../device.ts';

/** The tools of compute-sanitizer. */
export const TOOLS = ['memcheck', 'racecheck', 'initcheck', 'synccheck'] as const;
export type Tool = (typeof TOOLS)[number];
/** Those that every grade on a GPU uses: what the other two find, the emulator finds as well. */
export const QUICK_TOOLS: readonly Tool[] = ['memcheck', 'racecheck'];

/** One problem that compute-sanitizer names, with the line that `-lineinfo` gave it. */
export interface SanitizerFinding {
  readonly tool: Tool;
  readonly rule: Rule;
  /** Its own words, first line. */
  readonly message: string;
  /** As written, without parameters. */
  readonly kernel: string | null;
  /** null where the code has no line. */
  readonly line: number | null;
  /** The other end of a race. */
  readonly otherLine: number | null;
  readonly block: Dim3 | null;
  readonly thread: Dim3 | null;
  readonly count: number;
}

const PREFIX = /^=========\s?/;
const PLACE = /\b(?:at|access at|and \w+ access at)\s+(?:0x[0-9a-f]+ in )?(.+?)\+0x[0-9a-f]+(?: in (\S+):(\d+))?/;
const WHO = /by thread \((\d+),(\d+),(\d+)\) in block \((\d+),(\d+),(\d+)\)/;
const HAZARDS = /\[(\d+) hazards?\]/;

/** What a message's first line says, and which of our rules that is. The first that fits counts. */
const RULES: readonly (readonly [RegExp, Rule])[] = [
  [/^Invalid __global__ (?:read|atomic)/, 'out-of-bounds-read'],
  [/^Invalid __global__ write/, 'out-of-bounds-write'],
  [/^Invalid __shared__ (?:read|write|atomic)/, 'shared-out-of-bounds'],
  [/^Invalid __local__ (?:read|write)/, 'local-out-of-bounds'],
  [/^Uninitialized __(?:global|shared)__ memory read/, 'uninitialized-read'],
  [/Race reported|^(?:Error|Warning): Potential|hazard/i, 'shared-race'],
  [/^Barrier error detected/, 'barrier-divergence'],
  [/^(?:Double free|Invalid .*free)/i, 'double-free'],
  [/^(?:Error|Warning):? ?.*misaligned|misaligned/i, 'misaligned-access'],
  [/stack overflow/i, 'stack-overflow'],
];

/**
 * Reads what one tool wrote.
 * @param fileName - of the source as nvcc saw it: places in other files have no line of the student's
 */
export function parseSanitizerLog(tool: Tool, log: string, fileName: string): SanitizerFinding[] {
  const found = new Map<string, SanitizerFinding>();
  for (const paragraph of paragraphs(log)) {
    const finding = parseParagraph(tool, paragraph, fileName);
    if (!finding) continue;
    const key = `${finding.rule}|${finding.kernel}|${finding.line}|${finding.otherLine}`;
    const known = found.get(key);
    found.set(key, known ? { ...known, count: known.count + finding.count } : finding);
  }
  return [...found.values()];
}

/** What memcheck says of host code, which has no line without debug information of the host. */
const OF_HOST: readonly (readonly [RegExp, Rule])[] = [
  [/^Program hit \w+ .*on CUDA API call to cudaLaunch/, 'launch-error'],
  [/^Leaked [\d,]+ bytes/, 'leak'],
];

/**
 * Reads what one tool wrote about a program with its host code.
 * @param fileName - as for {@link parseSanitizerLog}
 */
export function parseProgramLog(tool: Tool, log: string, fileName: string): SanitizerFinding[] {
  const place = { kernel: null, line: null, otherLine: null, block: null, thread: null };
  const ofHost = paragraphs(log).flatMap(([first = '']) => {
    const rule = OF_HOST.find(([pattern]) => pattern.test(first))?.[1];
    return rule ? [{ tool, rule, message: first, ...place, count: 1 }] : [];
  });
  return [...parseSanitizerLog(tool, log, fileName), ...ofHost];
}

/** A message begins at the margin; what belongs to it is indented. */
function paragraphs(log: string): string[][] {
  const all: string[][] = [];
  for (const line of log.split('\n')) {
    if (!PREFIX.test(line)) continue;
    const text = line.replace(PREFIX, '').trimEnd();
    if (text === '') continue;
    if (/^\s/.test(text)) all.at(-1)?.push(text.trim());
    else all.push([text]);
  }
  return all;
}

function parseParagraph(
  tool: Tool,
  [first = '', ...rest]: readonly string[],
  fileName: string,
): SanitizerFinding | null {
  const aligned = rest.some((line) => /misaligned/.test(line));
  const rule = aligned ? 'misaligned-access' : RULES.find(([pattern]) => pattern.test(first))?.[1];
  if (!rule) return null;
  const places = [first, ...rest].flatMap((line) => {
    const match = PLACE.exec(line);
    return match && !/backtrace|Host Frame|Device Frame/i.test(line) ? [match] : [];
  });
  const [place, other] = places;
  if (!place) return null;
  const who = rest.map((line) => WHO.exec(line)).find((match) => match !== null);
  const numbers = who?.slice(1).map(Number) ?? null;
  const hazards = [first, ...rest].map((line) => HAZARDS.exec(line)?.[1]).find((text) => text !== undefined);
  return {
    tool,
    rule,
    message: first,
    kernel: kernelName(place[1] ?? ''),
    line: lineIn(place, fileName),
    otherLine: other ? lineIn(other, fileName) : null,
    thread: numbers ? [numbers[0] ?? 0, numbers[1] ?? 0, numbers[2] ?? 0] : null,
    block: numbers ? [numbers[3] ?? 0, numbers[4] ?? 0, numbers[5] ?? 0] : null,
    count: hazards === undefined ? 1 : Number(hazards),
  };
}

function lineIn(place: RegExpExecArray, fileName: string): number | null {
  const [, , file = '', line] = place;
  return line !== undefined && file.split('/').at(-1) === fileName ? Number(line) : null;
}

/** `void tiled<(int)16>(const float *, float *)` is `tiled<16>`. */
function kernelName(text: string): string | null {
  const name = text
    .replace(/\(int\)/g, '')
    .replace(/\([^<>]*\)\s*$/, '')
    .trim()
    .split(/\s+/)
    .at(-1);
  return name ? name : null;
}
