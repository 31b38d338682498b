/** Where the reading of a file's words stands: waiting for its turn, read, or without any text. */
export const TEXT_STATUS = ['waiting', 'ready', 'none'] as const;
export type TextStatus = (typeof TEXT_STATUS)[number];

/** Why nothing could be read. `kind` is no failure: pictures and the like are not read at all. */
export const NO_TEXT_REASONS = [
  'kind',
  'empty',
  'encrypted',
  'corrupt',
  'too_large',
  'timeout',
  'memory',
  'missing',
  'failed',
] as const;
export type NoTextReason = (typeof NO_TEXT_REASONS)[number];
