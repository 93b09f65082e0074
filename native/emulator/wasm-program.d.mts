/** An edit that a program does not have the places for. */
export class EditError extends Error {
  constructor(edit: string, problem: string, lookFor?: string);
  readonly edit: string;
}
