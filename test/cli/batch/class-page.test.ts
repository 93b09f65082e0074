import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BatchStore, keptCourse } from '../../../grader/batch/index.ts';
import { refreshPages } from '../../../grader/cli/batch/class-page.ts';
import { assignmentRoots, resolveAssignment } from '../../../grader/spec/index.ts';
import { linksOf } from '../../batch/class-page/fixtures.ts';
import { AT, taken } from '../../batch/taken.ts';
import { inputs, SOURCE } from '../../report/fixtures.ts';

const settings = { target: 'auto', nvcc: 'auto', sandbox: 'auto', sanitize: false } as const;

describe('the class page of a batch', () => {
  let out = '';
  beforeEach(() => {
    out = mkdtempSync(join(tmpdir(), 'class-page-'));
  });
  afterEach(() => rmSync(out, { recursive: true, force: true }));

  /** A batch with one failed submission of a student whose name needs encoding; the page as written. */
  async function pageOf(reports: string[], change: (folder: string) => void = () => {}): Promise<string> {
    const store = await BatchStore.create(out, {
      assignment: 'grayscale',
      seed: null,
      settings: { ...settings, reports },
    });
    const bytes = Buffer.from(SOURCE);
    const { folder } = await store.add(taken('ada/l & co', bytes, { name: 'mine.cu' }), AT);
    writeFileSync(store.path(folder, 'result.json'), JSON.stringify(inputs['guard missing'].result));
    for (const report of reports) writeFileSync(store.path(folder, `report.${report}`), '');
    change(store.path(folder));
    const assignment = resolveAssignment('grayscale', assignmentRoots([]));
    await refreshPages(
      { store, course: keptCourse(out), assignments: new Map([['grayscale', assignment]]) },
      { io: { env: {} } as never, config: {} },
    );
    return readFileSync(join(out, 'class.html'), 'utf8');
  }
  const filesOf = (page: string): string[] =>
    linksOf(page)
      .filter((link) => !link.startsWith('#'))
      .map((link) => decodeURIComponent(link.replace(/#.*/, '')));

  it('is next to the results, shows the wrong line, and links to real files', async () => {
    const page = await pageOf(['html']);
    expect(page).toContain('ada/l &amp; co');
    expect(page).toContain('out[i] &#x3D; 0.2989f * x[i]');
    expect(filesOf(page)).not.toHaveLength(0);
    for (const file of filesOf(page)) expect(existsSync(join(out, file)), file).toBe(true);
  });

  it('links to the results of a batch without reports in HTML', async () => {
    const files = filesOf(await pageOf(['md']));
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) expect(file).toMatch(/\/result\.json$/);
  });

  it('is written without the line where the submission is gone', async () => {
    const page = await pageOf(['html'], (folder) => rmSync(join(folder, 'mine.cu')));
    expect(page).toContain('writes just past the end of out');
    expect(page).not.toContain('0.2989f');
  });
});
