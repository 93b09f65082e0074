import type { CreateDevice, RunDevice } from '../../grader/host/device.ts';

/** Where the memory of fake devices begins: above every host address, as the emulator's. */
export const DEVICE_BASE = 0x2000_0000;
const BYTES = 1 << 20;

/** A device with memory and no kernels: enough for what the runtime does between host code and a device. */
export const createFakeDevice: CreateDevice = () => {
  const memory = new Uint8Array(BYTES);
  const state = new Uint8Array(BYTES);
  let next = 0;
  const device: RunDevice = {
    kind: 'emulator',
    properties: {
      name: 'fake',
      major: 9,
      minor: 0,
      warpSize: 32,
      multiProcessorCount: 1,
      maxThreadsPerBlock: 1024,
      maxThreadsDim: [1024, 1024, 64],
      maxGridSize: [2 ** 31 - 1, 65_535, 65_535],
      sharedMemPerBlock: 49_152,
      sharedMemPerBlockOptin: 232_448,
      totalGlobalMem: BYTES,
    },
    alloc(bytes) {
      if (next + bytes > BYTES) return null;
      const pointer = DEVICE_BASE + next;
      next += Math.ceil((bytes + 1) / 256) * 256;
      return pointer;
    },
    free: () => 0,
    write(pointer, bytes) {
      memory.set(bytes, pointer - DEVICE_BASE);
      state.fill(2, pointer - DEVICE_BASE, pointer - DEVICE_BASE + bytes.length);
      return 0;
    },
    read(pointer, into) {
      into.set(memory.subarray(pointer - DEVICE_BASE, pointer - DEVICE_BASE + into.length));
      return 0;
    },
    copy(to, from, bytes) {
      memory.copyWithin(to - DEVICE_BASE, from - DEVICE_BASE, from - DEVICE_BASE + bytes);
      return 0;
    },
    set(pointer, value, bytes) {
      memory.fill(value, pointer - DEVICE_BASE, pointer - DEVICE_BASE + bytes);
      return 0;
    },
    owns: (pointer) => pointer >= DEVICE_BASE && pointer < DEVICE_BASE + BYTES,
    symbol: () => null,
    launch() {
      throw new Error('a fake device runs no kernels');
    },
    mapHost: () => undefined,
    setTexture: () => undefined,
    takeFaults: () => [],
    takeOutput: () => '',
    poison(pointer, bytes) {
      memory.set(bytes, pointer - DEVICE_BASE);
      state.fill(0, pointer - DEVICE_BASE, pointer - DEVICE_BASE + bytes.length);
    },
    state: (pointer, bytes) => state.slice(pointer - DEVICE_BASE, pointer - DEVICE_BASE + bytes),
    dispose: () => undefined,
  };
  return device;
};
