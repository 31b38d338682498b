/** The state of a file's text extraction: waiting, done, or without any text. */
export const TEXT_STATUS = ['waiting', 'ready', 'none'] as const;
export type TextStatus = (typeof TEXT_STATUS)[number];

/** Why there is no text. `kind` is no failure: pictures and similar files are not read. */
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
