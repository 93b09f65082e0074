import { randomIntegers } from '../../../grader/host/random.ts';
import { type IntegerType, literalOf, promoted, TYPES, usual } from './types.ts';

/** An expression of C++ with the type that it has where `long` has 64 bits. */
interface Expression {
  readonly text: string;
  readonly type: IntegerType;
}

/** Source of random choices. */
export class Choices {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = randomIntegers(seed);
  }

  below(count: number): number {
    return this.#next() % count;
  }

  of<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error('nothing to choose from');
    return item;
  }

  bits(): bigint {
    return (BigInt(this.#next()) << 32n) | BigInt(this.#next());
  }
}

/** The text before the functions of all programs. */
export const PRELUDE = `#include <cinttypes>
#include <climits>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <type_traits>
${[
  ...['bool', 'char', 'signed char', 'unsigned char', 'short', 'unsigned short', 'int', 'unsigned int', 'long'],
  ...['unsigned long', 'long long', 'unsigned long long'],
]
  .map((type) => `static const char *kind(${type}) { return "${type}"; }`)
  .join('\n')}
static unsigned long passed(const char *kinds, ...) {
  va_list list;
  va_start(list, kinds);
  unsigned long sum = 0;
  for (; *kinds; kinds++) {
    if (*kinds == 'i') sum = sum * 31 + (unsigned long)va_arg(list, int);
    else if (*kinds == 'u') sum = sum * 31 + va_arg(list, unsigned);
    else if (*kinds == 'l') sum = sum * 31 + (unsigned long)va_arg(list, long);
    else if (*kinds == 'z') sum = sum * 31 + va_arg(list, size_t);
    else if (*kinds == 'q') sum = sum * 31 + (unsigned long)va_arg(list, long long);
    else if (*kinds == 'd') sum = sum * 31 + (unsigned long)va_arg(list, double);
    else sum = sum * 31 + (unsigned long)va_arg(list, char *);
  }
  va_end(list);
  return sum;
}
template <class T> static void bytes(const T &value) {
  unsigned char raw[sizeof(T)];
  memcpy(raw, &value, sizeof raw);
  for (unsigned char byte : raw) printf("%02x", byte);
  printf(" %zu %zu\\n", sizeof(T), alignof(T));
}
`;

/** Returns the functions `program_0()` and so on, and a `main` that calls each behind a line with its number. */
export function generate(
  seed: number,
  count: number,
): { readonly source: string; readonly programs: readonly string[] } {
  const choices = new Choices(seed);
  const programs = Array.from({ length: count }, (_, index) => new Program(choices, index).text());
  const calls = programs.map((_, index) => `  printf("== ${index}\\n");\n  program_${index}();`).join('\n');
  return { source: `${PRELUDE}${programs.join('\n')}\nint main() {\n${calls}\n}\n`, programs };
}

class Program {
  readonly #choices: Choices;
  readonly #number: number;
  readonly #variables: Expression[] = [];
  readonly #before: string[] = [];
  readonly #lines: string[] = [];

  constructor(choices: Choices, number: number) {
    this.#choices = choices;
    this.#number = number;
  }

  text(): string {
    for (let left = 4; left > 0; left--) this.#declare();
    const parts = [
      () => this.#arithmetic(),
      () => this.#arithmetic(),
      () => this.#bitFields(),
      () => this.#unions(),
      () => this.#varargs(),
      () => this.#formats(),
      () => this.#pointers(),
      () => this.#parsing(),
      () => this.#loops(),
      () => this.#builtins(),
      () => this.#limits(),
      () => this.#structures(),
    ];
    for (let left = 10; left > 0; left--) this.#choices.of(parts)();
    return `${this.#before.join('\n')}\nstatic void program_${this.#number}() {\n${this.#lines.join('\n')}\n}\n`;
  }

  #line(text: string): void {
    this.#lines.push(`  ${text}`);
  }

  /** A name that the program has not yet. */
  #name(prefix: string): string {
    return `${prefix}${this.#number}_${this.#lines.length}_${this.#before.length}`;
  }

  #literal(type = this.#choices.of(TYPES)): Expression {
    const width = BigInt(this.#choices.of([3, 7, 8, 15, 16, 31, 32, 33, 47, 63, 64]));
    return literalOf(type, this.#choices.bits() & ((1n << width) - 1n));
  }

  #declare(): void {
    const type = this.#choices.of(TYPES);
    const name = this.#name('v');
    this.#line(`volatile ${type.name} ${name} = (${type.name})${this.#literal().text};`);
    this.#variables.push({ text: name, type });
  }

  #leaf(): Expression {
    return this.#choices.below(4) === 0 ? this.#literal() : this.#choices.of(this.#variables);
  }

  /** An expression without undefined behavior: what could overflow is made small before. */
  #expression(depth: number): Expression {
    if (depth === 0) return this.#leaf();
    const [a, b] = [this.#expression(depth - 1), this.#expression(depth - 1)];
    const type = usual(a.type, b.type);
    const small = (text: string, by: string) => (type.signed ? `((${type.name})(${text}) ${by})` : `(${text})`);
    switch (this.#choices.below(10)) {
      case 0:
        return { text: `(${small(a.text, '>> 2')} + ${small(b.text, '>> 2')})`, type };
      case 1:
        return { text: `(${small(a.text, '>> 2')} - ${small(b.text, '>> 2')})`, type };
      case 2:
        return { text: `(${small(a.text, '% 30011')} * ${small(b.text, '% 30011')})`, type };
      case 3:
        return { text: `(${small(a.text, '>> 1')} ${this.#choices.of(['/', '%'])} ((${b.text}) | 1))`, type };
      case 4:
        return { text: `((${a.text}) ${this.#choices.of(['&', '|', '^'])} (${b.text}))`, type };
      case 5: {
        const shifted = promoted(a.type);
        return { text: `((${a.text}) >> ((${b.text}) & ${shifted.bits - 1}))`, type: shifted };
      }
      case 6: {
        const shifted = promoted(a.type);
        if (shifted.signed) return { text: `(~(${a.text}))`, type: shifted };
        return { text: `((${a.text}) << ((${b.text}) & ${shifted.bits - 1}))`, type: shifted };
      }
      case 7: {
        const to = this.#choices.of(TYPES);
        return { text: `((${to.name})(${a.text}))`, type: to };
      }
      case 8:
        return {
          text: `((${a.text}) ${this.#choices.of(['<', '==', '>='])} (${b.text}) ? (${a.text}) : (${b.text}))`,
          type,
        };
      default:
        return { text: `((${a.text}) ^ sizeof(${this.#choices.of(TYPES).name}))`, type: usual(a.type, TYPES_SIZE) };
    }
  }

  #print({ text, type }: Expression): void {
    const value = type.bits < 32 ? `(int)(${text})` : text;
    this.#line(`printf("%s %zu ${type.bits < 32 ? '%d' : type.format}\\n", kind(${text}), sizeof(${text}), ${value});`);
  }

  #arithmetic(): void {
    const expression = this.#expression(1 + this.#choices.below(3));
    this.#print(expression);
    const target = this.#choices.of(this.#variables);
    this.#line(`${target.text} = (${target.type.name})(${expression.text});`);
    this.#print(target);
  }

  #bitFields(): void {
    const name = this.#name('B');
    const fields = Array.from({ length: 3 + this.#choices.below(4) }, (_, index) => {
      const type = this.#choices.of(TYPES.filter(({ isCharacter }) => !isCharacter));
      return { type, width: 1 + this.#choices.below(type.bits), name: `f${index}` };
    });
    const plain = this.#choices.of(TYPES);
    const members = fields.map(({ type, width, name: field }) => `${type.name} ${field} : ${width};`).join(' ');
    this.#before.push(`struct ${name} { ${members} ${plain.name} last; };`);
    const object = this.#name('b');
    this.#line(`${name} ${object}; memset(&${object}, 0, sizeof ${object});`);
    for (const { type, name: field } of fields)
      this.#line(`${object}.${field} = (${type.name})${this.#expression(1).text};`);
    for (const { type, name: field } of fields)
      this.#line(
        `printf("${type.bits < 64 ? '%lld' : type.format}\\n", (${type.bits < 64 ? 'long long' : type.name})${object}.${field});`,
      );
    this.#line(`${object}.last = 1; printf("%zu ", offsetof(${name}, last)); bytes(${object});`);
    const summed = this.#choices.of(fields);
    this.#line(`printf("%s\\n", kind(${object}.${summed.name} | 1L));`);
  }

  #unions(): void {
    const name = this.#name('U');
    const types = Array.from({ length: 3 }, () => this.#choices.of(TYPES));
    const members = types.map((type, index) => `${type.name} m${index};`).join(' ');
    this.#before.push(`union ${name} { ${members} char *p; unsigned char raw[12]; };`);
    const object = this.#name('u');
    this.#line(`${name} ${object}; memset(&${object}, 0xa5, sizeof ${object});`);
    const at = this.#choices.below(types.length);
    this.#line(`${object}.m${at} = (${types[at]?.name})${this.#expression(2).text}; bytes(${object});`);
    this.#line(`${object}.p = (char *)(uintptr_t)${this.#literal().text}; bytes(${object});`);
    for (const index of types.keys()) this.#print({ text: `${object}.m${index}`, type: types[index] ?? TYPES_SIZE });
  }

  #varargs(): void {
    const passed = Array.from({ length: 2 + this.#choices.below(6) }, () => {
      const [letter, type] = this.#choices.of([
        ...([
          ['i', 'int'],
          ['u', 'unsigned'],
          ['l', 'long'],
          ['z', 'size_t'],
          ['q', 'long long'],
        ] as const),
        ...([
          ['p', 'char *'],
          ['d', 'double'],
        ] as const),
      ]);
      const value = this.#expression(1).text;
      if (letter === 'p') return { letter, text: `(char *)(uintptr_t)(${value})` };
      // A number that every type of the sum can hold.
      return { letter, text: letter === 'd' ? `(double)((${value}) & 1023)` : `(${type})(${value})` };
    });
    const letters = passed.map(({ letter }) => letter).join('');
    this.#line(`printf("%lu\\n", passed("${letters}", ${passed.map(({ text }) => text).join(', ')}));`);
  }

  #formats(): void {
    const flags = this.#choices.of(['', '-', '+', ' ', '0', '#', '-+', '#0']);
    const width = this.#choices.of(['', '3', '12', '24']);
    const precision = this.#choices.of(['', '.0', '.5', '.20']);
    const [conversion, type] = this.#choices.of([
      ...([
        ['ld', 'long'],
        ['lu', 'unsigned long'],
        ['lx', 'unsigned long'],
        ['lX', 'unsigned long'],
      ] as const),
      ...([
        ['lo', 'unsigned long'],
        ['zu', 'size_t'],
        ['zx', 'size_t'],
        ['td', 'ptrdiff_t'],
        ['jd', 'intmax_t'],
      ] as const),
      ...([
        ['lld', 'long long'],
        ['llu', 'unsigned long long'],
        ['hd', 'short'],
        ['hhu', 'unsigned char'],
      ] as const),
      ...([
        ['" PRId64 "', 'int64_t'],
        ['" PRIuPTR "', 'uintptr_t'],
        ['i', 'int'],
        ['u', 'unsigned'],
      ] as const),
    ]);
    const value = `(${type})(${this.#expression(1).text})`;
    // Some pairs of flags have no meaning together, or none with this conversion.
    const signs = /d$|i$|64/.test(conversion)
      ? flags.replace('#', '')
      : flags.replace(/[+ #]/g, (flag) => (/[xXo]$/.test(conversion) && flag === '#' ? '#' : ''));
    const zero = precision === '' ? signs : signs.replace('0', '');
    this.#line(`printf("[%${zero}${width}${precision}${conversion}]\\n", ${value});`);
    this.#line(
      `printf("%d [%*ld] %p\\n", snprintf(0, 0, "%${conversion}", ${value}), ${this.#choices.below(30)}, (long)(${value}), (void *)(((uintptr_t)(${value}) & 0xffffffffffff) | 1));`,
    );
  }

  #pointers(): void {
    const type = this.#choices.of(TYPES);
    const array = this.#name('a');
    const [i, j] = [this.#choices.below(40), this.#choices.below(40)];
    this.#line(`static ${type.name} ${array}[40]; ${array}[${i}] = (${type.name})${this.#expression(1).text};`);
    this.#line(
      `printf("%s %td %zu %s\\n", kind(&${array}[${i}] - &${array}[${j}]), &${array}[${i}] - &${array}[${j}], sizeof ${array}, kind(sizeof ${array}));`,
    );
    this.#line(
      `printf("%" PRIdPTR " %s\\n", (intptr_t)&${array}[${i}] - (intptr_t)&${array}[${j}], kind((uintptr_t)${array}));`,
    );
    this.#line(`{ size_t n = ${i}; int k = ${j}; printf("%zu %s\\n", n - k, n - k > 0 ? "more" : "less"); }`);
    this.#line(`printf("%zu %zu\\n", sizeof(${type.name} *[${i + 1}]), sizeof(int (*)(${type.name})));`);
  }

  #parsing(): void {
    const digits = `${this.#choices.of(['', '-', '+'])}${this.#choices.bits() >> BigInt(this.#choices.below(60))}`;
    const hex = this.#choices.bits().toString(16);
    this.#line(
      `printf("%ld %lu %lld %ld\\n", strtol("${digits}", 0, 10), strtoul("${hex}", 0, 16), strtoll("${digits}", 0, 10), atol("${digits.slice(0, 18)}"));`,
    );
    const scanned = this.#name('s');
    this.#line(
      `{ long ${scanned} = 0; size_t z = 0; int got = sscanf("${digits.slice(0, 18)} ${hex}", "%ld %zx", &${scanned}, &z); printf("%d %ld %zx\\n", got, ${scanned}, z); }`,
    );
    this.#line(
      `printf("%ld %ld\\n", labs(${this.#choices.below(2) ? '-' : ''}${this.#choices.bits() >> 2n}L), ldiv(${this.#choices.bits() >> 2n}L, ${1 + this.#choices.below(99)}L).rem);`,
    );
  }

  #loops(): void {
    const type = this.#choices.of(TYPES.filter(({ signed, bits }) => !signed && bits >= 32));
    const hash = this.#name('h');
    const factor = this.#choices.of(['31', '33', '16777619', '1099511628211', '6364136223846793005']);
    this.#line(`{ ${type.name} ${hash} = (${type.name})${this.#expression(1).text};`);
    this.#line(
      `  for (int i = 0; i < ${3 + this.#choices.below(60)}; i++) ${hash} = (${type.name})((${hash} ^ (unsigned char)i) * (${type.name})${factor}${factor.length > 18 ? 'u' : ''});`,
    );
    this.#line(`  printf("${type.format}\\n", ${hash}); }`);
    this.#line(
      `{ long n = 0; for (long i = LONG_MAX - ${this.#choices.below(5)}; i < LONG_MAX; i++) n++; for (size_t i = ${this.#choices.below(9)}; i-- > 0;) n += (long)i; printf("%ld\\n", n); }`,
    );
    this.#line(
      `{ unsigned __int128 w = (unsigned __int128)(unsigned long)${this.#expression(1).text} * (unsigned long)${this.#expression(1).text}; printf("%lx %lx\\n", (unsigned long)(w >> 64), (unsigned long)w); }`,
    );
  }

  #builtins(): void {
    const value = `((unsigned long)(${this.#expression(1).text}) | 1)`;
    this.#line(
      `printf("%d %d %d %d\\n", __builtin_popcountl(${value}), __builtin_clzl(${value}), __builtin_ctzl(${value}), __builtin_ffsl((long)${value}));`,
    );
    this.#line(
      `{ long r; unsigned long q; printf("%d %d ", __builtin_add_overflow((long)${value}, LONG_MAX, &r), __builtin_mul_overflow(${value}, 3ul, &q)); printf("%ld %lu\\n", r, q); }`,
    );
    const real = `(double)(long)(${this.#expression(1).text})`;
    this.#line(`printf("%.0f %ld %s\\n", ${real}, (long)(${real} / 1024), kind(1L + 1.5f > 2 ? 1L : 2U));`);
  }

  #limits(): void {
    const type = this.#choices.of(TYPES);
    this.#line(
      `printf("%llu %lld %d %d\\n", (unsigned long long)std::numeric_limits<${type.name}>::max(), (long long)std::numeric_limits<${type.name}>::min(), std::numeric_limits<${type.name}>::digits, (int)std::is_signed<${type.name}>::value);`,
    );
    this.#line(
      `printf("%ld %lu %zu %td %s %s\\n", LONG_MIN, ULONG_MAX, (size_t)SIZE_MAX, (ptrdiff_t)PTRDIFF_MIN, kind(INT64_C(1)), kind(UINTMAX_C(1)));`,
    );
    this.#line(
      `printf("%s %zu\\n", kind((std::common_type<${type.name}, ${this.#choices.of(TYPES).name}>::type)0), sizeof(std::conditional<(sizeof(long) > 4), ${type.name}, char>::type));`,
    );
    this.#print(this.#literal());
  }

  #structures(): void {
    const name = this.#name('S');
    const types = Array.from({ length: 2 + this.#choices.below(5) }, () => this.#choices.of(TYPES));
    const pointer = this.#choices.below(types.length);
    const members = types.map((type, index) => `${type.name} ${index === pointer ? '*' : ''}m${index};`).join(' ');
    this.#before.push(`struct ${name} { char c; ${members} struct { short s; long l; } in[2]; };`);
    this.#before.push(`enum E${name} : long { first${name} = ${this.#choices.bits() >> 2n} };`);
    const offsets = types.map((_, index) => `offsetof(${name}, m${index})`);
    this.#line(
      `printf("%zu %zu${' %zu'.repeat(offsets.length)}\\n", sizeof(${name}), offsetof(${name}, in), ${offsets.join(', ')});`,
    );
    this.#line(`printf("%ld %zu\\n", (long)first${name}, sizeof(E${name}));`);
  }
}

const TYPES_SIZE = TYPES.find(({ name }) => name === 'size_t') as IntegerType;
