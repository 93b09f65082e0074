import { UsageError } from '../platform/index.ts';
import { shellWords } from './nvcc-options.ts';

/** A rule of a makefile, with variables in place. */
interface Rule {
  readonly target: string;
  readonly prerequisites: readonly string[];
  readonly recipe: readonly string[];
  readonly line: number;
}

/** The part of the machine that the reader needs. */
export interface MakeFiles {
  /** Paths that match `*.cu` and the like, from the makefile's folder. */
  glob(pattern: string): readonly string[];
  exists(path: string): boolean;
}

/** A compiler's command of a makefile or of compile_commands.json. */
export interface BuildCommand {
  readonly line: number;
  /** Words after the compiler's name. */
  readonly words: readonly string[];
}

/** Compilers of CUDA and of C++ that a makefile can name. */
const COMPILER = /^(?:.*\/)?(?:nvcc|g\+\+|gcc|clang\+\+|clang|c\+\+|cc)(?:-\d+)?$/;
/** Programs that start another one. */
const LAUNCHER = /^(?:ccache|time|env)$/;
const CONDITIONAL = /^(?:ifeq|ifneq|ifdef|ifndef|else|endif)\b/;
/** Variables in variables. */
const MOST_DEPTH = 100;

/**
 * Finds the compiler's commands that make a target. The text is read, and nothing is executed.
 * @param target - `null` for the first target
 * @param name - of the file, for messages
 * @throws UsageError with the line of what it does not understand, such as `$(shell …)`
 */
export function makeCommands(text: string, target: string | null, name: string, files: MakeFiles): BuildCommand[] {
  const makefile = new Makefile(name, files);
  makefile.read(text);
  return makefile.commandsOf(target);
}

class Makefile {
  readonly #name: string;
  readonly #files: MakeFiles;
  readonly #variables = new Map<string, { readonly value: string; readonly line: number }>([
    ['CC', { value: 'cc', line: 0 }],
    ['CXX', { value: 'c++', line: 0 }],
    ['NVCC', { value: 'nvcc', line: 0 }],
    ['RM', { value: 'rm -f', line: 0 }],
  ]);
  readonly #rules: Rule[] = [];
  #depth = 0;

  constructor(name: string, files: MakeFiles) {
    this.#name = name;
    this.#files = files;
  }

  read(text: string): void {
    let targets: { names: string[]; prerequisites: string[]; recipe: string[]; line: number } | null = null;
    const finish = () => {
      for (const one of targets?.names ?? []) if (targets) this.#rules.push({ target: one, ...targets });
      targets = null;
    };
    for (const { line, text: written } of logicalLines(text)) {
      if (written.startsWith('\t')) {
        targets?.recipe.push(`${line}:${written.trim()}`);
        continue;
      }
      const plain = written.replace(/(^|[^\\])#.*$/, '$1').trim();
      if (plain === '') continue;
      if (CONDITIONAL.test(plain)) this.#refuse(line, `the condition ${JSON.stringify(plain)}`);
      if (/^-?include\b/.test(plain)) this.#refuse(line, 'an included makefile');
      const [, variable, operator, value = ''] =
        /^(?:export\s+|override\s+)?([\w.-]+)\s*(\+=|:{1,3}=|\?=|=)\s*(.*)$/.exec(plain) ?? [];
      if (variable !== undefined) {
        finish();
        this.#assign(variable, operator ?? '=', value, line);
        continue;
      }
      const [, left, right = '', inline] = /^([^:=]+)::?(?!=)([^;]*)(?:;(.*))?$/.exec(plain) ?? [];
      if (left === undefined) continue;
      finish();
      const prerequisites = this.#expand(right, line).replace(/\|/g, ' ');
      targets = { names: words(this.#expand(left, line)), prerequisites: words(prerequisites), recipe: [], line };
      if (inline) targets.recipe.push(`${line}:${inline.trim()}`);
    }
    finish();
  }

  commandsOf(target: string | null): BuildCommand[] {
    const first = this.#rules.find(({ target: one }) => !one.startsWith('.') && !one.includes('%'));
    const wanted = target ?? first?.target;
    if (wanted === undefined) throw new UsageError(`${this.#name} has no target.`);
    if (target !== null && !this.#rules.some((rule) => rule.target === target))
      throw new UsageError(`${this.#name} has no target ${JSON.stringify(target)}.`);
    const commands: BuildCommand[] = [];
    this.#make(wanted, commands, new Set());
    return commands;
  }

  #make(target: string, commands: BuildCommand[], done: Set<string>): void {
    if (done.has(target)) return;
    done.add(target);
    const own = this.#rules.filter((rule) => rule.target === target);
    const matched = own.some(({ recipe }) => recipe.length > 0) ? null : this.#pattern(target);
    const prerequisites = [...own.flatMap((rule) => rule.prerequisites), ...(matched?.prerequisites ?? [])];
    for (const prerequisite of prerequisites) this.#make(prerequisite, commands, done);
    for (const rule of [...own, ...(matched ? [matched] : [])]) {
      for (const written of rule.recipe) {
        const [, line = '0', recipe = ''] = /^(\d+):(.*)$/.exec(written) ?? [];
        const automatic = {
          '@': target,
          '<': prerequisites[0] ?? '',
          '^': prerequisites.join(' '),
          '*': matched?.stem ?? '',
        };
        const command = this.#expand(recipe.replace(/^[@+-]+/, ''), Number(line), automatic);
        commands.push(...commandsIn(command, Number(line)));
      }
    }
  }

  /** Returns the rule of a pattern (`%.o: %.cu`) whose first prerequisite exists, with the stem in place. */
  #pattern(target: string): { prerequisites: string[]; recipe: readonly string[]; stem: string } | null {
    for (const rule of this.#rules) {
      const [before, after] = rule.target.split('%');
      if (before === undefined || after === undefined) continue;
      if (!target.startsWith(before) || !target.endsWith(after)) continue;
      const stem = target.slice(before.length, target.length - after.length);
      const prerequisites = rule.prerequisites.map((one) => one.replace('%', stem));
      if (rule.recipe.length > 0 && prerequisites.every((one) => this.#files.exists(one) || this.#isTarget(one)))
        return { prerequisites, recipe: rule.recipe, stem };
    }
    return null;
  }

  #isTarget(name: string): boolean {
    return this.#rules.some(({ target }) => target === name);
  }

  #assign(variable: string, operator: string, value: string, line: number): void {
    const known = this.#variables.get(variable);
    if (operator === '?=' && known && known.line > 0) return;
    if (operator === '+=' && known) {
      this.#variables.set(variable, { value: `${known.value} ${value}`, line });
      return;
    }
    const now = operator.startsWith(':') ? this.#expand(value, line).replaceAll('$', '$$$$') : value;
    this.#variables.set(variable, { value: now, line });
  }

  #expand(text: string, line: number, automatic: Readonly<Record<string, string>> = {}): string {
    this.#depth += 1;
    if (this.#depth > MOST_DEPTH) this.#refuse(line, 'a variable that contains itself');
    let result = '';
    for (let at = 0; at < text.length; at++) {
      const character = text.charAt(at);
      const next = text.charAt(at + 1);
      if (character !== '$') {
        result += character;
        continue;
      }
      at += 1;
      if (next === '$') result += '$';
      else if (next === '(' || next === '{') {
        const end = closing(text, at);
        if (end < 0) this.#refuse(line, 'a variable without a closing parenthesis');
        result += this.#value(text.slice(at + 1, end), line, automatic);
        at = end;
      } else if (next in automatic) result += automatic[next] ?? '';
      else result += this.#value(next, line, automatic);
    }
    this.#depth -= 1;
    return result;
  }

  #value(inside: string, line: number, automatic: Readonly<Record<string, string>>): string {
    const [, called, rest = ''] = /^([a-z-]+)\s+(.*)$/s.exec(inside) ?? [];
    if (called !== undefined) return this.#call(called, rest, line, automatic);
    const [, substituted, from = '', to = ''] = /^([\w.-]+):([^=]*)=(.*)$/.exec(inside) ?? [];
    if (substituted !== undefined) {
      const pattern = from.includes('%') ? from : `%${from}`;
      return replaced(this.#value(substituted, line, automatic), pattern, to.includes('%') ? to : `%${to}`);
    }
    const name = this.#expand(inside, line, automatic);
    if (/^[@<^*][DF]?$/.test(name)) return partOf(automatic[name.charAt(0)] ?? '', name.charAt(1));
    return this.#expand(this.#variables.get(name)?.value ?? '', line, automatic);
  }

  #call(called: string, rest: string, line: number, automatic: Readonly<Record<string, string>>): string {
    const parts = splitArguments(rest).map((part) => this.#expand(part, line, automatic).trim());
    const [first = '', second = '', third = ''] = parts;
    switch (called) {
      case 'wildcard':
        return words(first)
          .flatMap((pattern) => this.#files.glob(pattern))
          .join(' ');
      case 'patsubst':
        return replaced(third, first, second);
      case 'subst':
        return third.replaceAll(first, second);
      case 'addprefix':
        return words(second)
          .map((word) => first + word)
          .join(' ');
      case 'addsuffix':
        return words(second)
          .map((word) => word + first)
          .join(' ');
      case 'notdir':
        return words(first)
          .map((word) => partOf(word, 'F'))
          .join(' ');
      case 'dir':
        return words(first)
          .map((word) => `${partOf(word, 'D')}/`)
          .join(' ');
      case 'basename':
        return words(first)
          .map((word) => word.replace(/\.[^./]*$/, ''))
          .join(' ');
      case 'strip':
        return words(first).join(' ');
      case 'sort':
        return [...new Set(words(first))].sort().join(' ');
      case 'filter':
      case 'filter-out':
        return words(second)
          .filter((word) => words(first).some((pattern) => matches(word, pattern)) === (called === 'filter'))
          .join(' ');
      default:
        return this.#refuse(
          line,
          called === 'shell' ? '$(shell …), which starts a program' : `the function $(${called} …)`,
        );
    }
  }

  #refuse(line: number, what: string): never {
    throw new UsageError(
      `${this.#name}:${line}: grade run reads makefiles and never executes them. It does not understand ${what}. Give the options and sources yourself.`,
    );
  }
}

/** Joins lines that end in a backslash. */
function logicalLines(text: string): { readonly line: number; readonly text: string }[] {
  const lines: { line: number; text: string }[] = [];
  let continued = false;
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const goesOn = raw.endsWith('\\');
    const part = goesOn ? raw.slice(0, -1) : raw;
    const last = lines.at(-1);
    if (continued && last) last.text += ` ${part.trim()}`;
    else lines.push({ line: index + 1, text: part });
    continued = goesOn;
  }
  return lines;
}

/** Finds the commands of compilers in a line of shell. */
export function commandsIn(command: string, line: number): BuildCommand[] {
  return command.split(/&&|\|\||;/).flatMap((part) => {
    const all = shellWords(part.trim());
    const from = all.findIndex((word) => !LAUNCHER.test(word) && !/^\w+=/.test(word));
    const compiler = all[from];
    return compiler !== undefined && COMPILER.test(compiler) ? [{ line, words: all.slice(from + 1) }] : [];
  });
}

function closing(text: string, from: number): number {
  const [open, close] = text.charAt(from) === '(' ? ['(', ')'] : ['{', '}'];
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (text.charAt(at) === open) depth += 1;
    else if (text.charAt(at) === close) depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

/** Splits the arguments of a function at its own commas. */
function splitArguments(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const character of text) {
    if (character === '(' || character === '{') depth += 1;
    else if (character === ')' || character === '}') depth -= 1;
    if (character === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts;
}

function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

function stemOf(word: string, pattern: string): string | null {
  const at = pattern.indexOf('%');
  if (at < 0) return word === pattern ? '' : null;
  const [before, after] = [pattern.slice(0, at), pattern.slice(at + 1)];
  const fits = word.length >= before.length + after.length && word.startsWith(before) && word.endsWith(after);
  return fits ? word.slice(before.length, word.length - after.length) : null;
}

function matches(word: string, pattern: string): boolean {
  return stemOf(word, pattern) !== null;
}

function replaced(text: string, from: string, to: string): string {
  return words(text)
    .map((word) => {
      const stem = stemOf(word, from);
      return stem === null ? word : to.replace('%', stem);
    })
    .join(' ');
}

/** Returns a path, its folder (`D`) or its file name (`F`). */
function partOf(path: string, part: string): string {
  const at = path.lastIndexOf('/');
  if (part === 'D') return at < 0 ? '.' : path.slice(0, at);
  return part === 'F' ? path.slice(at + 1) : path;
}
