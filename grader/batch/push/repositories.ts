import { UsageError } from '../../platform/index.ts';
import type { Grade } from '../model.ts';

/** The name of a user or an organization on GitHub, and that of a repository. */
const OWNER = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})$/;
const NAME = /^[A-Za-z0-9._-]{1,100}$/;

/**
 * Checks the name of repositories with placeholders.
 * @throws UsageError unless it is `<owner>/<name>` and has `{student}`
 */
export function checkRepositories(text: string, option: string): string {
  const [owner = '', name = '', ...more] = text.replaceAll('{assignment}', 'a').replaceAll('{student}', 's').split('/');
  const isWhole = more.length === 0 && OWNER.test(owner) && NAME.test(name) && !/^\.+$/.test(name);
  if (isWhole && text.includes('{student}')) return text;
  throw new UsageError(
    `${option} ${JSON.stringify(text)} names no repositories. Give owner and name with {student}, e.g. ${option} 'cs101/hw3-{student}'.`,
  );
}

/** Returns the repository of a student; `null` if the student's GitHub name is not known, or can be none. */
export function repositoryOf(
  pattern: string,
  { student, roster, assignment }: Pick<Grade, 'student' | 'roster' | 'assignment'>,
): string | null {
  const user = roster === null ? student : roster.github;
  if (user === null || !OWNER.test(user)) return null;
  return pattern.replaceAll('{assignment}', assignment).replaceAll('{student}', user);
}
