import { beforeEach, describe, expect, it } from 'vitest';
import type { FileSystem } from '../../../grader/record/host/file-system.ts';
import { Files } from '../../../grader/record/host/files.ts';
import { HostMemory } from '../../../grader/record/host/memory.ts';

const ERRNO = { success: 0, acces: 2, badf: 8, inval: 28, isdir: 31, mfile: 33, noent: 44, notdir: 54, rofs: 69 };
const [RESULT, VECTORS, BUFFER, PATH] = [0, 64, 256, 1024];
const READ = 0x2n;
const WRITE = 0x40n;

/** Holds `data/a.txt`; `secret` lies outside. */
let closed: number;
const CONTENT = new TextEncoder().encode('0123456789');
const SYSTEM: FileSystem = {
  open(path) {
    if (path === 'secret') return 'outside';
    if (path === 'data') return 'folder';
    if (path !== 'data/a.txt') return 'missing';
    return {
      bytes: CONTENT.length,
      read(into, position) {
        const part = CONTENT.subarray(position, position + into.length);
        into.set(part);
        return part.length;
      },
      close: () => {
        closed += 1;
      },
    };
  },
};

let memory: HostMemory;
let files: Files;
let call: (name: string, ...args: (number | bigint)[]) => number;
beforeEach(() => {
  closed = 0;
  memory = new HostMemory(new WebAssembly.Memory({ initial: 1 }), () => false);
  files = new Files(() => memory, SYSTEM);
  const imports = files.imports() as unknown as Record<string, (...args: (number | bigint)[]) => number>;
  call = (name, ...args) => imports[name]?.(...args) ?? Number.NaN;
});

function open(path: string, { from = 3, how = 0, rights = READ } = {}): { error: number; fd: number } {
  const bytes = new TextEncoder().encode(path);
  memory.bytes(PATH, bytes.length).set(bytes);
  const error = call('path_open', from, 0, PATH, bytes.length, how, rights, 0n, 0, RESULT);
  return { error, fd: memory.u32(RESULT) };
}

/** Reads into buffers of the given lengths, one after the other in memory. */
function read(fd: number, ...lengths: number[]): string {
  let at = BUFFER;
  for (const [index, length] of lengths.entries()) {
    memory.setU32(VECTORS + 8 * index, at);
    memory.setU32(VECTORS + 8 * index + 4, length);
    at += length;
  }
  expect(call('fd_read', fd, VECTORS, lengths.length, RESULT)).toBe(ERRNO.success);
  return new TextDecoder().decode(memory.bytes(BUFFER, memory.u32(RESULT)).slice());
}

describe('files over WASI', () => {
  it('are found from the working folder, the only one that a program starts with', () => {
    expect(call('fd_prestat_get', 3, RESULT)).toBe(ERRNO.success);
    expect([memory.u32(RESULT), memory.u32(RESULT + 4)]).toEqual([0, 1]);
    call('fd_prestat_dir_name', 3, BUFFER, 1);
    expect(memory.text(BUFFER)).toBe('.');
    expect(call('fd_prestat_get', 4, RESULT)).toBe(ERRNO.badf);
  });

  it('are read from where the position is, and it moves', () => {
    const { error, fd } = open('data/a.txt');
    expect([error, fd]).toEqual([ERRNO.success, 4]);
    expect(read(fd, 2, 3)).toBe('01234');
    expect(call('fd_tell', fd, RESULT)).toBe(ERRNO.success);
    expect(memory.u32(RESULT)).toBe(5);
    expect(call('fd_seek', fd, -2n, 2, RESULT)).toBe(ERRNO.success);
    expect(read(fd, 10)).toBe('89');
    expect(read(fd, 10)).toBe('');
    expect(call('fd_seek', fd, 4n, 0, RESULT)).toBe(ERRNO.success);
    expect(call('fd_seek', fd, -1n, 1, RESULT)).toBe(ERRNO.success);
    expect(read(fd, 1)).toBe('3');
    expect(call('fd_seek', fd, -1n, 0, RESULT)).toBe(ERRNO.inval);
    expect(call('fd_seek', fd, 2n ** 60n, 0, RESULT)).toBe(ERRNO.inval);
    expect(call('fd_seek', fd, 0n, 7, RESULT)).toBe(ERRNO.inval);
  });

  it('are opened from a folder that was opened', () => {
    const folder = open('data', { how: 2 });
    expect(folder.error).toBe(ERRNO.success);
    expect(open('a.txt', { from: folder.fd }).error).toBe(ERRNO.success);
    expect(call('fd_read', folder.fd, VECTORS, 0, RESULT)).toBe(ERRNO.isdir);
    expect(open('data/a.txt', { how: 2 }).error).toBe(ERRNO.notdir);
    expect(open('x', { from: open('data/a.txt').fd }).error).toBe(ERRNO.notdir);
  });

  it('tell their kind and size, and nothing of the machine', () => {
    const { fd } = open('data/a.txt');
    memory.bytes(BUFFER, 64).fill(0xff);
    expect(call('fd_filestat_get', fd, BUFFER)).toBe(ERRNO.success);
    const stat = memory.bytes(BUFFER, 64).slice();
    expect([stat[16], stat[32]]).toEqual([4, 10]);
    expect(stat.filter((byte) => byte !== 0).length).toBe(3);
    memory.bytes(PATH, 4).set(new TextEncoder().encode('data'));
    expect(call('path_filestat_get', 3, 0, PATH, 4, BUFFER)).toBe(ERRNO.success);
    expect(memory.bytes(BUFFER, 64)[16]).toBe(3);
    expect(call('fd_fdstat_get', fd, BUFFER)).toBe(ERRNO.success);
    expect(memory.bytes(BUFFER, 1)[0]).toBe(4);
  });

  it('are refused with the reason, and what lies outside is remembered', () => {
    expect(open('none').error).toBe(ERRNO.noent);
    expect(open('secret').error).toBe(ERRNO.acces);
    expect(open('secret').error).toBe(ERRNO.acces);
    expect(files.refused).toEqual(['secret']);
  });

  it('are not written, made, or taken away', () => {
    for (const how of [1, 4, 8]) expect(open('data/a.txt', { how }).error).toBe(ERRNO.rofs);
    expect(open('data/a.txt', { rights: READ | WRITE }).error).toBe(ERRNO.rofs);
    expect(call('path_unlink_file', 3, PATH, 4)).toBe(ERRNO.rofs);
    expect(call('path_create_directory', 3, PATH, 4)).toBe(ERRNO.rofs);
  });

  it('are closed once, by the program or at its end, and are not without number', () => {
    const { fd } = open('data/a.txt');
    expect(call('fd_close', fd)).toBe(ERRNO.success);
    expect(call('fd_close', fd)).toBe(ERRNO.badf);
    const errors = new Set(Array.from({ length: 300 }, () => open('data/a.txt').error));
    expect(errors).toEqual(new Set([ERRNO.success, ERRNO.mfile]));
    files.dispose();
    expect(closed).toBe(256);
  });
});
