import { Random } from '../../../grader/spec/index.ts';

/**
 * Honest classes around solutions that ship: each student begins with one of them, as those do who have read the same
 * lecture, and adds work of their own. The work is generated: its statements and expressions are drawn by lot, so two
 * students rarely write the same. Equal seeds give equal classes.
 */
export function variedClass(
  solutions: readonly string[],
  size: number,
  seed: number,
): { readonly student: string; readonly source: string }[] {
  const random = new Random(seed);
  return Array.from({ length: size }, (_, at) => ({
    student: `student-${String(at + 1).padStart(3, '0')}`,
    source: varied(solutions[Math.floor(random.fraction() * solutions.length)] ?? '', random),
  }));
}

/** A solution, written in the student's way, with one to three functions of the student's own. */
function varied(solution: string, random: Random): string {
  const pick = <T>(...options: readonly T[]): T => options[Math.floor(random.fraction() * options.length)] as T;
  const number = (most: number): number => Math.floor(random.fraction() * most) + 1;
  const name = (): string => pick('n', 'size', 'count', 'total', 'rows', 'limit', 'value', 'step') + number(40);

  const expression = (names: readonly string[], depth: number): string => {
    if (depth === 0 || random.fraction() < 0.2) return random.fraction() < 0.75 ? pick(...names) : String(number(64));
    const [left, right] = [expression(names, depth - 1), expression(names, depth - 1)];
    return pick(
      `(${left} + ${right})`,
      `${left} * ${right}`,
      `(${left} - ${right})`,
      `${left} / ${number(31)}`,
      `(${left} % ${number(63)})`,
      `(${left} > ${right} ? ${left} : ${right})`,
      `(${left} << ${number(4)})`,
      `min(${left}, ${right})`,
      `abs(${left})`,
    );
  };
  const condition = (names: readonly string[]): string =>
    `${expression(names, 1)} ${pick('<', '>', '<=', '>=', '==', '!=')} ${expression(names, 1)}`;
  const statement = (names: readonly string[], depth: number): string => {
    const [target] = [pick(...names)];
    const inner = (): string => statement(names, depth - 1);
    if (depth === 0) {
      return pick(
        `${target} = ${expression(names, 2)};`,
        `${target} ${pick('+=', '-=', '*=', '^=')} ${expression(names, 2)};`,
        `printf("%d\\n", ${expression(names, 2)});`,
        `if (${condition(names)}) return ${expression(names, 1)};`,
      );
    }
    const step = name();
    return pick(
      `if (${condition(names)}) { ${inner()} ${inner()} }`,
      `if (${condition(names)}) { ${inner()} } else { ${inner()} }`,
      `for (int ${step} = 0; ${step} < ${expression(names, 1)}; ${step}${pick('++', ' += 2')}) { ${inner()} ${inner()} }`,
      `while (${condition(names)}) { ${inner()} ${target} /= 2; }`,
      `{ int ${step} = ${expression(names, 2)}; ${target} += ${step} * ${step}; ${inner()} }`,
    );
  };
  const helper = (at: number): string => {
    const parameters = Array.from({ length: number(3) }, name).map((one, place) => `${one}_${place}`);
    const locals = Array.from({ length: number(2) }, name).map((one, place) => `${one}_l${place}`);
    const names = [...parameters, ...locals];
    return [
      `${pick('static int', 'int', 'static inline int')} ${pick('check', 'measure', 'round', 'plan', 'show')}_${at}(${parameters.map((one) => `int ${one}`).join(', ')}) {`,
      ...locals.map((one) => `  int ${one} = ${expression(parameters, 2)};`),
      ...Array.from({ length: number(3) + 1 }, () => `  ${statement(names, number(2))}`),
      `  return ${expression(names, 2)};`,
      '}',
    ].join('\n');
  };
  const helpers = Array.from({ length: number(3) }, (_, at) => helper(at));
  const [before, after] = random.fraction() < 0.5 ? [helpers, []] : [[], helpers];
  return [...before, rewritten(solution, random), ...after].join('\n\n');
}

/** The choices that students make in the same few lines; many make the same ones. */
function rewritten(solution: string, random: Random): string {
  const chance = (share: number): boolean => random.fraction() < share;
  const changes: readonly ((text: string) => string)[] = [
    (text) => text.replace(/(blockIdx\.\w) \* (\w+(?:\.\w)?) \+ (threadIdx\.\w)/g, '$3 + $1 * $2'),
    (text) => text.replace(/(blockIdx\.\w) \* (\w+(?:\.\w)?)/g, '$2 * $1'),
    (text) => text.replace(/\((\w+) \+ (\w+) - 1\) \/ \2/g, '($1 - 1) / $2 + 1'),
    (text) => text.replace(/\+\+(\w+)\)/g, '$1 += 1)'),
    (text) => text.replace(/(\w+) \+= ([^;\n]+);/g, '$1 = $1 + $2;'),
    (text) => text.replace(/(\w+) < (\w+) && (\w+) < (\w+)/g, '$3 < $4 && $1 < $2'),
    (text) => text.replace(/(<<<[^;]*>>>\([^;]*\);)/g, '$1\n  cudaDeviceSynchronize();'),
    (text) => text.replace(/(<<<[^;]*>>>\([^;]*\);)/g, '$1\n  if (cudaGetLastError() != cudaSuccess) return;'),
    (text) => text.replace(/^( +)if \(([^;{]+)\) return;$/gm, '$1if ($2) {\n$1  return;\n$1}'),
  ];
  return changes.reduce((text, change) => (chance(0.4) ? change(text) : text), solution);
}
