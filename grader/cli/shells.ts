/** The shells that `grade completion` knows. */
export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
