import { DIGITS, type Storage } from './storage.ts';

/** The database is new, and the files are those of an installation: the jobs would delete them as nobody's. */
export class LeftContentsError extends Error {
  override readonly name = 'LeftContentsError';
  constructor() {
    super(
      'DATA_DIR: its files belong to an installation whose database is not there. Restore the database, or move DATA_DIR/files away.',
    );
  }
}

/**
 * For a server whose database knows no organization yet, such as one that was restored without its database: nobody
 * can have stored anything.
 * @throws LeftContentsError where there are contents all the same
 */
export async function refuseLeftContents(storage: Pick<Storage, 'list'>): Promise<void> {
  for (const digit of DIGITS) for await (const _ of storage.list(digit)) throw new LeftContentsError();
}
