import { beforeAll, describe, expect, it } from 'vitest';
import { type CudaParser, loadParser } from '../../../grader/batch/similarity/parser.ts';
import { type Reading, readTokens } from '../../../grader/batch/similarity/tokens.ts';

let parser: CudaParser;
beforeAll(async () => {
  parser = await loadParser();
});

function read(source: string): Reading {
  const reading = readTokens(source, parser);
  if (!reading) throw new Error('not read');
  return reading;
}

const kinds = (source: string): string =>
  read(source)
    .tokens.map(({ kind }) => kind)
    .join(' ');
const inKernel = (body: string): string => `__global__ void k(float* a, int n) { ${body} }`;

describe('what makes no difference', () => {
  it.each([
    ['names', 'int row = n; a[row] = 0;', 'int zeile = n; a[zeile] = 0;'],
    ['numbers', 'a[16] = 2.0f;', 'a[32] = .5f;'],
    ['comments and blanks', 'a[n]=0; // end', '/* start */ a[ n ]\n = 0;'],
    ['integer types and qualifiers', 'const unsigned int i = n;', 'size_t i = n;'],
    ['braces and brackets', 'if (n < 3) { a[n] = 1; }', 'if ((n) < 3) a[n] = 1;'],
    ['for and while', 'for (int i = 0; i < n; i++) a[i] = 1;', 'int i = 0; while (i < n) { a[i] = 1; ++i; }'],
    ['the order of declarations', 'int x = threadIdx.x; int y = n * 2;', 'int y = n * 2; int x = threadIdx.x;'],
    ['comments among them', 'int y = n * 2; int x = threadIdx.x;', 'int x = threadIdx.x; /* y */ int y = n * 2;'],
    ['blanks in coordinates', 'int x = threadIdx.x;', 'int x = threadIdx . x;'],
  ])('%s', (_, one, two) => {
    expect(kinds(inKernel(one))).toBe(kinds(inKernel(two)));
  });

  it('a function that is declared ahead, and how it is linked', () => {
    const code = 'void f(int n) { n++; }';
    expect(kinds(`void f(int n);\nextern "C" ${code}`)).toBe(kinds(code));
  });
});

describe('what makes a difference', () => {
  it.each([
    ['which coordinate', 'int x = threadIdx.x;', 'int x = threadIdx.y;'],
    ['which function of CUDA', '__syncthreads();', '__syncwarp();'],
    ['which function of the library', 'a[0] = sqrtf(a[1]);', 'a[0] = expf(a[1]);'],
    ['operators', 'a[0] = a[1] + a[2];', 'a[0] = a[1] * a[2];'],
    ['comparisons', 'if (n < 3) return;', 'if (n >= 3) return;'],
  ])('%s', (_, one, two) => {
    expect(kinds(inKernel(one))).not.toBe(kinds(inKernel(two)));
  });
});

describe('places', () => {
  it('are those of the source, whatever characters stand before', () => {
    const source = '// ä😀\nint große = 17;';
    const number = read(source).tokens.find(({ kind }) => kind === 'num');
    expect(source.slice(number?.start, number?.end)).toBe('17');
  });

  it('are those of the source in the body of a macro that goes over lines', () => {
    const source = '#define CHECK(c) \\\n  do { if (c) \\\n    exit(7); } while (0)\n';
    const number = read(source).tokens.find(({ kind }) => kind === 'num');
    expect(source.slice(number?.start, number?.end)).toBe('7');
  });
});

it('keeps comments, declared names and texts as separate evidence', () => {
  const { comments, names, texts } = read(
    '/* What  I\n * thought */\nvoid f(int wert) { printf("so viel: %d", wert); }',
  );
  expect(comments).toEqual(['What I thought']);
  expect([...names].sort()).toEqual(['f', 'wert']);
  expect(texts).toEqual(['"so viel: %d"']);
});

describe('what no student writes', () => {
  it('is read as far as it makes sense where it does not compile', () => {
    expect(kinds('__global__ void k( { int i = threadIdx.x;')).toContain('threadIdx.x');
  });

  it('is refused where it has too many tokens', () => {
    expect(readTokens(inKernel('n++;'.repeat(20_000)), parser)).toBeNull();
  });

  it('is read or refused, and ends, however deep it nests', () => {
    const deep = `int x = ${'('.repeat(50_000)}1${')'.repeat(50_000)};`;
    const reading = readTokens(deep, parser);
    expect(reading === null || reading.tokens.length < 10).toBe(true);
    expect(readTokens('a<'.repeat(200_000), parser)).toBeNull();
  });
});
