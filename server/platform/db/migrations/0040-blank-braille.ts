import type { Kysely } from 'kysely';
import { renewKeysWith } from './0039-names-that-look-alike.ts';

/** An empty Braille cell looks like a space, and is one in the keys of names. Twins are treated as in 0039. */
export const up = (db: Kysely<unknown>): Promise<void> => renewKeysWith(db, '\\u2800');
