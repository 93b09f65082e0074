import { describe, expect, it } from 'vitest';
import { type OptionFiles, shellWords, splitRunArguments } from '../../grader/cli/nvcc-options.ts';
import { NVCC_OPTIONS, nvccOption } from '../../grader/cli/nvcc-table.ts';

const OWN = new Map([
  ['--json', 'optional'],
  ['--check', 'value'],
  ['--counters', 'flag'],
  ['--include', 'value'],
] as const);
const TEXTS: Readonly<Record<string, string>> = {
  'flags.txt': '-O3 -DN=4\n-I "my headers"\n',
  'loop.txt': '-optf loop.txt',
};
const files: OptionFiles = {
  read: (path) => TEXTS[path] ?? '',
  isFile: (path) => /^(?:src\/)?[a-z]+\.(?:cu|cpp|c)$/.test(path) && path !== 'absent.cu',
};
const split = (...argv: string[]) => splitRunArguments(argv, OWN, files);
const command = (...argv: string[]) => split(...argv).command;

describe('splitRunArguments', () => {
  it('finds sources, options of nvcc on both sides of them, and the arguments', () => {
    const { own, command: found } = split(
      ...['--check', 'races', '-O3', '-arch=sm_80', '-DN=4', 'a.cu', 'src/b.cu', 'c.cpp', '-lcublas', '512', '-O3'],
    );
    expect(own).toEqual(['--check', 'races']);
    expect(found).toMatchObject({
      sources: ['a.cu', 'src/b.cu', 'c.cpp'],
      programArguments: ['512', '-O3'],
      macros: ['#define N 4'],
      notes: [],
    });
  });

  it.each([
    [
      ['a.cu', '--json', 'x'],
      ['--json', 'x'],
    ],
    [
      ['a.cu', '-n', '5'],
      ['-n', '5'],
    ],
    [['a.cu', 'absent.cu'], ['absent.cu']],
    [
      ['a.cu', '--', '-O3', '--', 'x'],
      ['-O3', '--', 'x'],
    ],
    [
      ['-run-args', '1,2', 'a.cu', '3'],
      ['1', '2', '3'],
    ],
  ])('gives the program of %j the arguments %j', (argv, expected) => {
    expect(command(...argv).programArguments).toEqual(expected);
  });

  it('keeps the arguments of grade run apart from others', () => {
    const { own, others } = split('-O3', '--json', 'out.json', '-D', 'X', '--counters', 'a.cu', '--counters');
    expect(own).toEqual(['--json=out.json', '--counters']);
    expect(others).toEqual(['-O3', '-D', 'X', 'a.cu', '--counters']);
    expect(splitRunArguments(others, new Map(), files).command).toMatchObject({
      macros: ['#define X 1'],
      programArguments: ['--counters'],
    });
  });

  it.each([
    [['-DX'], '#define X 1'],
    [['-D', 'X=a b'], '#define X a b'],
    [['-DF(x)=((x)+1)'], '#define F(x) ((x)+1)'],
    [['--define-macro=X='], '#define X '],
    [['-UX'], '#undef X'],
    [['-Xcompiler', '-DX=2,-Wall'], '#define X 2'],
    [['-Xcompiler=-fopenmp,-DY'], '#define Y 1'],
    [['-DX=1\n#include "/etc/passwd"'], '#define X 1'],
  ])('makes of %j the line %j', (argv, line) => {
    expect(command(...argv, 'a.cu').macros).toEqual([line]);
  });

  it('splits lists at commas that are not in quotes', () => {
    expect(command('-D', 'A,B="x,y",C=1\\,2', 'a.cu').macros).toEqual([
      '#define A 1',
      '#define B "x,y"',
      '#define C 1,2',
    ]);
    expect(command('-I', 'a,b', '-isystem=c', 'a.cu').includeFolders).toEqual(['a', 'b', 'c']);
  });

  it('reads the language, the standard and relocatable device code', () => {
    expect(command('-x', 'cu', '-std=c++20', '-rdc=true', '-include', 'all.h', 'main.c')).toMatchObject({
      isAllCuda: true,
      standard: 20,
      relocatableDeviceCode: true,
      includedFiles: ['all.h'],
    });
    expect(command('-dc', 'a.cu').relocatableDeviceCode).toBe(true);
    expect(command('-rdc', 'false', '--expt-relaxed-constexpr', 'a.cu')).toMatchObject({
      relocatableDeviceCode: false,
      relaxedConstexpr: true,
    });
  });

  it('reads files of options', () => {
    expect(command('@flags.txt', 'a.cu')).toMatchObject({
      macros: ['#define N 4'],
      includeFolders: ['my headers'],
      sources: ['a.cu'],
    });
    expect(command('--options-file', 'flags.txt', 'a.cu').macros).toEqual(['#define N 4']);
    expect(() => command('-optf', 'loop.txt', 'a.cu')).toThrow('"loop.txt" includes itself');
  });

  it('says once what it ignores, and why', () => {
    const { notes } = command('-o', 'x', '-c', '-lfoo', '-lm', '-use_fast_math', '-fopenmp', '-o', 'y', 'a.cu');
    expect(notes).toEqual([
      '-o is ignored: grade run writes no program, it runs it',
      '-c is ignored: all sources are compiled and linked at once',
      '-lfoo is ignored: grade run does not have that library',
      '-use_fast_math is ignored: results are those without it, so the last digits can differ',
      '-fopenmp is ignored: it is for the host compiler',
    ]);
  });

  it.each([
    [['-ptx', 'a.cu'], 'With -ptx, nvcc makes no program that could run'],
    [['-std=c++98', 'a.cu'], '-std=c++98 is not a standard'],
    [['-D', '4=x', 'a.cu'], 'is not a macro'],
    [['-D'], '-D needs a value'],
    [['--chek', 'races', 'a.cu'], 'has an option --chek, did you mean --check?'],
    [['a.o'], '"a.o" is compiled already'],
    [['-', 'a.cu'], 'Standard input can only be the one source'],
    [['-rdc=maybe', 'a.cu'], '-rdc takes true or false'],
  ])('rejects %j', (argv, message) => {
    expect(() => split(...argv)).toThrow(message);
  });
});

describe('the table of options', () => {
  it('names each option once', () => {
    const names = NVCC_OPTIONS.flatMap(({ long, short }) => [`--${long}`, ...(short === long ? [] : [`-${short}`])]);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each([
    ['-O3', 'optimize', '3'],
    ['-gencode=arch=compute_80,code=sm_80', 'generate-code', 'arch=compute_80,code=sm_80'],
    ['-lm', 'library', 'm'],
    ['-lineinfo', 'generate-line-info', null],
    ['-L/usr/lib', 'library-path', '/usr/lib'],
    ['-Ofc=max', 'Ofast-compile', 'max'],
    ['--std=c++17', 'std', 'c++17'],
  ])('reads %s as %s with the value %j', (argument, long, value) => {
    expect(nvccOption(argument)).toMatchObject({ option: { long }, value });
  });
});

describe('shellWords', () => {
  it('keeps quoted words together', () => {
    expect(shellWords(`a "b c" d\\ e 'f "g"' "h\\"i" ""\n`)).toEqual(['a', 'b c', 'd e', 'f "g"', 'h"i', '']);
    expect(() => shellWords('"a')).toThrow('is not closed');
  });
});
