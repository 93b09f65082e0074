import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { findBlame } from '../../../grader/blame/index.ts';
import { Assets } from '../../../grader/compile/assets.ts';
import { type Clang, createClang } from '../../../grader/compile/clang.ts';
import { compileDevice } from '../../../grader/compile/device.ts';
import { failed, isUnexplained } from '../../../grader/compile/failure.ts';
import { instrumentDevice, readOptimised } from '../../../grader/compile/ir/device.ts';
import {
  edited,
  GraderFault,
  type Line,
  readLine,
  readModule,
  renamed,
  replace,
  type Value,
} from '../../../grader/compile/ir/read/index.ts';
import { FIRST_RUN } from '../../../grader/compile/prove.ts';
import { sourceNames, sourceOf } from '../../../grader/compile/sources.ts';
import { compileClang } from '../../../grader/platform/packaged/clang-module.ts';
import { packageRoot } from '../../../grader/platform/root.ts';
import { FILE } from '../harness.ts';

const SOURCES = [
  'assignments/matmul-tiled/baseline.cu',
  'test/compile/mediation/honest-virtual.cu',
  'test/compile/mediation/honest-half.cu',
  'test/compile/mediation/guarded-byvalue.cu',
  'test/compile/mediation/guarded-varargs.cu',
].map((path) => readFileSync(join(packageRoot, path), 'utf8'));
const ASSEMBLY = `__global__ void k(unsigned *p) {
  unsigned r;
  asm volatile("{ .reg .u32 a; ld.global.u32 a, [%1]; atom.add.u32 %0, [%1], a; }" : "=r"(r) : "l"(p) : "memory");
  switch (r) { case 1: p[1] = 2; break; case 7: p[2] = r / p[3]; break; default: p[4] = 0; }
}
`;

const SIZES = { heapBytes: 2 ** 24, hostBytes: 2 ** 24 };
const compile = (clang: Clang, text: string) => compileDevice(clang, assets, sourceOf(text, FILE, null), [], SIZES);
const names = sourceNames(sourceOf('', FILE, null));
const nothing = { constants: new Set<string>(), attributes: new Map() };
let assets: Assets;
let clang: Clang;
/** The IR of each source, as Clang writes it and as it is optimised. */
let modules: string[];

beforeAll(async () => {
  assets = new Assets();
  clang = createClang(await compileClang(2 ** 30), assets.sysroot());
  modules = [];
  const listening = withOutput((text) => {
    modules.push(text);
    return text;
  });
  for (const source of [...SOURCES, ASSEMBLY]) {
    const { diagnostics } = compile(listening, `${source}\nint main() {}\n`);
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  }
});

/** Clang, whose IR is another one. */
function withOutput(change: (text: string) => string): Clang {
  return {
    ...clang,
    run: (...given) => {
      const result = clang.run(...given);
      const text = new TextDecoder().decode(result.output);
      return text.includes('\ndefine ') ? { ...result, output: new TextEncoder().encode(change(text)) } : result;
    },
  };
}

/** The operands of a line that have a place in it. */
function operandsOf(line: Line): readonly Value[] {
  switch (line.kind) {
    case 'load':
      return [line.pointer];
    case 'store':
    case 'atomicrmw':
      return [line.value, line.pointer];
    case 'call':
      return line.args.map(({ value }) => value);
    case 'getelementptr':
      return [line.base, ...line.indexes].map(({ value }) => value);
    case 'simple':
      return line.operands.map(({ value }) => value);
    case 'phi':
      return line.incoming.map(({ value }) => value);
    default:
      return [];
  }
}

describe('the IR of programs', () => {
  it('is the same after every line is read and printed', () => {
    expect(modules.length).toBeGreaterThanOrEqual(2 * (SOURCES.length + 1));
    for (const text of modules) {
      const module = readModule(text);
      const lines = module.functions.flatMap(({ body }) => body);
      expect(lines.length).toBeGreaterThan(0);
      expect(module.print()).toBe(text);
    }
  });

  it('has each operand where the reader says, and nothing else changes with it', () => {
    const lines = modules.flatMap((text) => readModule(text).functions.flatMap(({ body }) => body));
    const withOperands = lines.filter((line) => operandsOf(line).length > 0);
    const property = fc.property(fc.nat(), fc.nat(), (number, which) => {
      const line = withOperands[number % withOperands.length];
      const operands = line ? operandsOf(line) : [];
      const operand = operands[which % operands.length];
      if (!line || !operand) throw new Error('the line has no operand');
      const other = readLine(edited(line.text, [replace(operand, '%other.value')]));
      const found = operandsOf(other)[which % operands.length];
      expect(found?.text).toBe('%other.value');
      expect(other.uses).toContain('%other.value');
      expect(found && edited(other.text, [replace(found, operand.text)])).toBe(line.text);
    });
    fc.assert(property, { seed: 1, numRuns: 2000 });
  });

  it('has the same symbols after they are renamed and renamed back', () => {
    for (const line of modules.flatMap((text) => text.split('\n'))) {
      const there = renamed(line, (symbol) => `@"there ${symbol.slice(1).replaceAll('"', '')}"`);
      const back = renamed(there, (symbol) => `@${symbol.slice('@"there '.length, -1)}`);
      expect(back).toBe(line.replace(/@"([-\w.$]+)"/g, '@$1'));
    }
  });
});

describe('a fault of the grader', () => {
  it('is a line that the reader does not know, and not an unsupported feature', () => {
    const strange = withOutput((text) => text.replace(/^ {2}ret void.*$/m, '  frobnicate i32 1'));
    expect(() => compile(strange, `${ASSEMBLY}int main() {}\n`)).toThrow(GraderFault);
    expect(() => compile(strange, `${ASSEMBLY}int main() {}\n`)).toThrow('in this line:   frobnicate i32 1');
  });

  it('is an access to memory that has no site and is not proven', () => {
    const optimised = readOptimised(modules[1] ?? '', names);
    const instrument = (read: number) =>
      instrumentDevice({ ...optimised, read }, nothing, () => null, new Map(), FIRST_RUN);
    expect(optimised.read).toBeGreaterThan(0);
    expect(instrument(optimised.read).sites).not.toEqual([]);
    expect(() => instrument(optimised.read + 1)).toThrow(GraderFault);
    expect(() => instrument(optimised.read - 1)).toThrow('instructions that touch memory');
  });

  it('is never blamed on the submission', async () => {
    const attempt = vi.fn(async () => {
      throw failed({ kind: 'failed', id: 1, message: 'the reader expects more', isFault: true });
    });
    const control = vi.fn(async () => undefined);
    await expect(findBlame({ attempt, isUnexplained, control, log: () => undefined })).rejects.toMatchObject({
      exitCode: 3,
      message: 'The grader has a fault in its compiler: the reader expects more',
    });
    expect(attempt).toHaveBeenCalledTimes(1);
    expect(control).not.toHaveBeenCalled();
  });

  it('is another thing than a crash, which the control program explains', async () => {
    const attempt = async () => {
      throw failed({ kind: 'failed', id: 1, message: 'the stack overflows', isFault: false });
    };
    const verdict = await findBlame({ attempt, isUnexplained, control: async () => undefined, log: () => undefined });
    expect(verdict.by).toBe('submission');
  });
});
