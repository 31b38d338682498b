import { NAME_MAX } from './limits.ts';
import { lineAsGiven } from './primitives.ts';
import { utf8Length } from './text.ts';

/** The name of a file or folder: no path separators, not `.` or `..`, something to see; ≤ 255 bytes in UTF-8. */
export const fileName = lineAsGiven(1, NAME_MAX)
  .refine((name) => !/[\\/]/.test(name), { error: 'path' })
  .refine((name) => name !== '.' && name !== '..', { error: 'path' })
  .refine((name) => utf8Length(name.normalize('NFC')) <= NAME_MAX, { error: 'long' });
