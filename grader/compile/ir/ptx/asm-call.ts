import { endOfType, endOfValue } from '../types.ts';

/** A call of inline assembly in LLVM IR. */
export interface AsmCall {
  readonly indent: string;
  /** `%5`, or null where nothing is answered. */
  readonly result: string | null;
  /** `i32`, `{ i32, float }`, `void`. */
  readonly type: string;
  /** As written in the source: lines, `%` and all. What stands for operand 3 is `$[3]`. */
  readonly template: string;
  /** Outputs, then inputs. */
  readonly operands: readonly AsmOperand[];
  /** What the call is given, as IR. */
  readonly given: readonly string[];
  /** `, !dbg !12`, or nothing. */
  readonly dbg: string;
}

export interface AsmOperand {
  /** nvcc's letter: h, r, l, f, d, n, or the number of the output whose register it is. */
  readonly letter: string;
  readonly isOutput: boolean;
  /** IR type on the wasm32 side. */
  readonly type: string;
  /** Inputs: the IR value. */
  readonly value: string;
}

const CALL =
  /^(\s+)(?:(%\S+) = )?(?:(?:tail|musttail|notail) )?call (?:(?:fast|nnan|ninf|nsz|arcp|contract|afn|reassoc) )*/;
const ASM = /^ asm (?:sideeffect |alignstack |inteldialect |unwind )*"((?:[^"\\]|\\.)*)", "([^"]*)"\(/;

/** Does a line of IR call inline assembly? */
export function isAsmCall(line: string): boolean {
  return /^\s.*\bcall\b.*\basm (?:sideeffect |alignstack |inteldialect |unwind )*"/.test(line);
}

/** @returns null for a line that calls no assembly */
export function parseAsmCall(line: string): AsmCall | null {
  const call = CALL.exec(line);
  if (!call) return null;
  const typeEnd = endOfType(line, call[0].length);
  const asm = ASM.exec(line.slice(typeEnd));
  if (!asm) return null;
  const type = line.slice(call[0].length, typeEnd);
  const given: { type: string; value: string; text: string }[] = [];
  let at = typeEnd + asm[0].length;
  while (line[at] !== ')') {
    const end = endOfType(line, at);
    const attributes =
      /^(?: (?:noundef|nonnull|signext|zeroext|align \d+|dereferenceable\(\d+\)|elementtype\([^)]*\)))*/.exec(
        line.slice(end),
      );
    const from = end + (attributes?.[0].length ?? 0) + 1;
    const to = endOfValue(line, from);
    given.push({ type: line.slice(at, end), value: line.slice(from, to), text: line.slice(at, to) });
    at = line.startsWith(', ', to) ? to + 2 : to;
  }
  const letters = (asm[2] ?? '').split(',').filter((text) => text !== '' && !text.startsWith('~'));
  const outputTypes = partsOf(type);
  let [outputs, inputs] = [0, 0];
  const operands = letters.map((text): AsmOperand => {
    const isOutput = text.startsWith('=');
    const input = isOutput ? undefined : given[inputs++];
    const type = isOutput ? (outputTypes[outputs++] ?? '') : (input?.type ?? '');
    return { letter: text.replace(/^=?&?\*?/, ''), isOutput, type, value: input?.value ?? '' };
  });
  return {
    indent: call[1] ?? '',
    result: call[2] ?? null,
    type,
    template: plainTemplate(asm[1] ?? ''),
    operands,
    given: given.map(({ text }) => text),
    dbg: /, !dbg !\d+/.exec(line)?.[0] ?? '',
  };
}

/** Types of what a call answers. */
export function partsOf(type: string): string[] {
  if (type === 'void') return [];
  return type.startsWith('{')
    ? type
        .slice(1, -1)
        .split(',')
        .map((part) => part.trim())
    : [type];
}

/** LLVM's way of writing a template back to the source's. */
function plainTemplate(text: string): string {
  const bytes: number[] = [];
  for (let i = 0; i < text.length; i++) {
    const code = text[i] === '\\' ? /^[0-9A-Fa-f]{2}/.exec(text.slice(i + 1))?.[0] : undefined;
    if (code) {
      bytes.push(Number.parseInt(code, 16));
      i += 2;
    } else bytes.push(text.charCodeAt(i));
  }
  const template = new TextDecoder().decode(Uint8Array.from(bytes));
  return template.replace(
    /\$(?:(\$)|([(|)])|(\d+)|\{(\d+)(?::\w+)?\}|\{:uid\})/g,
    (_, dollar, brace, plain, braced) => {
      if (dollar) return '$';
      if (brace) return brace === '(' ? '{' : brace === ')' ? '}' : '|';
      return plain || braced ? `$[${plain ?? braced}]` : '0';
    },
  );
}
