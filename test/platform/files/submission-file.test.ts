import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UsageError } from '../../../grader/platform/errors.ts';
import { readSubmission } from '../../../grader/platform/files/submission-file.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'grade-input-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function refusal(path: string): Promise<string> {
  const error: unknown = await readSubmission(path).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof UsageError)) throw new Error(`not refused as a usage error: ${String(error)}`);
  return error.message;
}

describe('a submission', () => {
  it('is read with its name and hash', async () => {
    const read = await readSubmission(file('a.cu', '__global__ void k() {} // é'));
    expect(read.fileName).toBe('a.cu');
    expect(read.source).toBe('__global__ void k() {} // é');
    expect(read.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it('keeps CRLF, so that columns stay true, and drops a byte order mark', async () => {
    expect((await readSubmission(file('crlf.cu', 'int a;\r\nint b;\r\n'))).source).toBe('int a;\r\nint b;\r\n');
    expect((await readSubmission(file('bom.cu', '\ufeffint a;'))).source).toBe('int a;');
  });

  it('is hashed as it lies on the disk', async () => {
    const plain = await readSubmission(file('plain.cu', 'int a;'));
    const marked = await readSubmission(file('marked.cu', '\ufeffint a;'));
    expect(marked.sha256).not.toBe(plain.sha256);
  });
});

describe('what is no submission is refused with its reason', () => {
  it('missing', async () => {
    expect(await refusal(join(folder, 'nowhere.cu'))).toMatch(/nowhere\.cu does not exist\. Give the path/);
    const below = join(file('x.cu', 'int a;'), 'y.cu');
    expect(await refusal(below)).toMatch(/does not exist/);
  });
  it('a folder', async () => {
    mkdirSync(join(folder, 'sub'));
    expect(await refusal(join(folder, 'sub'))).toMatch(/is a folder/);
  });
  it('empty', async () => {
    expect(await refusal(file('empty.cu', ''))).toMatch(/is empty/);
    expect(await refusal(file('blank.cu', ' \r\n\t\n'))).toMatch(/is empty/);
    expect(await refusal(file('bom-only.cu', '\ufeff'))).toMatch(/is empty/);
  });
  it('10 MB of text', async () => {
    expect(await refusal(file('large.cu', 'int a;\n'.repeat(1_500_000)))).toMatch(
      /10,500,000 bytes.*at most 1,048,576/,
    );
  });
  it('binary', async () => {
    expect(await refusal(file('a.out', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1])))).toMatch(
      /is not text: NUL at byte 5\./,
    );
  });
  it('invalid UTF-8, with the line', async () => {
    const bytes = Buffer.from('int a;\n// caf\xe9\n', 'latin1');
    expect(await refusal(file('latin1.cu', bytes))).toMatch(/line 2 .*Save it as UTF-8/);
  });
  it('UTF-16', async () => {
    expect(await refusal(file('utf16.cu', Buffer.from('\ufeffint a;', 'utf16le')))).toMatch(/UTF-16/);
  });
});
