import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runLines } from '../../grader/cli/from-make.ts';

let root: string;
function put(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'grade-make-'));
  for (const file of ['main.cu', 'kernels.cu', 'src/one.cu', 'src/two.cu', 'host.cpp']) put(file, 'void f();\n');
  put('app.cu', 'int main() { return 0; }\n');
  put('other.cu', 'int main () { return 0; }\n');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function linesOf(makefile: string, target: string | null = null): string[] {
  put('Makefile', makefile);
  return runLines('Makefile', target, root);
}

describe('--from-make with a makefile', () => {
  it('gives one command', () => {
    const text = 'all: prog\nprog: main.cu kernels.cu\n\tnvcc -O3 -arch=sm_80 -DN=1024 -o $@ $^ -lm\n';
    expect(linesOf(text)).toEqual(['grade run -DN=1024 -lm main.cu kernels.cu']);
  });

  it('joins the commands of objects, of variables and of pattern rules', () => {
    const text = `NVCC ?= nvcc
CFLAGS := -std=c++17 -Iinclude # comment
CFLAGS += -DTILE=16
SRC = $(wildcard src/*.cu) main.cu
OBJ = $(SRC:.cu=.o)
BIN = build/\${NAME}
NAME = app

$(BIN): $(OBJ) host.o
\t@mkdir -p build && $(NVCC) \\
\t  $^ -o $@
%.o: %.cu
\t$(NVCC) $(CFLAGS) -dc $< -o $@
host.o: host.cpp
\tg++ -O2 -Wall -c $< -o $@
clean:
\trm -f $(OBJ)
`;
    expect(linesOf(text)).toEqual([
      'grade run -std=c++17 -Iinclude -DTILE=16 -rdc=true src/one.cu src/two.cu main.cu host.cpp',
    ]);
  });

  it('makes the target that is asked for, and each program of several', () => {
    const text = 'all: a b\na: app.cu\n\tnvcc app.cu -o a\nb: other.cu\n\tnvcc -DB other.cu -o b\n';
    expect(linesOf(text)).toEqual(['grade run app.cu', 'grade run -DB other.cu']);
    expect(linesOf(text, 'b')).toEqual(['grade run -DB other.cu']);
    expect(() => linesOf(text, 'c')).toThrow('has no target "c"');
  });

  it.each([
    [
      'a static pattern',
      'OBJ = main.o kernels.o\np: $(OBJ)\n\tnvcc $^ -o $@\n$(OBJ): %.o: %.cu a.h | d\n\tnvcc -D$* -c $< -o $@\n',
    ],
    ['suffixes', '.SUFFIXES: .cu\n.cu.o:\n\tnvcc -D$* -c $<\np: main.o kernels.o\n\tnvcc $^ -o $@\n'],
    [
      'a colon in a variable',
      'S = main.cu kernels.cu\np: $(S:.cu=.o)\n\tnvcc $^ -o $@\n$(S:.cu=.o): %.o: %.cu\n\tnvcc -D$* -c $<\n',
    ],
    [
      'prerequisites without a recipe',
      'p: main.o kernels.o\n\tnvcc $+ -o $@\nmain.o: a.h\n%.o: %.cu\n\tnvcc -D$* -c $< -o $@\n',
    ],
    [
      'a pattern for a pattern',
      'p: d/main.x d/kernels.x\n\tnvcc main.o kernels.o -o $@\n%.x: %.o\n\ttouch $@\nd/%.o: %.cu\n\tnvcc -D$* -c $< -o $(@F)\n',
    ],
  ])('reads rules of %s', (_, text) => {
    expect(linesOf(text)).toEqual(['grade run -Dmain -Dkernels main.cu kernels.cu']);
  });

  it('uses the closest pattern, and rules of make itself', () => {
    const text =
      'p: src/one.o host.o\n\tnvcc $^ -o $@\n%.o: %.cu\n\tnvcc -c $<\nsrc/%.o: src/%.cu\n\tnvcc -DN -c $< -o $@\n';
    expect(linesOf(`CXXFLAGS = -DH\n${text}`)).toEqual(['grade run -DN -DH src/one.cu host.cpp']);
    expect(() => linesOf('p: lost.o\n\tnvcc lost.o -o p\n.cu.o:\n\tnvcc -c $<\n')).toThrow('lost.o has no command');
  });

  it('gives a target and what it needs variables of its own', () => {
    const text = 'all: app\n%: %.cu\n\tnvcc $(F) $< -o $@\ndebug: F += -DDEBUG\ndebug: all\n.PHONY: all debug\n';
    expect(linesOf(text)).toEqual(['grade run app.cu']);
    expect(linesOf(text, 'debug')).toEqual(['grade run -DDEBUG app.cu']);
    expect(linesOf(text, 'other')).toEqual(['grade run other.cu']);
  });

  it('moves paths to the working folder', () => {
    put('sub/Makefile', 'p: k.cu\n\tnvcc -I ../inc k.cu -o p\n');
    expect(runLines('sub/Makefile', null, root)).toEqual(['grade run -Iinc sub/k.cu']);
  });

  it.each([
    ['X := $(shell rm -rf /)\np: main.cu\n\tnvcc $(X) main.cu\n', /^Makefile:1: .*never executes.*\$\(shell/],
    ['p: main.cu\n\tnvcc $(shell ls) main.cu\n', /^Makefile:2: .*\$\(shell/],
    ['ifeq ($(A),1)\nendif\np: main.cu\n\tnvcc main.cu\n', /^Makefile:1: .*condition/],
    ['include common.mk\n', /^Makefile:1: .*included makefile/],
    ['A = $(A)\np: main.cu\n\tnvcc $(A) main.cu\n', /contains itself/],
    ['p: main.cu\n\tnvcc $(foreach x,a b,$(x)) main.cu\n', /the function \$\(foreach/],
    ['p: lost.o\n\tnvcc lost.o -o p\n', /^Makefile:2: lost\.o has no command/],
    ['p:\n\techo no compiler\n', /has no command of nvcc/],
  ])('rejects %j', (text, message) => {
    expect(() => linesOf(text)).toThrow(message);
  });
});

describe('--from-make with compile_commands.json', () => {
  it('gives a command for each source with a main', () => {
    const entry = (file: string, command: string) => ({ directory: root, file, command });
    put(
      'compile_commands.json',
      JSON.stringify([
        entry('app.cu', 'nvcc -O3 -DA=1 -I inc -c app.cu -o app.o'),
        entry('kernels.cu', '/usr/local/cuda/bin/nvcc -DA=1 --generate-line-info -dc kernels.cu'),
        { ...entry('other.cu', ''), arguments: ['nvcc', '-D', 'B', '-c', 'other.cu'] },
      ]),
    );
    expect(runLines(null, null, root)).toEqual([
      'grade run -DA=1 -Iinc -rdc=true app.cu kernels.cu',
      'grade run -DB -DA=1 -rdc=true other.cu kernels.cu',
    ]);
  });

  it('rejects other JSON', () => {
    put('x.json', '{"a": 1}');
    expect(() => runLines('x.json', null, root)).toThrow('x.json is not a list of commands');
    put('x.json', '{');
    expect(() => runLines('x.json', null, root)).toThrow('x.json is not JSON');
    expect(() => runLines('absent.json', null, root)).toThrow('absent.json cannot be read (ENOENT)');
  });
});
