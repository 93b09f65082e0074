import { ARCHIVE_LIMITS } from '../../limits/index.ts';
import { type ByteSource, openBuffer, openBytes } from './byte-source.ts';
import { shown } from './left-out.ts';
import type { Archive, Content } from './opened.ts';
import { type TarEntry, tarEntries } from './tar-entries.ts';

/** Opens a tar archive, which is read from its beginning for each list, and for the content that is asked for. */
export function openTar(path: string): Archive {
  return archiveOf(() => openBytes(path, ARCHIVE_LIMITS.unpackedBytes));
}

/** Opens a tar archive that was handed in. It unpacks to at most `maxUnpackedBytes`. */
export function openTarBytes(bytes: Buffer, maxUnpackedBytes: number): Archive {
  return archiveOf(() => openBuffer(bytes, maxUnpackedBytes));
}

function archiveOf(openAgain: () => Promise<ByteSource>): Archive {
  /** Numbers of the entries that hard links repeat, by the numbers of the links. */
  const targets = new Map<number, number>();
  return {
    async list(visit) {
      const files = new Map<string, { readonly at: number; readonly bytes: number }>();
      targets.clear();
      await readTar(openAgain, async (entry, at) => {
        const name = plain(entry.path);
        const repeats = entry.target === null ? null : plain(entry.target);
        const target = repeats === null ? undefined : files.get(repeats);
        const isFile = entry.kind === 'file' || target !== undefined;
        const why = entry.problem ?? (entry.kind === 'sparse file' ? 'sparse files are not read' : null);
        const problem = why === null ? null : `${shown(name)}: ${why}`;
        const kind = isFile || problem !== null ? 'file' : entry.kind === 'folder' ? 'folder' : 'other';
        const bytes = target?.bytes ?? entry.bytes;
        // An entry that is left out is forgotten: an archive can have any number of them.
        if (visit({ path: name, bytes, kind, problem, repeats: target ? repeats : null })) {
          files.set(name, target ?? { at, bytes });
          if (target) targets.set(at, target.at);
        }
        return true;
      });
    },
    async read(wanted) {
      const most = new Map<number, number>();
      for (const [at, keep] of wanted) {
        const source = targets.get(at) ?? at;
        most.set(source, Math.max(keep, most.get(source) ?? 0));
      }
      const read = new Map<number, Buffer>();
      if (most.size > 0) {
        await readTar(openAgain, async (entry, at) => {
          const keep = most.get(at);
          if (keep !== undefined) read.set(at, await entry.beginning(keep));
          return read.size < most.size;
        });
      }
      return new Map(
        [...wanted].flatMap(([at, keep]): [number, Content][] => {
          const bytes = read.get(targets.get(at) ?? at);
          return bytes ? [[at, { bytes: bytes.subarray(0, keep) }]] : [];
        }),
      );
    },
    close: async () => undefined,
  };
}

function plain(path: string): string {
  return path.replace(/^\.\//, '');
}

/** @param take - gets every entry with its number, and returns whether there is more to read */
async function readTar(
  openAgain: () => Promise<ByteSource>,
  take: (entry: TarEntry, at: number) => Promise<boolean>,
): Promise<void> {
  const bytes = await openAgain();
  try {
    let at = 0;
    for await (const entry of tarEntries(bytes)) {
      if (!(await take(entry, at))) break;
      at += 1;
    }
  } finally {
    await bytes.close();
  }
}
