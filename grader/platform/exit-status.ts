/** The exit statuses of `grade`. */
export const EXIT = {
  /** Passed, or done. */
  success: 0,
  /** Graded and not passed, or problems were found. */
  problems: 1,
  /** The command line, or a file named on it, cannot be used. */
  usage: 2,
  /** This machine or this program is at fault, and there is no verdict. */
  infrastructure: 3,
  /** `grade run` found something wrong with the program, whose own statuses pass through. */
  programProblems: 86,
  /** Interrupted by a signal, as shells report SIGINT. */
  interrupted: 130,
} as const;
