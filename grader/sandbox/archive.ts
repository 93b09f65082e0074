import { Header, Parser } from 'tar';

/** Plain files by name, without folders. */
export type Files = ReadonlyMap<string, Uint8Array>;

const BLOCK = 512;
const NAME = /^[A-Za-z0-9_][\w.-]{0,90}$/;

/** @throws RangeError for a name that is more than a plain file name (it must not reach a shell or leave its folder) */
export function checkName(name: string): string {
  if (!NAME.test(name)) throw new RangeError(`${JSON.stringify(name)} is no plain file name`);
  return name;
}

/**
 * A tar archive of files that root owns and everybody may read.
 * @param programs - the names of those that everybody may run too
 */
export function pack(files: Files, programs: ReadonlySet<string> = new Set()): Buffer {
  const parts: Buffer[] = [];
  for (const [name, content] of files) {
    parts.push(header(checkName(name), content.length, programs.has(name) ? 0o555 : 0o444));
    parts.push(Buffer.from(content), Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK));
  }
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]);
}

function header(path: string, size: number, mode: number): Buffer {
  const block = Buffer.alloc(BLOCK);
  new Header({ path, type: 'File', size, mode, uid: 0, gid: 0, mtime: new Date(0) }).encode(block, 0);
  return block;
}

/**
 * The plain files of an archive that came out of a container; links, devices and names that were not asked for are left
 * out. What is no archive yields no files.
 */
export async function unpack(archive: Buffer, wanted: ReadonlySet<string>): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  await new Promise<void>((done) => {
    const parser = new Parser({
      filter: (path, entry) => wanted.has(path) && 'type' in entry && entry.type === 'File',
      onReadEntry: (entry) => {
        const chunks: Buffer[] = [];
        entry.on('data', (chunk: Buffer) => chunks.push(chunk));
        entry.on('end', () => files.set(entry.path, Buffer.concat(chunks)));
      },
    });
    parser.on('end', done);
    parser.on('error', () => done());
    parser.end(archive);
  });
  return files;
}
