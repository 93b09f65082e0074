import { type Document, isAlias, isMap, isPair, isScalar, type LineCounter, type Node } from 'yaml';

/** One mistake in a file that people write. */
export interface Problem {
  /** 1-based. */
  readonly line: number;
  readonly column: number;
  readonly problem: string;
  readonly expected?: string;
  readonly example?: string;
  readonly found?: string;
}

/** `file:line:column: problem; expected ..., e.g. ...; found ...` */
export function formatProblem(file: string, problem: Problem): string {
  return `${file}:${problem.line}:${problem.column}: ${wordProblem(problem)}`;
}

/** `problem; expected ..., e.g. ...; found ...` */
export function wordProblem({ problem, expected, example, found }: Omit<Problem, 'line' | 'column'>): string {
  const parts = [problem];
  if (expected !== undefined) parts.push(`expected ${expected}${example === undefined ? '' : `, e.g. ${example}`}`);
  else if (example !== undefined) parts.push(`e.g. ${example}`);
  if (found !== undefined) parts.push(`found ${found}`);
  return parts.join('; ');
}

export type Path = readonly (string | number)[];

/** Where a path of the parsed data stands in the YAML text. */
export class Locator {
  readonly #document: Document;
  readonly #lines: LineCounter;

  constructor(document: Document, lines: LineCounter) {
    this.#document = document;
    this.#lines = lines;
  }

  /** The value at `path`, or the nearest one around it where it is missing. */
  value(path: Path): { line: number; column: number } {
    let node = this.#resolve(this.#document.contents);
    for (const step of path) {
      const next = this.#child(node, step);
      if (next === null) break;
      node = next;
    }
    return this.#position(node);
  }

  /** The key at the end of `path`. */
  key(path: Path): { line: number; column: number } {
    const parent = this.#node(path.slice(0, -1));
    const name = path.at(-1);
    if (isMap(parent)) {
      const pair = parent.items.find((item) => isPair(item) && isScalar(item.key) && String(item.key.value) === name);
      if (pair !== undefined && isScalar(pair.key)) return this.#position(pair.key);
    }
    return this.value(path);
  }

  offset(offset: number): { line: number; column: number } {
    const { line, col } = this.#lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  }

  #node(path: Path): Node | null {
    let node = this.#resolve(this.#document.contents);
    for (const step of path) node = this.#child(node, step);
    return node;
  }

  #child(node: Node | null, step: string | number): Node | null {
    if (node === null || !('get' in node) || typeof node.get !== 'function') return null;
    const child: unknown = node.get(step, true);
    return this.#resolve((child ?? null) as Node | null);
  }

  #resolve(node: Node | null): Node | null {
    return isAlias(node) ? (node.resolve(this.#document) ?? null) : node;
  }

  #position(node: Node | null): { line: number; column: number } {
    return this.offset(node?.range?.[0] ?? 0);
  }
}

/** A value as it would stand in a YAML file, in one line of at most 80 characters. */
export function inline(value: unknown): string {
  const text = flow(value);
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}

function flow(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([key, item]) => `${key}: ${flow(item)}`);
    return `{${entries.join(', ')}}`;
  }
  if (typeof value === 'string')
    return /^[\w./-]+(?:\*\w+)*(?: [\w./-]+)*$/.test(value) ? value : JSON.stringify(value);
  return String(value);
}
