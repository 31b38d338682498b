/** Lines on the console of whoever started the app; never tokens, passwords or document names. */
export const log = {
  info: (message: string): void => console.info(`[legajo] ${message}`),
  warn: (message: string): void => console.warn(`[legajo] ${message}`),
  error: (message: string, error?: unknown): void =>
    console.error(`[legajo] ${message}`, error instanceof Error ? error.message : (error ?? '')),
};
