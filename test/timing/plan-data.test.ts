import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchPlanSchema, type PlanStep } from '../../grader/host/plan/index.ts';
import { Bench } from '../host/bench.ts';

const SOURCE = `
#include <cstring>
#include <vector>

__constant__ int table[4];
__device__ int *head;
__device__ int other[4];
__global__ void use(const int *from, int *to) { *to = *from; }

int main(int argc, char **argv) {
  const char *which = argv[1];
  int *data = nullptr;
  cudaMalloc(&data, 2 << 20);
  const int four[4] = {1, 2, 3, 4};
  if (!strcmp(which, "small")) {
    cudaMemcpy(data + 1, four, 8, cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(table, four + 1, 8, 4);
  }
  if (!strcmp(which, "large")) {
    const std::vector<char> bytes(64 << 10, 'a'), more((64 << 10) + 1, 'b');
    cudaMemcpy(data, bytes.data(), bytes.size(), cudaMemcpyHostToDevice);
    cudaMemcpy(data, more.data(), more.size(), cudaMemcpyHostToDevice);
  }
  if (!strcmp(which, "often")) {
    const std::vector<char> bytes(64 << 10, 'a');
    for (int i = 0; i < 18; i++) cudaMemcpy(data, bytes.data(), bytes.size(), cudaMemcpyHostToDevice);
  }
  if (!strcmp(which, "pointer")) {
    int *at = data + 5;
    cudaMemcpyToSymbol(head, &at, sizeof at);
  }
  if (!strcmp(which, "device")) {
    cudaMemcpyToSymbol(other, data, 8, 4, cudaMemcpyDeviceToDevice);
    cudaMemcpyFromSymbol(data + 2, other, 8, 0, cudaMemcpyDeviceToDevice);
    void *address;
    cudaGetSymbolAddress(&address, other);
    cudaMemset(address, 3, 4);
    int back;
    cudaMemcpyFromSymbol(&back, other, 4, 8);
  }
  if (!strcmp(which, "argument")) {
    void *address;
    cudaGetSymbolAddress(&address, other);
    use<<<1, 1>>>((int *)address + 2, data);
    use<<<1, 1>>>(data, data + 1);
  }
  cudaFree(data);
}
`;

describe('what a launch plan keeps', () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await Bench.open(SOURCE);
  });
  afterAll(() => bench?.close());

  async function steps<Kind extends PlanStep['step']>(which: string, ...kinds: Kind[]) {
    const { plan } = await bench.scenario(which);
    expect(launchPlanSchema.safeParse(plan).success).toBe(true);
    return plan.steps.filter((step): step is Extract<PlanStep, { step: Kind }> =>
      kinds.some((kind) => kind === step.step),
    );
  }
  const integers = (data = '') => [...new Int32Array(new Uint8Array(Buffer.from(data, 'base64')).buffer)];

  it('has the bytes that host code copies to buffers and variables', async () => {
    const [write, symbol] = await steps('small', 'write', 'symbol');
    expect(write).toMatchObject({ step: 'write', to: { buffer: 0, offset: 4 }, bytes: 8 });
    expect(symbol).toMatchObject({ step: 'symbol', variable: expect.stringContaining('table'), offset: 4, bytes: 8 });
    expect(integers(write?.data)).toEqual([1, 2]);
    expect(integers(symbol?.data)).toEqual([2, 3]);
    expect(symbol).not.toHaveProperty('pointer');
  });

  it('keeps 64 KiB of a copy, and nothing of a larger one', async () => {
    const [kept, left] = await steps('large', 'write');
    expect(Buffer.from(kept?.data ?? '', 'base64')).toEqual(Buffer.alloc(64 << 10, 'a'));
    expect(left).toMatchObject({ bytes: (64 << 10) + 1 });
    expect(left).not.toHaveProperty('data');
  });

  it('keeps a mebibyte of all copies together', async () => {
    const writes = await steps('often', 'write');
    expect(writes.map(({ data }) => data !== undefined)).toEqual([...new Array(16).fill(true), false, false]);
  });

  it('says where a pointer in a variable points', async () => {
    const [symbol] = await steps('pointer', 'symbol');
    expect(symbol).toMatchObject({ bytes: 8, pointer: { buffer: 0, offset: 20 } });
  });

  it('names variables that are copied, set and read on the device', async () => {
    const variable = expect.stringContaining('other');
    expect(await steps('device', 'copy', 'set', 'read', 'symbol')).toMatchObject([
      { step: 'copy', to: { variable, offset: 4 }, from: { buffer: 0, offset: 0 }, bytes: 8 },
      { step: 'copy', to: { buffer: 0, offset: 8 }, from: { variable, offset: 0 }, bytes: 8 },
      { step: 'set', to: { variable, offset: 0 }, value: 3, bytes: 4 },
      { step: 'read', from: { variable, offset: 8 }, bytes: 4 },
    ]);
  });

  it('names a variable whose address a kernel gets', async () => {
    const launches = await steps('argument', 'launch');
    expect(launches.map(({ args }) => args)).toMatchObject([
      [
        { kind: 'variable', variable: expect.stringContaining('other'), offset: 8 },
        { kind: 'buffer', buffer: 0, offset: 0 },
      ],
      [
        { kind: 'buffer', buffer: 0, offset: 0 },
        { kind: 'buffer', buffer: 0, offset: 4 },
      ],
    ]);
  });
});
