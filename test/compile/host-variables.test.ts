import { expect, it } from 'vitest';
import { wordDiagnostic } from '../explain/facts.ts';
import { useCompiler } from './harness.ts';

const compile = useCompiler();
const program = (statements: string, before = '') => `#include <cstdio>
struct Pair { int a, b; };
__device__ int total = 3;
__constant__ float weights[4];
__device__ Pair pair;
__managed__ int managed = 1;
__constant__ const int known = 4;
__global__ void kernel() { total = 5; pair.a = (int)weights[1] + managed; }
template <class T> void upload(T &symbol, const T &value) { cudaMemcpyToSymbol(symbol, &value, sizeof(T)); }
${before}
int main() {
  float values[4] = {};
  ${statements}
}
`;
const LINE = 13;
const warnings = async (statements: string, before?: string) =>
  (await compile(program(statements, before), null)).diagnostics;

it.each([
  ['printf("%d", total);', 'host code reads total, a variable of the device', 16],
  ['if (pair.b > 3) return 1;', 'host code reads pair, a variable of the device', 7],
  ['values[0] = weights[2];', 'host code reads weights, a variable of the device', 15],
  ['weights[2] = 1;', 'host code writes weights, a variable of the device', 3],
  ['total += 2;', 'host code writes total, a variable of the device', 3],
])('warns of %s', async (statement, message, column) => {
  const found = await warnings(statement);
  expect(found).toMatchObject([{ severity: 'warning', rule: 'compile-warning', message, line: LINE, column }]);
  const hint = found[0] && wordDiagnostic(found[0]).hint;
  expect(hint).toContain(message.includes('reads') ? 'cudaMemcpyFromSymbol' : 'cudaMemcpyToSymbol');
});

it.each([
  [
    'the calls of the runtime',
    'cudaMemcpyToSymbol(weights, values, sizeof(weights)); cudaMemcpyFromSymbol(values, weights, 16);',
  ],
  ['a function that passes it on', 'upload(pair, Pair{1, 2});'],
  [
    'its address and its size',
    'void *p; cudaGetSymbolAddress(&p, total); values[0] = sizeof(total) + sizeof(weights[0]);',
  ],
  ['managed memory', 'kernel<<<1, 1>>>(); cudaDeviceSynchronize(); managed += 1;'],
  ['a constant', 'values[known - 1] = known;'],
  ['a local variable of the same name', 'int total = 2; values[total] = total;'],
])('does not warn of %s', async (_, statements) => {
  expect(await warnings(statements)).toEqual([]);
});

it('does not warn of functions for both sides and for the device', async () => {
  const both = '__host__ __device__ int both() { return total + managed; }\n__device__ int own() { return total; }';
  expect(await warnings('printf("%d", (int)values[0]);', both)).toEqual([]);
});
