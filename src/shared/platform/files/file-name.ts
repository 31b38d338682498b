import { NAME_MAX } from '../limits.ts';
import { lineAsGiven } from '../primitives.ts';
import { isBlank } from '../texts/blank.ts';
import { isTooLongFileName } from './names.ts';

/** The name of a file or folder: no path separators, not `.` or `..`, something to see; ≤ 255 bytes in UTF-8. */
export const fileName = lineAsGiven(1, NAME_MAX)
  .refine((name) => !/[\\/]/.test(name), { error: 'path' })
  .refine((name) => name !== '.' && name !== '..', { error: 'path' })
  // `.txt` is a name; with something before the dot that nobody sees, it is one that pretends to be it.
  .refine((name) => name.lastIndexOf('.') < 1 || !isBlank(name.slice(0, name.lastIndexOf('.'))), {
    error: 'control',
  })
  .refine((name) => !isTooLongFileName(name), { error: 'long' });
