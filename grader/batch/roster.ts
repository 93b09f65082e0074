import type { RosterEntry } from './model.ts';
import { readTable } from './table.ts';

/**
 * The students of a course.
 * @param name - of the file, for problems
 */
export function parseRoster(
  text: string,
  name: string,
): { readonly entries: readonly RosterEntry[]; readonly problems: readonly string[] } {
  const { rows, problems } = readTable(text, name, {
    required: ['id'],
    optional: ['name', 'email', 'canvas_id', 'sis_user_id', 'sis_login_id', 'section', 'id_number', 'github'],
    aliases: {
      student: 'id',
      student_id: 'id',
      sid: 'id',
      mail: 'email',
      e_mail: 'email',
      email_address: 'email',
      idnumber: 'id_number',
      github_username: 'github',
    },
  });
  const lines = new Map<string, number>();
  const twice: string[] = [];
  const entries = rows.flatMap((row): RosterEntry[] => {
    const { id, line } = row;
    if (id === undefined) return [];
    const before = lines.get(id);
    if (before !== undefined)
      twice.push(`${name}:${line}: the student ${JSON.stringify(id)} is there already, in line ${before}`);
    lines.set(id, before ?? line);
    return [
      {
        id,
        name: row.name ?? null,
        email: row.email ?? null,
        canvasId: row.canvas_id ?? null,
        sisUserId: row.sis_user_id ?? null,
        sisLoginId: row.sis_login_id ?? null,
        section: row.section ?? null,
        idNumber: row.id_number ?? null,
        github: row.github ?? null,
      },
    ];
  });
  return { entries, problems: [...problems, ...twice] };
}
