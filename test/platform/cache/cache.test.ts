import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Cache, cacheKey, cacheOptions } from '../../../grader/platform/cache/cache.ts';
import { packageRoot } from '../../../grader/platform/root.ts';
import { noPosix } from '../../posix.ts';

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'grade-cache-')), 'deep', 'er');
});
afterEach(() => rmSync(join(folder, '..', '..'), { recursive: true, force: true }));

const value = { wasm: new Uint8Array([1, 2, 3]), sites: [{ line: 3, position: null }], name: 'tiled<16>' };
const key = cacheKey('source', 'engine');

function open(maxBytes = 1 << 20): Cache {
  return new Cache({ folder, maxBytes });
}

function entryFiles(): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /[0-9a-f]{64}$/.test(name))
    .map((name) => join(folder, name));
}

describe('a cache', () => {
  it('returns stored entries, also in another process', async () => {
    expect(await open().get(key)).toBeUndefined();
    await open().put(key, value);
    expect(await open().get(key)).toEqual(value);
    const script = `
      import { register } from 'tsx/esm/api'; register();
      const { Cache } = await import(${JSON.stringify(pathToFileURL(join(packageRoot, 'grader/platform/cache/cache.ts')).href)});
      const got = await new Cache({ folder: ${JSON.stringify(folder)}, maxBytes: 1e6 }).get(${JSON.stringify(key)});
      console.log(got.name);`;
    const out = execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: packageRoot });
    expect(out.toString().trim()).toBe('tiled<16>');
  });

  it('lets one process at a time make an entry, and the others find it', async () => {
    let made = 0;
    const make = async (cache: Cache) => {
      const known = await cache.get(key);
      if (known !== undefined) return known;
      made += 1;
      await new Promise((resolve) => setTimeout(resolve, 50));
      await cache.put(key, value);
      return value;
    };
    const caches = [open(), open(), open()];
    const got = await Promise.all(caches.map((cache) => cache.oneAtATime(key, () => make(cache))));
    expect(got).toEqual([value, value, value]);
    expect(made).toBe(1);
    const other = cacheKey('other source');
    const deleted = open().oneAtATime(other, async () => {
      rmSync(folder, { recursive: true, force: true });
      return 'made';
    });
    expect(await deleted).toBe('made');
    await expect(open().oneAtATime(other, async () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await open().oneAtATime(other, async () => 'yes')).toBe('yes');
  });

  it('runs work at once without a folder, with a long path or a known key', async () => {
    writeFileSync(join(folder, '..', '..', 'file'), '');
    const known = open();
    await known.oneAtATime(key, async () => 'made');
    const long = new Cache({ folder: join(folder, 'x'.repeat(100)), maxBytes: 1 << 20 });
    const nowhere = new Cache({ folder: join(folder, '..', '..', 'file', 'cache'), maxBytes: 1 << 20 });
    const off = new Cache({ folder: null, maxBytes: 1 });
    for (const cache of [known, long, nowhere, off]) {
      let meet = () => {};
      const met = new Promise<void>((resolve) => {
        meet = resolve;
      });
      // The first ends only once the second has begun.
      const first = cache.oneAtATime(key, () => met);
      await cache.oneAtATime(key, async () => meet());
      await first;
    }
    expect(
      readdirSync(join(folder, 'x'.repeat(100)), { recursive: true }).filter((name) =>
        /locks.\w+[/\\]/.test(`${name}`),
      ),
    ).toEqual([]);
  });

  it('waits once for a process that does not end, and then no more', async () => {
    let end = () => {};
    let stuck: Promise<void> = Promise.resolve();
    await new Promise<void>((begun) => {
      stuck = open().oneAtATime(
        key,
        () =>
          new Promise<void>((resolve) => {
            end = resolve;
            begun();
          }),
      );
    });
    const cache = new Cache({ folder, maxBytes: 1 << 20, longestWaitMs: 300 });
    const started = performance.now();
    expect(await cache.oneAtATime(key, async () => 'made')).toBe('made');
    const waited = performance.now() - started;
    expect(waited).toBeGreaterThan(250);
    expect(await cache.oneAtATime(cacheKey('another'), async () => 'made')).toBe('made');
    expect(await cache.oneAtATime(key, async () => 'made')).toBe('made');
    expect(performance.now() - started - waited).toBeLessThan(250);
    end();
    await stuck;
  });

  it('trusts no lock in a folder that others can write to', async () => {
    if (noPosix) return;
    await open().put(key, value);
    const [own = ''] = readdirSync(folder);
    chmodSync(join(folder, own), 0o777);
    let meet = () => {};
    const met = new Promise<void>((resolve) => {
      meet = resolve;
    });
    const caches = [open(), open()];
    const first = caches[0]?.oneAtATime(key, () => met);
    await caches[1]?.oneAtATime(key, async () => meet());
    await first;
    expect(existsSync(join(folder, own, 'locks', key.slice(0, 8)))).toBe(false);
  });

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['a flipped bit', (bytes) => Buffer.from(bytes.map((byte, i) => (i === bytes.length - 2 ? byte ^ 1 : byte)))],
    ['a cut-off end', (bytes) => bytes.subarray(0, bytes.length - 5)],
    ['nothing left', () => Buffer.alloc(0)],
    ['only a header', (bytes) => bytes.subarray(0, 32)],
  ])('drops an entry with %s and takes a new one', async (_, damage) => {
    await open().put(key, value);
    const [file = ''] = entryFiles();
    writeFileSync(file, damage(readFileSync(file)));
    expect(await open().get(key)).toBeUndefined();
    expect(existsSync(file)).toBe(false);
    await open().put(key, value);
    expect(await open().get(key)).toEqual(value);
  });

  it.skipIf(noPosix !== null).each<[string, (path: string) => void]>([
    ['a pipe', (path) => void execFileSync('mkfifo', [path])],
    ['a link to what has no end', (path) => symlinkSync('/dev/zero', path)],
    ['a link to nothing', (path) => symlinkSync('/nowhere/at/all', path)],
    ['a file that may not be read', (path) => writeFileSync(path, 'x', { mode: 0 })],
  ])('drops %s in place of an entry, waits for nothing, and takes a new one', async (_, make) => {
    await open().put(key, value);
    const [file = ''] = entryFiles();
    rmSync(file);
    make(file);
    expect(await open().get(key)).toBeUndefined();
    await open().put(key, value);
    expect(await open().get(key)).toEqual(value);
  });

  it('may be deleted while it is in use', async () => {
    const cache = open();
    await cache.put(key, value);
    rmSync(folder, { recursive: true });
    expect(await cache.get(key)).toBeUndefined();
    await cache.put(key, value);
    expect(await cache.get(key)).toEqual(value);
  });

  it('keeps within its bound and lets the longest unused go first', async () => {
    const cache = open(50_000);
    const keys = ['a', 'b', 'c', 'd'].map((name) => cacheKey(name));
    for (const [index, name] of keys.entries()) {
      await cache.put(name, new Uint8Array(20_000));
      const file = entryFiles().find((path) => path.endsWith(name)) ?? '';
      utimesSync(file, 1000 + index, 1000 + index);
    }
    await cache.get(keys[0] ?? '');
    await cache.prune();
    const kept = entryFiles().map((path) => keys.indexOf(path.slice(-64)));
    expect(kept.sort()).toEqual([0, 3]);
  });

  it('removes what interrupted processes left, and only that', async () => {
    const cache = open();
    await cache.put(key, value);
    const [file = ''] = entryFiles();
    const old = `${file}.old.tmp`;
    const young = `${file}.young.tmp`;
    writeFileSync(old, 'x');
    writeFileSync(young, 'x');
    utimesSync(old, 1000, 1000);
    await cache.prune();
    expect([existsSync(old), existsSync(young), existsSync(file)]).toEqual([false, true, true]);
  });

  it('does nothing where its folder cannot be made', async () => {
    await open().put(key, value);
    const [file = ''] = entryFiles();
    const blocked = new Cache({ folder: join(file, 'below-a-file'), maxBytes: 1e6 });
    await blocked.put(key, value);
    expect(await blocked.get(key)).toBeUndefined();
    await new Cache({ folder: null, maxBytes: 1e6 }).put(key, value);
  });
});

describe.skipIf(noPosix !== null)('a cache in a folder that several users share', () => {
  const keyFile = (user: string) => join(folder, '..', user, 'cache.key');
  const of = (user: string) => new Cache({ folder, maxBytes: 1 << 20, keyFile: keyFile(user) });
  const fileOf = async (user: string, name = key) => {
    mkdirSync(folder, { recursive: true });
    const before = new Set(entryFiles());
    await of(user).put(name, value);
    return entryFiles().find((path) => !before.has(path)) ?? '';
  };

  it('takes no entry of another user, nor one under another name', async () => {
    const ada = await fileOf('ada');
    const eve = await fileOf('eve');
    expect(dirname(dirname(ada))).not.toBe(dirname(dirname(eve)));
    copyFileSync(eve, ada);
    expect(await of('ada').get(key)).toBeUndefined();
    await of('ada').put(key, value);
    expect(await of('ada').get(key)).toEqual(value);
    expect(await of('eve').get(key)).toEqual(value);
    const other = cacheKey('other');
    const renamed = await fileOf('ada', other);
    copyFileSync(ada, renamed);
    expect(await of('ada').get(other)).toBeUndefined();
  });

  it('has its key and its entries for the user alone', async () => {
    const file = await fileOf('ada');
    for (const path of [keyFile('ada'), file]) expect(statSync(path).mode & 0o777).toBe(0o600);
    for (const path of [dirname(keyFile('ada')), dirname(file), dirname(dirname(file))]) {
      expect(statSync(path).mode & 0o777).toBe(0o700);
    }
  });

  it.each<[string, (path: string) => void]>([
    ['others can read', (path) => chmodSync(path, 0o644)],
    ['is cut', (path) => writeFileSync(path, 'short')],
    [
      'is a link',
      (path) => {
        rmSync(path);
        writeFileSync(`${path}.other`, 'x'.repeat(32), { mode: 0o600 });
        symlinkSync(`${path}.other`, path);
      },
    ],
  ])('makes a new key in place of one that %s', async (_, spoil) => {
    await fileOf('ada');
    const before = readFileSync(keyFile('ada'));
    spoil(keyFile('ada'));
    expect(await of('ada').get(key)).toBeUndefined();
    expect(readFileSync(keyFile('ada'))).not.toEqual(before);
    expect(lstatSync(keyFile('ada')).isFile()).toBe(true);
    expect(statSync(keyFile('ada')).mode & 0o777).toBe(0o600);
    await of('ada').put(key, value);
    expect(await of('ada').get(key)).toEqual(value);
  });

  it('has one key where several processes make it at once', async () => {
    const caches = Array.from({ length: 20 }, () => of('ada'));
    await Promise.all(caches.map((cache, index) => cache.put(cacheKey(`${index}`), index)));
    const got = await Promise.all(caches.map((_, index) => of('ada').get(cacheKey(`${index}`))));
    expect(got).toEqual(caches.map((_, index) => index));
    expect(readdirSync(dirname(keyFile('ada')))).toEqual(['cache.key']);
  });

  it('neither writes nor deletes through a link', async () => {
    const file = await fileOf('ada');
    const theirs = join(folder, '..', 'theirs');
    mkdirSync(theirs);
    writeFileSync(join(theirs, key), 'precious');
    const rename = (path: string) => renameSync(path, `${path}-gone`);
    rename(dirname(file));
    symlinkSync(theirs, dirname(file));
    await of('ada').put(key, value);
    const tiny = new Cache({ folder, maxBytes: 1, keyFile: keyFile('ada') });
    await tiny.prune();
    expect(await of('ada').get(key)).toBeUndefined();
    rmSync(dirname(file));
    symlinkSync(join(theirs, key), join(folder, 'linked'));
    mkdirSync(dirname(file), { mode: 0o700 });
    symlinkSync(join(theirs, key), file);
    await of('ada').put(key, value);
    expect(lstatSync(file).isFile()).toBe(true);
    expect(readFileSync(join(theirs, key), 'utf8')).toBe('precious');
    expect(readdirSync(theirs)).toEqual([key]);
  });

  it('keeps its key in its own folder if there is no place for it', async () => {
    const nowhere = { folder, maxBytes: 1 << 20, keyFile: '/proc/nowhere/cache.key' };
    await new Cache(nowhere).put(key, value);
    expect(await new Cache(nowhere).get(key)).toEqual(value);
    chmodSync(folder, 0o777);
    expect(await new Cache(nowhere).get(key)).toBeUndefined();
    await new Cache(nowhere).put(cacheKey('other'), value);
    expect(entryFiles()).toHaveLength(1);
  });
});

describe('keys and settings', () => {
  it('keeps the parts of a key apart', () => {
    expect(cacheKey('ab', 'c')).not.toBe(cacheKey('a', 'bc'));
    expect(cacheKey('a')).toBe(cacheKey(new Uint8Array([0x61])));
  });

  it("is stored in the given folder, the platform's folder, or nowhere", () => {
    expect(cacheOptions({ dir: '/x', maxMiB: 2 })).toEqual({ folder: '/x', maxBytes: 2 ** 21 });
    expect(cacheOptions({ dir: 'off', maxMiB: null }).folder).toBeNull();
    expect(cacheOptions({ dir: '', maxMiB: null }).folder).toBeNull();
    expect(cacheOptions({ dir: null, maxMiB: null })).toEqual({
      folder: expect.stringContaining('cuda-course-grade'),
      maxBytes: 2 ** 29,
    });
  });
});
