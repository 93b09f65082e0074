import { Directory, File } from '@bjorn3/browser_wasi_shim';
import { describe, expect, it } from 'vitest';
import { Assets } from '../../grader/compile/assets.ts';
import { sysroot } from '../../grader/compile/files.ts';

describe("the compiler's own files", () => {
  it('lie where the build has found them in the archive', () => {
    const bytes = new TextEncoder().encode('....abcde...');
    const root = sysroot({ archiveBytes: bytes.length, files: [['include/a/b.h', 4, 5]] }, bytes);
    const folder = (root.contents.get('include') as Directory).contents.get('a') as Directory;
    const file = folder.contents.get('b.h') as File;
    expect(new TextDecoder().decode(file.data)).toBe('abcde');
    expect(file.readonly).toBe(true);
  });

  it('are refused out of an archive that is another than the index was made of', () => {
    expect(() => sysroot({ archiveBytes: 3, files: [] }, new Uint8Array(4))).toThrow(
      'another version of @yowasp/clang?',
    );
  });

  it('are headers and libraries, and no dialect that our flags exclude', () => {
    const usr = new Assets().sysroot();
    const at = (path: string) =>
      path
        .split('/')
        .reduce<unknown>((entry, name) => (entry instanceof Directory ? entry.contents.get(name) : null), usr);
    expect(at('include/c++/v1/vector')).toBeInstanceOf(File);
    expect(at('lib/wasm32-wasip1/libc.a')).toBeInstanceOf(File);
    expect(at('include/c++/v1/__cxx03')).toBeUndefined();
  });
});
