import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../../grader/platform/root.ts';
import { unavailable } from './fake-driver.ts';

/** NVIDIA's management library, as far as the binding asks it. */
const NVML = `
#include <string.h>
int nvmlInit_v2(void) { return 0; }
int nvmlDeviceGetHandleByUUID(const char *uuid, void **device) {
  *device = (void *)8;
  return strcmp(uuid, "GPU-known") == 0 ? 0 : 6;
}
int nvmlDeviceGetClockInfo(void *device, unsigned type, unsigned *value) {
  *value = type == 1 ? 1980 : type == 2 ? 3201 : 0;
  return device == (void *)8 ? 0 : 2;
}
int nvmlDeviceGetTemperature(void *device, unsigned sensor, unsigned *value) {
  *value = 41 + sensor;
  return device == (void *)8 ? 0 : 2;
}
int nvmlDeviceGetUtilizationRates(void *device, unsigned *rates) {
  rates[0] = 37;
  rates[1] = 5;
  return device == (void *)8 ? 0 : 2;
}
struct process { unsigned pid; unsigned long long used; unsigned instance, compute; };
int nvmlDeviceGetComputeRunningProcesses_v2(void *device, unsigned *count, struct process *processes) {
  const unsigned room = *count;
  *count = 2;
  if (room < 2) return 7;
  processes[0] = (struct process){ 4711, 512ull << 20, 0, 0 };
  processes[1] = (struct process){ 8, ~0ull, 0, 0 };
  return 0;
}
/* As drivers 535.43 to 535.86 have it: it writes longer entries than the other. */
int nvmlDeviceGetComputeRunningProcesses_v3(void *device, unsigned *count, void *processes) {
  const unsigned room = *count;
  *count = 2;
  if (room < 2) return 7;
  memset(processes, 1, 2 * 32);
  return 0;
}
int nvmlSystemGetProcessName(unsigned pid, char *name, unsigned bytes) {
  if (pid == 8) return 6;
  strncpy(name, "/usr/bin/train", bytes);
  return 0;
}
int REASONS(void *device, unsigned long long *bits) { *bits = 0x24; return device == (void *)8 ? 0 : 2; }
`;

describe.skipIf(unavailable)('the clocks of a GPU', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'grade-nvml-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function build(reasons: string): void {
    writeFileSync(join(folder, 'nvml.c'), NVML.replace('REASONS', reasons));
    const made = spawnSync('gcc', ['-shared', '-fPIC', '-o', 'libnvidia-ml.so.1', 'nvml.c'], { cwd: folder });
    expect(made.status, String(made.stderr)).toBe(0);
  }

  const clocks = (uuid: string, libraries: string) => ask('clocks', uuid, libraries);

  /** In a process of its own: the library is looked for once. */
  function ask(what: 'clocks' | 'activity', uuid: string, libraries: string): unknown {
    const addon = join(packageRoot, 'build', 'Release', 'cuda.node');
    const script = `console.log(JSON.stringify(require(${JSON.stringify(addon)}).${what}(${JSON.stringify(uuid)})))`;
    const { stdout, stderr } = spawnSync(process.execPath, ['-e', script], {
      encoding: 'utf8',
      env: { LD_LIBRARY_PATH: libraries },
    });
    expect(stderr).toBe('');
    return JSON.parse(stdout);
  }

  it.each(['nvmlDeviceGetCurrentClocksEventReasons', 'nvmlDeviceGetCurrentClocksThrottleReasons'])(
    'come from a library that has %s',
    (name) => {
      build(name);
      expect(clocks('GPU-known', folder)).toEqual({ smMHz: 1980, memoryMHz: 3201, temperature: 41, reasons: 0x24 });
    },
  );

  it('are unknown of a GPU that the library does not know', () => {
    build('nvmlDeviceGetCurrentClocksEventReasons');
    expect(clocks('GPU-other', folder)).toBeNull();
    expect(ask('activity', 'GPU-other', folder)).toBeNull();
  });

  it('come with the processes that use it, and how busy it is', () => {
    build('nvmlDeviceGetCurrentClocksEventReasons');
    expect(ask('activity', 'GPU-known', folder)).toEqual({
      utilization: 37,
      processes: [
        { pid: 4711, name: '/usr/bin/train', mebibytes: 512 },
        { pid: 8, name: '', mebibytes: 0 },
      ],
    });
  });

  it('are unknown where the library cannot tell what slows a GPU down', () => {
    build('somethingElse');
    expect(clocks('GPU-known', folder)).toBeNull();
  });
});
