import { UsageError } from '../platform/index.ts';
import { shellWords } from './nvcc-options.ts';

/** A rule of a makefile for one target, with variables in place. */
interface Rule {
  readonly target: string;
  readonly prerequisites: readonly string[];
  /** Prerequisites that automatic variables do not name (`| folder`). */
  readonly orderOnly: readonly string[];
  readonly recipe: readonly string[];
  /** The text that `%` stands for; empty in a rule without a pattern. */
  readonly stem: string;
  /** A variable that has another value for this target and what it needs. */
  readonly assignment?: Assignment;
  readonly line: number;
}

interface Assignment {
  readonly variable: string;
  readonly operator: string;
  readonly value: string;
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
const ASSIGNMENT = /^(?:export\s+|override\s+)?([\w.-]+)\s*(\+=|:{1,3}=|\?=|=)\s*(.*)$/;
/** Suffixes of the rules that make has by itself; `.SUFFIXES` adds others. */
const SUFFIXES = ['.o', '.c', '.cc', '.C', '.cpp'];
/** Make's own rules for host code and for programs of one object, after those of the makefile. */
const OWN_RULES = [
  '%.o: %.c\n\t$(CC) $(CFLAGS) $(CPPFLAGS) -c -o $@ $<',
  ...['cc', 'cpp', 'C'].map((suffix) => `%.o: %.${suffix}\n\t$(CXX) $(CXXFLAGS) $(CPPFLAGS) -c -o $@ $<`),
  '%: %.o\n\t$(CC) $(LDFLAGS) $^ $(LOADLIBES) $(LDLIBS) -o $@',
  '%: %.c\n\t$(CC) $(CFLAGS) $(CPPFLAGS) $(LDFLAGS) $^ $(LOADLIBES) $(LDLIBS) -o $@',
  ...['cc', 'cpp', 'C'].map(
    (suffix) => `%: %.${suffix}\n\t$(CXX) $(CXXFLAGS) $(CPPFLAGS) $(LDFLAGS) $^ $(LOADLIBES) $(LDLIBS) -o $@`,
  ),
].join('\n');
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
  makefile.addPatterns();
  return makefile.commandsOf(target);
}

class Makefile {
  readonly #name: string;
  readonly #files: MakeFiles;
  #variables = new Map<string, { readonly value: string; readonly line: number }>([
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
    let rules: readonly Rule[] = [];
    let recipe: string[] = [];
    for (const { line, text: written } of logicalLines(text)) {
      if (written.startsWith('\t')) {
        recipe.push(`${line}:${written.trim()}`);
        continue;
      }
      const plain = written.replace(/(^|[^\\])#.*$/, '$1').trim();
      if (plain === '') continue;
      if (CONDITIONAL.test(plain)) this.#refuse(line, `the condition ${JSON.stringify(plain)}`);
      if (/^-?include\b/.test(plain)) this.#refuse(line, 'an included makefile');
      const assignment = assignmentIn(plain);
      if (assignment) {
        recipe = [];
        this.#assign(assignment, line);
        continue;
      }
      const at = colonIn(plain);
      if (at < 0) continue;
      recipe = [];
      rules = this.#rulesOf(plain.slice(0, at), plain.slice(at + 1).replace(/^:/, ''), recipe, line);
      this.#rules.push(...rules);
    }
  }

  /** Makes the rules of what follows the colon: prerequisites, a pattern for each target, or a variable. */
  #rulesOf(left: string, right: string, recipe: string[], line: number): Rule[] {
    const targets = words(this.#expand(left, line));
    const assignment = assignmentIn(right.trim());
    const none = { prerequisites: [], orderOnly: [], recipe, stem: '', line };
    if (assignment) return targets.map((target) => ({ ...none, target, assignment }));
    const [, before = '', inline] = /^([^;]*)(?:;(.*))?$/s.exec(right) ?? [];
    if (inline) recipe.push(`${line}:${inline.trim()}`);
    const at = colonIn(before);
    const pattern = at < 0 ? null : this.#expand(before.slice(0, at), line).trim();
    const [normal = [], orderOnly = []] = this.#expand(before.slice(at + 1), line)
      .split('|')
      .map(words);
    return targets.map((target) => {
      const stem = pattern === null ? '' : stemOf(target, pattern);
      if (stem === null) this.#refuse(line, `the target ${JSON.stringify(target)}, which ${pattern} does not match`);
      const filled = (one: string) => (pattern === null ? one : one.replace('%', stem));
      return { ...none, target, prerequisites: normal.map(filled), orderOnly: orderOnly.map(filled), stem };
    });
  }

  /** Turns rules of suffixes (`.cu.o:`) into patterns, and adds the rules that make has by itself. */
  addPatterns(): void {
    const suffixes = new Set(SUFFIXES);
    for (const { target, prerequisites } of this.#rules) {
      if (target !== '.SUFFIXES') continue;
      if (prerequisites.length === 0) suffixes.clear();
      for (const suffix of prerequisites) suffixes.add(suffix);
    }
    for (const rule of [...this.#rules]) {
      const [, from = '', to = ''] = /^(\.[^./]+)(\.[^./]+)?$/.exec(rule.target) ?? [];
      if (!suffixes.has(from) || (to !== '' && !suffixes.has(to)) || rule.prerequisites.length > 0) continue;
      this.#rules.push({ ...rule, target: `%${to}`, prerequisites: [`%${from}`] });
    }
    if (suffixes.size > 0) this.read(OWN_RULES);
  }

  commandsOf(target: string | null): BuildCommand[] {
    const first = this.#rules.find(
      ({ target: one, assignment }) => !/^\.[^/]*$/.test(one) && !one.includes('%') && !assignment,
    );
    const wanted = target ?? first?.target;
    if (wanted === undefined) throw new UsageError(`${this.#name} has no target.`);
    if (!this.#isTarget(wanted) && !this.#pattern(wanted, []))
      throw new UsageError(`${this.#name} has no target ${JSON.stringify(wanted)}.`);
    const commands: BuildCommand[] = [];
    this.#make(wanted, commands, new Set());
    return commands;
  }

  #make(target: string, commands: BuildCommand[], done: Set<string>): void {
    if (done.has(target)) return;
    done.add(target);
    const own = this.#rules.filter((rule) => rule.target === target);
    const variables = new Map(this.#variables);
    for (const { assignment, line } of own) if (assignment) this.#assign(assignment, line);
    const withRecipe = own.find(({ recipe }) => recipe.length > 0) ?? this.#pattern(target, []);
    // The prerequisites of the rule that has the recipe come first.
    const rules = [...(withRecipe ? [withRecipe] : []), ...own.filter((rule) => rule !== withRecipe)];
    const every = rules.flatMap((rule) => rule.prerequisites);
    const prerequisites = [...new Set(every)];
    for (const one of [...prerequisites, ...rules.flatMap((rule) => rule.orderOnly)]) this.#make(one, commands, done);
    const automatic = {
      '@': target,
      '<': prerequisites[0] ?? '',
      '^': prerequisites.join(' '),
      '?': prerequisites.join(' '),
      '+': every.join(' '),
      '*': withRecipe?.stem ?? '',
    };
    for (const { recipe } of rules) {
      for (const written of recipe) {
        const [, line = '0', command = ''] = /^(\d+):(.*)$/s.exec(written) ?? [];
        const expanded = this.#expand(command.replace(/^[@+-]+/, ''), Number(line), automatic);
        commands.push(...commandsIn(expanded, Number(line)));
      }
    }
    this.#variables = variables;
  }

  /**
   * Returns the rule of a pattern (`%.o: %.cu`) with the stem in place: of those whose prerequisites exist or can be made,
   * the one with the shortest stem. Like make, it first tries rules that need no other pattern.
   * @param used - patterns that lead here; each is used once, and those that match every name only at the start
   */
  #pattern(target: string, used: readonly Rule[]): Rule | null {
    const isPhony = this.#rules.some((rule) => rule.target === '.PHONY' && rule.prerequisites.includes(target));
    if (isPhony) return null;
    const fitting = this.#rules
      .flatMap((rule) => {
        const isPattern =
          rule.target.includes('%') &&
          rule.recipe.length > 0 &&
          !used.includes(rule) &&
          (used.length === 0 || rule.target !== '%');
        const stem = isPattern ? stemOf(target, rule.target) : null;
        if (stem === null || stem === '') return [];
        const filled = (one: string) => one.replace('%', stem);
        const { prerequisites, orderOnly } = rule;
        const found = { ...rule, prerequisites: prerequisites.map(filled), orderOnly: orderOnly.map(filled), stem };
        return [{ rule, found }];
      })
      .sort((one, other) => one.found.stem.length - other.found.stem.length);
    const isThere = (one: string) => this.#files.exists(one) || this.#isTarget(one);
    const direct = fitting.find(({ found }) => found.prerequisites.every(isThere));
    const chained = () =>
      fitting.find(({ rule, found }) =>
        found.prerequisites.every((one) => isThere(one) || this.#pattern(one, [...used, rule]) !== null),
      );
    return (direct ?? chained())?.found ?? null;
  }

  #isTarget(name: string): boolean {
    return this.#rules.some(({ target, assignment }) => target === name && !assignment);
  }

  #assign({ variable, operator, value }: Assignment, line: number): void {
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
    if (/^[@<^*?+][DF]?$/.test(name)) return partOf(automatic[name.charAt(0)] ?? '', name.charAt(1));
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

function assignmentIn(text: string): Assignment | null {
  const [, variable, operator = '=', value = ''] = ASSIGNMENT.exec(text) ?? [];
  return variable === undefined ? null : { variable, operator, value };
}

/** Returns the place of the first colon that is not inside of `$(…)`; -1 if there is none. */
function colonIn(text: string): number {
  for (let at = 0; at < text.length; at++) {
    if (text.startsWith('$(', at) || text.startsWith('${', at)) {
      const end = closing(text, at + 1);
      if (end < 0) return -1;
      at = end;
    } else if (text.charAt(at) === ':') return at;
  }
  return -1;
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
