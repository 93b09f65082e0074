import { Directory, File } from '@bjorn3/browser_wasi_shim';
import { describe, expect, it } from 'vitest';
import { Assets } from '../../grader/compile/assets.ts';
import { sysroot } from '../../grader/compile/files.ts';

/** An archive in memory, which counts how often it is read. */
function archiveOf(bytes: Uint8Array) {
  const reads: number[] = [];
  const read = (offset: number, length: number) => {
    reads.push(offset);
    return bytes.subarray(offset, offset + length);
  };
  return { bytes: bytes.length, read, reads };
}

const noAsset = (name: string): never => {
  throw new Error(`${name} was read`);
};

describe("the compiler's own files", () => {
  it('lie where the build has found them in the archive', () => {
    const bytes = new TextEncoder().encode('....abcde...');
    const archive = archiveOf(bytes);
    const index = { archiveBytes: bytes.length, files: [['include/a/b.h', 4, 5]], libraries: [] } as const;
    const root = sysroot(index, archive, noAsset);
    const folder = (root.contents.get('include') as Directory).contents.get('a') as Directory;
    const file = folder.contents.get('b.h') as File;
    expect(file.size).toBe(5n);
    expect(archive.reads).toEqual([]);
    expect(new TextDecoder().decode(file.data)).toBe('abcde');
    expect(new TextDecoder().decode(file.data)).toBe('abcde');
    expect(archive.reads).toEqual([4]);
    expect(file.readonly).toBe(true);
  });

  it('are refused out of an archive that is another than the index was made of', () => {
    const index = { archiveBytes: 3, files: [], libraries: [] };
    expect(() => sysroot(index, archiveOf(new Uint8Array(4)), noAsset)).toThrow('another version of @yowasp/clang?');
  });

  it('have libraries that are read when they are first opened', () => {
    const asked: string[] = [];
    const index = { archiveBytes: 0, files: [], libraries: [['lib/t/x.a', 'lib/x.a', 3]] } as const;
    const root = sysroot(index, archiveOf(new Uint8Array()), (name) => {
      asked.push(name);
      return new Uint8Array([1, 2, 3]);
    });
    const file = ((root.contents.get('lib') as Directory).contents.get('t') as Directory).contents.get('x.a') as File;
    expect(file.size).toBe(3n);
    expect(asked).toEqual([]);
    expect([...file.data, ...file.data]).toEqual([1, 2, 3, 1, 2, 3]);
    expect(asked).toEqual(['lib/x.a']);
  });

  it('are headers and libraries, and no dialect that our flags exclude', () => {
    const usr = new Assets().sysroot();
    const at = (path: string) =>
      path
        .split('/')
        .reduce<unknown>((entry, name) => (entry instanceof Directory ? entry.contents.get(name) : null), usr);
    expect(at('include/c++/v1/vector')).toBeInstanceOf(File);
    expect(at('lib/wasm64-wasip1/libc.a')).toBeInstanceOf(File);
    expect(at('include/c++/v1/__cxx03')).toBeUndefined();
  });
});
