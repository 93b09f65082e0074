import { beforeEach, describe, expect, it } from 'vitest';
import { Files } from '../../../grader/host/module/files.ts';
import { HostMemory } from '../../../grader/host/module/memory.ts';
import type { FileSystem } from '../../../grader/platform/files/readable-files.ts';

/** The numbers of Linux. */
const ERRNO = {
  ...{ success: 0, noent: 2, badf: 9, acces: 13, exist: 17, notdir: 20, isdir: 21, inval: 22, mfile: 24, nospc: 28 },
  ...{ rofs: 30, nametoolong: 36, notempty: 39, loop: 40 },
};
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
  list(path) {
    if (path === 'secret') return 'outside';
    if (path === 'data/a.txt') return 'file';
    if (path === '.') return [{ name: 'data', kind: 'folder' }];
    if (path !== 'data') return 'missing';
    return [
      { name: 'link', kind: 'link' },
      { name: 'a.txt', kind: 'file' },
    ];
  },
};

let memory: HostMemory;
let files: Files;
let call: (name: string, ...args: (number | bigint)[]) => number;
beforeEach(() => start(0));

/** @param scratchBytes - what may be written */
function start(scratchBytes: number): void {
  closed = 0;
  memory = new HostMemory(new WebAssembly.Memory({ initial: 1 }), () => false);
  files = new Files(() => memory, SYSTEM, scratchBytes);
  const imports = files.imports() as unknown as Record<string, (...args: (number | bigint)[]) => number>;
  call = (name, ...args) => imports[name]?.(...args) ?? Number.NaN;
}

function open(
  path: string,
  { from = 3, how = 0, rights = READ, flags = 0, lookUp = 1 } = {},
): { error: number; fd: number } {
  const bytes = new TextEncoder().encode(path);
  memory.bytes(PATH, bytes.length).set(bytes);
  const error = call('path_open', from, lookUp, PATH, bytes.length, how, rights, 0n, flags, RESULT);
  return { error, fd: memory.u32(RESULT) };
}

/** Reads into buffers of the given lengths, one after the other in memory. */
function read(fd: number, ...lengths: number[]): string {
  let at = BUFFER;
  for (const [index, length] of lengths.entries()) {
    memory.setWord(VECTORS + 16 * index, at);
    memory.setWord(VECTORS + 16 * index + 8, length);
    at += length;
  }
  expect(call('fd_read', fd, VECTORS, lengths.length, RESULT)).toBe(ERRNO.success);
  return new TextDecoder().decode(memory.bytes(BUFFER, memory.u32(RESULT)).slice());
}

describe('files over WASI', () => {
  it('are found from the working folder, the only one of a new program', () => {
    expect(call('fd_prestat_get', 3, RESULT)).toBe(ERRNO.success);
    expect([memory.u32(RESULT), memory.u64(RESULT + 8)]).toEqual([0, 1n]);
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
    // The number of the file comes from its path.
    stat.fill(0, 8, 16);
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
    expect(call('path_remove_directory', 3, PATH, 4)).toBe(ERRNO.rofs);
    expect(call('path_rename', 3, PATH, 4, 3, PATH, 5)).toBe(ERRNO.rofs);
  });

  it('are limited in number of writes and in length of names', () => {
    start(1024);
    const make = (name: string) => {
      const { error, fd } = open(name, { how: 1, rights: WRITE });
      if (error === ERRNO.success) call('fd_close', fd);
      return error;
    };
    const folder = new TextEncoder().encode('folder');
    memory.bytes(PATH, folder.length).set(folder);
    expect(call('path_create_directory', 3, PATH, folder.length)).toBe(ERRNO.success);
    const errors = Array.from({ length: 4096 }, (_, index) => make(`file ${index}`));
    expect(errors.lastIndexOf(ERRNO.success)).toBe(4094);
    expect(errors[4095]).toBe(ERRNO.nospc);
    expect(make('file 7')).toBe(ERRNO.success);
    expect(call('path_create_directory', 3, PATH, 3)).toBe(ERRNO.nospc);
    expect(make('x'.repeat(4097))).toBe(ERRNO.nametoolong);
    expect(files.written).toHaveLength(4095);
  });

  it('are closed once, by the program or at its end, and limited in number', () => {
    const { fd } = open('data/a.txt');
    expect(call('fd_close', fd)).toBe(ERRNO.success);
    expect(call('fd_close', fd)).toBe(ERRNO.badf);
    const errors = new Set(Array.from({ length: 300 }, () => open('data/a.txt').error));
    expect(errors).toEqual(new Set([ERRNO.success, ERRNO.mfile]));
    files.dispose();
    expect(closed).toBe(256);
  });
});

describe('files that a program writes', () => {
  const [CREATE, EXCLUSIVE, TRUNCATE, APPEND] = [1, 4, 8, 1];
  const BOTH = READ | WRITE;
  beforeEach(() => start(100));

  function write(fd: number, text: string): number {
    const bytes = new TextEncoder().encode(text);
    memory.bytes(BUFFER, bytes.length).set(bytes);
    memory.setWord(VECTORS, BUFFER);
    memory.setWord(VECTORS + 8, bytes.length);
    return call('fd_write', fd, VECTORS, 1, RESULT);
  }

  function named(name: string, ...paths: string[]): number {
    const args = paths.flatMap((path, index) => {
      const bytes = new TextEncoder().encode(path);
      memory.bytes(PATH + 64 * index, bytes.length).set(bytes);
      return [3, PATH + 64 * index, bytes.length];
    });
    return call(name, ...args);
  }

  it('are read as they were written, by any name that leads there', () => {
    const { fd } = open('out.txt', { how: CREATE | TRUNCATE, rights: WRITE });
    expect(write(fd, 'one ')).toBe(ERRNO.success);
    expect(write(fd, 'two')).toBe(ERRNO.success);
    expect(memory.u32(RESULT)).toBe(3);
    expect(call('fd_close', fd)).toBe(ERRNO.success);
    expect(read(open('./x/../out.txt').fd, 20)).toBe('one two');
    expect(files.written).toEqual(['out.txt']);
  });

  it('end where they are cut, and begin with zeros where nothing was written', () => {
    const { fd } = open('out.txt', { how: CREATE, rights: BOTH });
    expect(call('fd_seek', fd, 2n, 0, RESULT)).toBe(ERRNO.success);
    write(fd, 'abc');
    expect(call('fd_filestat_set_size', fd, 4n)).toBe(ERRNO.success);
    expect(call('fd_seek', fd, 0n, 0, RESULT)).toBe(ERRNO.success);
    expect(read(fd, 10)).toBe('\0\0ab');
  });

  it('are appended to where that is asked for', () => {
    const { fd } = open('out.txt', { how: CREATE, rights: BOTH, flags: APPEND });
    write(fd, 'abc');
    call('fd_seek', fd, 0n, 0, RESULT);
    write(fd, 'd');
    expect(read(open('out.txt').fd, 10)).toBe('abcd');
    expect(call('fd_fdstat_get', fd, BUFFER)).toBe(ERRNO.success);
    expect(memory.bytes(BUFFER, 4)[2]).toBe(APPEND);
    expect(call('fd_fdstat_set_flags', fd, 0)).toBe(ERRNO.success);
    call('fd_seek', fd, 0n, 0, RESULT);
    write(fd, 'x');
    expect(read(open('out.txt').fd, 10)).toBe('xbcd');
  });

  it('take the place of a standard stream', () => {
    const { fd } = open('out.txt', { how: CREATE, rights: BOTH });
    expect(files.holds(1)).toBe(false);
    expect(call('fd_renumber', fd, 1)).toBe(ERRNO.success);
    expect([files.holds(1), files.holds(fd)]).toEqual([true, false]);
    expect(write(1, 'printed')).toBe(ERRNO.success);
    expect(read(open('out.txt').fd, 10)).toBe('printed');
  });

  it('begin as copies of the files of the machine, which stay as they are', () => {
    const { fd } = open('data/a.txt', { rights: BOTH });
    expect(write(fd, 'ab')).toBe(ERRNO.success);
    expect(read(open('data/a.txt').fd, 20)).toBe('ab23456789');
    expect(new TextDecoder().decode(CONTENT)).toBe('0123456789');
    expect(closed).toBe(1);
    expect(read(open('data/a.txt', { how: TRUNCATE, rights: BOTH }).fd, 20)).toBe('');
  });

  it('can stand where something lies outside, of which nothing is seen', () => {
    expect(open('secret', { rights: BOTH }).error).toBe(ERRNO.acces);
    const { error, fd } = open('secret', { how: CREATE, rights: BOTH });
    expect(error).toBe(ERRNO.success);
    expect(read(fd, 10)).toBe('');
    expect(files.refused).toEqual(['secret']);
  });

  it('are refused as on a disk', () => {
    expect(open('none', { rights: BOTH }).error).toBe(ERRNO.noent);
    expect(open('data', { how: CREATE, rights: BOTH }).error).toBe(ERRNO.isdir);
    expect(open('data/a.txt', { how: CREATE | EXCLUSIVE, rights: BOTH }).error).toBe(ERRNO.exist);
    expect(write(open('data/a.txt').fd, 'x')).toBe(ERRNO.badf);
    const { fd } = open('out.txt', { how: CREATE, rights: BOTH });
    expect(write(fd, 'x'.repeat(60))).toBe(ERRNO.success);
    expect(write(fd, 'x'.repeat(41))).toBe(ERRNO.nospc);
    expect(write(fd, 'x'.repeat(40))).toBe(ERRNO.success);
  });

  it('are renamed and removed', () => {
    write(open('a', { how: CREATE, rights: BOTH }).fd, 'x'.repeat(100));
    expect(named('path_rename', 'a', 'b')).toBe(ERRNO.success);
    expect(open('a').error).toBe(ERRNO.noent);
    expect(read(open('b').fd, 1)).toBe('x');
    expect(named('path_unlink_file', 'b')).toBe(ERRNO.success);
    expect(named('path_unlink_file', 'b')).toBe(ERRNO.noent);
    expect(named('path_create_directory', 'made')).toBe(ERRNO.success);
    expect(named('path_create_directory', 'data')).toBe(ERRNO.exist);
    expect(open('made', { how: 2 }).error).toBe(ERRNO.success);
    expect(write(open('made/a', { how: CREATE, rights: BOTH }).fd, 'x'.repeat(100))).toBe(ERRNO.success);
  });

  it('hides a file of the machine that is removed, until it is made again', () => {
    expect(named('path_unlink_file', 'data/a.txt')).toBe(ERRNO.success);
    expect(open('data/a.txt').error).toBe(ERRNO.noent);
    expect(open('data/a.txt', { rights: BOTH }).error).toBe(ERRNO.noent);
    expect(read(open('data/a.txt', { how: CREATE, rights: BOTH }).fd, 20)).toBe('');
    expect(list('data')).toEqual(['. 3', '.. 3', 'a.txt 4', 'link 7']);
  });

  it('renames a file of the machine as a copy', () => {
    expect(named('path_rename', 'data/a.txt', 'data/b.txt')).toBe(ERRNO.success);
    expect(read(open('data/b.txt').fd, 20)).toBe('0123456789');
    expect(open('data/a.txt').error).toBe(ERRNO.noent);
  });

  it('removes and renames folders as on a disk', () => {
    expect(named('path_remove_directory', 'data')).toBe(ERRNO.notempty);
    expect(named('path_remove_directory', 'data/a.txt')).toBe(ERRNO.notdir);
    expect(named('path_remove_directory', 'none')).toBe(ERRNO.noent);
    expect(named('path_remove_directory', 'secret')).toBe(ERRNO.noent);
    expect(named('path_remove_directory', '.')).toBe(ERRNO.inval);
    expect(named('path_unlink_file', 'data')).toBe(ERRNO.isdir);
    for (const folder of ['one', 'one/two', 'three']) named('path_create_directory', folder);
    open('one/two/file', { how: CREATE, rights: BOTH });
    expect(named('path_rename', 'one', 'one/two/three')).toBe(ERRNO.inval);
    expect(named('path_rename', 'one/two/file', 'three')).toBe(ERRNO.isdir);
    expect(named('path_rename', 'three', 'one/two/file')).toBe(ERRNO.notdir);
    expect(named('path_rename', 'three', 'one')).toBe(ERRNO.notempty);
    expect(named('path_rename', 'one', 'three')).toBe(ERRNO.success);
    expect([list('three/two'), list('one')]).toEqual([['. 3', '.. 3', 'file 4'], ERRNO.noent]);
    expect(open('one/file', { how: CREATE, rights: BOTH }).error).toBe(ERRNO.success);
  });

  it('removes a folder of the machine in memory only, with its links', () => {
    for (const file of ['data/a.txt', 'data/link']) expect(named('path_unlink_file', file)).toBe(ERRNO.success);
    expect(named('path_remove_directory', 'data')).toBe(ERRNO.success);
    expect(open('data').error).toBe(ERRNO.noent);
    expect(open('data/new', { how: CREATE, rights: BOTH }).error).toBe(ERRNO.noent);
    expect(named('path_create_directory', 'data')).toBe(ERRNO.success);
    expect(list('data')).toEqual(['. 3', '.. 3']);
  });

  it('finds nothing in a folder made where the program can see nothing', () => {
    expect(open('secret', { how: 2 }).error).toBe(ERRNO.noent);
    named('path_create_directory', 'secret');
    expect(list('secret')).toEqual(['. 3', '.. 3']);
    expect(files.refused).toEqual([]);
  });
});

describe('folders over WASI', () => {
  it('are listed by name with their kind, in parts if there is little room', () => {
    expect(list('data')).toEqual(['. 3', '.. 3', 'a.txt 4', 'link 7']);
    expect(list('data', 40)).toEqual(['. 3', '.. 3', 'a.txt 4', 'link 7']);
    expect(list('none')).toBe(ERRNO.noent);
    expect(call('fd_readdir', open('data/a.txt').fd, BUFFER, 100, 0n, RESULT)).toBe(ERRNO.notdir);
  });

  it('give each path that leads to a file the same number, and no other', () => {
    start(100);
    for (const path of ['one', 'two']) open(path, { how: 1, rights: READ | WRITE });
    const number = (path: string) => {
      const bytes = new TextEncoder().encode(path);
      memory.bytes(PATH, bytes.length).set(bytes);
      expect(call('path_filestat_get', 3, 1, PATH, bytes.length, BUFFER)).toBe(ERRNO.success);
      return memory.u64(BUFFER + 8);
    };
    expect(number('one')).toBe(number('./data/../one'));
    expect(number('one')).not.toBe(number('two'));
  });

  it('tell a link only if the program does not follow it', () => {
    const bytes = new TextEncoder().encode('data/link');
    memory.bytes(PATH, bytes.length).set(bytes);
    expect(call('path_filestat_get', 3, 0, PATH, bytes.length, BUFFER)).toBe(ERRNO.success);
    expect(memory.bytes(BUFFER, 24)[16]).toBe(7);
    expect(call('path_filestat_get', 3, 1, PATH, bytes.length, BUFFER)).toBe(ERRNO.noent);
    expect(open('data/link', { lookUp: 0 }).error).toBe(ERRNO.loop);
    expect(open('data/link', { lookUp: 0, how: 2 }).error).toBe(ERRNO.notdir);
  });
});

/** Returns names and kinds of a folder's entries as a program reads them, or the number of an error. */
function list(path: string, room = 400): string[] | number {
  const { error, fd } = open(path, { how: 2 });
  if (error !== ERRNO.success) return error;
  const entries: string[] = [];
  for (let cookie = 0n; ; ) {
    expect(call('fd_readdir', fd, BUFFER, room, cookie, RESULT)).toBe(ERRNO.success);
    const used = memory.u32(RESULT);
    let at = 0;
    while (at + 24 <= used) {
      const length = memory.u32(BUFFER + at + 16);
      if (at + 24 + length > used) break;
      const name = new TextDecoder().decode(memory.bytes(BUFFER + at + 24, length).slice());
      entries.push(`${name} ${memory.bytes(BUFFER + at + 20, 1)[0]}`);
      cookie = memory.u64(BUFFER + at);
      at += 24 + length;
    }
    if (used < room) return entries;
  }
}
