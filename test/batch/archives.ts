import { crc32, deflateRawSync } from 'node:zlib';
import { Header } from 'tar';

/** A zip whose entries all have the same bytes: the same ones, where a bomb is to be. */
export function zipOf(names: readonly string[], content: Buffer, { claims = content.length, type = 8 } = {}): Buffer {
  const packed = deflateRawSync(content);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(20, 4);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(crc32(content), 14);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt32LE(claims, 22);
  const central = names.map((name) => {
    const head = Buffer.alloc(46);
    head.writeUInt32LE(0x02014b50, 0);
    head.writeUInt16LE(0x0314, 4);
    head.writeUInt16LE(20, 6);
    head.writeUInt16LE(8, 10);
    head.writeUInt32LE(crc32(content), 16);
    head.writeUInt32LE(packed.length, 20);
    head.writeUInt32LE(claims, 24);
    head.writeUInt16LE(Buffer.byteLength(name), 28);
    head.writeUInt32LE(((type << 12) * 2 ** 16) >>> 0, 38);
    return Buffer.concat([head, Buffer.from(name)]);
  });
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(names.length, 8);
  end.writeUInt16LE(names.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(local.length + packed.length, 16);
  return Buffer.concat([local, packed, directory, end]);
}

export type TarEntry = {
  readonly path: string;
  readonly content?: Buffer;
  readonly type?:
    | 'File'
    | 'SymbolicLink'
    | 'Link'
    | 'FIFO'
    | 'CharacterDevice'
    | 'ExtendedHeader'
    | 'NextFileHasLongPath';
  /** For a link. */
  readonly to?: string;
  /** Records of an extended header. */
  readonly pax?: Readonly<Record<string, string>>;
};

export function tarOf(entries: readonly TarEntry[]): Buffer {
  const parts = entries.flatMap(({ path, content = Buffer.from('x'), type = 'File', to = '/etc/passwd', pax }) => {
    const isFile = type === 'File';
    const link = type === 'Link' || type === 'SymbolicLink' ? to : null;
    const head = headerOf(path, type, isFile ? content.length : 0, link);
    const extended = pax === undefined ? [] : extendedHeader(pax);
    return isFile ? [...extended, head, content, padding(content)] : [...extended, head];
  });
  return Buffer.concat([...parts, Buffer.alloc(1024)]);
}

/** A header; `tar` knows the letters of types by these names. */
export function headerOf(
  path: string,
  type: NonNullable<TarEntry['type']>,
  size: number,
  to: string | null = null,
): Buffer {
  const head = Buffer.alloc(512);
  const about = { path, type, size, mode: 0o644, mtime: new Date(0) };
  new Header({ ...about, ...(to !== null && { linkpath: to }) }).encode(head, 0);
  return head;
}

/** Records as POSIX says: the length counts itself, the blank, and the line end. */
export function extendedHeader(records: Readonly<Record<string, string>>): Buffer[] {
  const body = Buffer.concat(
    Object.entries(records).map(([keyword, value]) => {
      const rest = Buffer.from(` ${keyword}=${value}\n`);
      let length = rest.length + 1;
      while (String(length).length + rest.length !== length) length = String(length).length + rest.length;
      return Buffer.concat([Buffer.from(String(length)), rest]);
    }),
  );
  return [headerOf('PaxHeader/x', 'ExtendedHeader', body.length), body, padding(body)];
}

function padding(content: Buffer): Buffer {
  return Buffer.alloc((512 - (content.length % 512)) % 512);
}
