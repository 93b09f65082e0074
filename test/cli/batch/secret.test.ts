import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BatchStore } from '../../../grader/batch/index.ts';
import { journalKeys } from '../../../grader/cli/batch/open.ts';
import { drawingSecret, secretToRemember } from '../../../grader/cli/batch/secret.ts';
import type { CommandInput } from '../../../grader/cli/command.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'grade-secret-'));
  writeFileSync(join(root, 'secret.txt'), `${'one'.repeat(10)}\n`);
  writeFileSync(join(root, 'other.txt'), `${'two'.repeat(10)}\n`);
});
afterEach(() => rmSync(root, { recursive: true }));

/** A command in the folder of the course, or in another one. */
const command = (secretFile: string | null, env: Record<string, string> = {}) =>
  ({ io: { cwd: root, env }, config: secretFile === null ? {} : { secretFile } }) as unknown as Pick<
    CommandInput,
    'io' | 'config'
  >;
const inCourse = () => command(join(root, 'secret.txt'));
const elsewhere = () => command(null);

async function batchOf(given: Pick<CommandInput, 'io' | 'config'>): Promise<BatchStore> {
  const settings = { target: 'auto', nvcc: 'off', sandbox: 'auto', sanitize: false, reports: [] } as const;
  const secret = secretToRemember(given);
  await BatchStore.create(join(root, 'out'), {
    assignment: null,
    seed: null,
    settings: { ...settings, reports: [] },
    secret,
  });
  const store = await BatchStore.open(join(root, 'out'));
  if (store === null) throw new Error('there is no batch');
  return store;
}

const secretsOf = async (store: BatchStore, given: Pick<CommandInput, 'io' | 'config'>) => ({
  draws: await drawingSecret(store, given),
  keys: (await journalKeys(store, given)).map(({ name, key }) => [name, key.toString('hex')]),
});

describe('a batch that began with the secret of the course', () => {
  it('has the same secret and key in every folder', async () => {
    const store = await batchOf(inCourse());
    const secrets = await secretsOf(store, inCourse());
    expect(secrets).toMatchObject({ draws: 'one'.repeat(10), keys: [['the key of the course', expect.any(String)]] });
    expect(await secretsOf(store, elsewhere())).toEqual(secrets);
    // Somebody else's key beside it signs nothing.
    await store.secret();
    expect(await secretsOf(store, inCourse())).toEqual(secrets);
  });

  it('does nothing with another secret, and makes none of its own', async () => {
    const store = await batchOf(inCourse());
    const other = command(join(root, 'other.txt'));
    await expect(drawingSecret(store, other)).rejects.toThrow(/has another one.*Set GRADE_SECRET_FILE/);
    await expect(journalKeys(store, other)).rejects.toThrow('has another one');
    rmSync(join(root, 'secret.txt'));
    await expect(journalKeys(store, elsewhere())).rejects.toThrow(/cannot be read.*set GRADE_SECRET_FILE/);
    expect(await store.knownSecret()).toBeNull();
  });

  it('goes on if the file was moved, and is named', async () => {
    const store = await batchOf(inCourse());
    const secrets = await secretsOf(store, inCourse());
    renameSync(join(root, 'secret.txt'), join(root, 'moved.txt'));
    expect(await secretsOf(store, command(null, { GRADE_SECRET_FILE: 'moved.txt' }))).toEqual(secrets);
  });
});

it('a batch that began without a secret keeps its own for hidden cases', async () => {
  const store = await batchOf(elsewhere());
  const { draws } = await secretsOf(store, elsewhere());
  const later = await secretsOf(store, inCourse());
  expect(later.draws).toBe(draws);
  expect(later.keys.map(([name]) => name)).toEqual(['the key of the course', 'the key of the batch']);
});
