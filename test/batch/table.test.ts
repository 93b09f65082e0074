import { describe, expect, it } from 'vitest';
import { isDate, parseOverrides } from '../../grader/batch/decisions/overrides.ts';
import { parseRoster } from '../../grader/batch/roster.ts';
import { readTable } from '../../grader/batch/table.ts';

const columns = { required: ['id'], optional: ['note'] } as const;

describe('readTable', () => {
  it('ignores rows in which nothing is written, as spreadsheets save them', () => {
    const { rows, problems } = readTable('\ufeffid;note\r\n;;;\r\nada;x\r\n;\r\n\r\n;;;;\r\n', 't.csv', columns);
    expect(problems).toEqual([]);
    expect(rows).toEqual([{ id: 'ada', note: 'x', line: 3 }]);
  });

  it.each(['\n', '\r\n'])('names the line in which a row begins, after cells of several lines (%j)', (end) => {
    const text = ['id,note', 'ada,"one', 'two', 'three"', '', ',no id', 'ben,"x', 'y"', ''].join(end);
    const { rows, problems } = readTable(text, 't.csv', columns);
    expect(problems).toEqual(['t.csv:6: id is empty']);
    expect(rows.map(({ line }) => line)).toEqual([2, 6, 7]);
  });

  it('rejects a row with text after its last column, which would be lost', () => {
    expect(parseRoster('id,name,email\nada,Lovelace, Ada,ada@school.example\n', 'r.csv').problems).toEqual([
      'r.csv:2: the row has 4 cells, and the first line has 3; put text with the delimiter in quotes',
    ]);
    expect(parseRoster('id,name\nada,Ada,,\n', 'r.csv').problems).toEqual([]);
  });

  it('names a line that only Excel reads', () => {
    expect(readTable('sep=;\r\nid;note\r\nada;x\r\n', 't.csv', columns).problems).toEqual([
      't.csv:1: remove this line: only Excel reads it',
    ]);
  });
});

describe('parseOverrides', () => {
  it('reads decimal numbers only', () => {
    const { rows, problems } = parseOverrides('student,set\na,1e1\nb,.5\nc,0x10\nd,0b1\ne,1e\n', 'o.csv');
    expect(rows.map(({ set }) => set).slice(0, 2)).toEqual([10, 0.5]);
    expect(problems.map((one) => one.slice(0, 8))).toEqual(['o.csv:4:', 'o.csv:5:', 'o.csv:6:']);
  });

  it('rejects days that do not exist', () => {
    expect(['2026-02-28', '2024-02-29', '2026-10-14T23:59:00+02:00'].map(isDate)).toEqual([true, true, true]);
    expect(['2026-02-30', '2026-02-29T10:00:00Z', '2026-13-01', '14.10.2026'].map(isDate)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});
