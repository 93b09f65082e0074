import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { programRunner } from './program-runner.ts';

const source = readFileSync(join(import.meta.dirname, 'streams.cu'), 'utf8');
const lines = source.split('\n');
const cases = [...source.matchAll(/^ {2}CASE\((\w+)\)/gm)].map(([, name = '']) => name);
const lineOf = (name: string) => 1 + lines.findIndex((line) => line.endsWith(`// race ${name}`));
const [racing, honest] = [true, false].map((races) => cases.filter((name) => lineOf(name) > 0 === races));

const { run } = programRunner();
async function found(name: string) {
  const { findings, stdout } = await run(source, 'streams.cu', { args: [name] });
  expect(stdout).toBe('cudaSuccess\n');
  return findings;
}

describe('two calls in different streams', () => {
  it.each(racing ?? [])('race: %s', async (name) => {
    const findings = await found(name);
    expect(findings.map(({ rule, severity, line }) => [rule, severity, line])).toEqual([
      ['global-race', 'error', lineOf(name)],
    ]);
    const [finding] = findings;
    expect(finding?.detail?.kind).toBe('stream-race');
    expect(finding?.related?.[0]?.line).toBeLessThan(lineOf(name));
  });

  it.each(honest ?? [])('are ordered or use other bytes: %s', async (name) => {
    expect(await found(name)).toEqual([]);
  });

  it('are named with their streams, lines and bytes', async () => {
    const [finding] = await found('one_element');
    const { message } = finding ?? {};
    const line = lineOf('one_element') - 1;
    expect(message).toBe(
      `\`fill\` in stream 2 writes bytes 512 to 515 of your own buffer a (allocated at line 26). \`fill\` (line ${line}) in stream 1 writes them too, and nothing orders the two calls.`,
    );
  });

  it('are in the default stream and in a non-blocking one', async () => {
    const [finding] = await found('default_free');
    expect(finding?.message).toMatch(
      /^`add` in stream \d reads bytes 0 to 1,023 of .* in the default stream writes them/,
    );
  });
});

it('says that memory of a pool is allocated and freed, and not written', async () => {
  const { findings } = await run(
    `__global__ void fill(int *p) { p[threadIdx.x] = 1; }
int main() {
  cudaStream_t one, two;
  cudaStreamCreate(&one);
  cudaStreamCreate(&two);
  int *p;
  cudaMallocAsync(&p, 128, one);
  fill<<<1, 32, 0, two>>>(p);
  cudaDeviceSynchronize();
  cudaFreeAsync(p, one);
  fill<<<1, 32, 0, one>>>(p);
  cudaDeviceSynchronize();
  cudaStreamDestroy(one);
  cudaStreamDestroy(two);
}
`,
    'pool.cu',
  );
  const messages = findings.map(({ rule, message }) => `${rule}: ${message}`);
  expect(messages.join('\n')).toMatch(
    /in stream 2 writes bytes 0 to 127 of .*`cudaMallocAsync` \(line 7\) in stream 1 allocates them, /,
  );
  expect(messages.join('\n')).toMatch(/use-after-free: .* after it was freed\. /);
});
