import { join, resolve } from 'node:path';
import { openDatabase, openPglite } from '../../server/platform/db/client.ts';
import { migrate } from '../../server/platform/db/migrate.ts';
import { createFactories, TEST_PASSWORD } from '../../server/testing/factories.ts';

/** Folder of this project. */
export const PROJECT = resolve(import.meta.dirname, '../..');
export const PASSWORD = TEST_PASSWORD;
/** Path of the library below a root. */
export const LIBRARY = 'Andes/Calidad';

export interface Company {
  /** Two people who upload. */
  readonly editors: readonly [string, string];
  readonly reader: string;
  readonly admin: string;
  /** Id of the library. */
  readonly library: string;
}

/**
 * One library whose new files become documents without a question, two people who write there and one who reads.
 * @param snapshot path of a tar with an empty embedded database, which is then not made anew
 */
export async function makeCompany(
  dataDir: string,
  { databaseUrl, snapshot }: { databaseUrl?: string | undefined; snapshot?: string | undefined } = {},
): Promise<Company> {
  const database = snapshot
    ? await openPglite({ dataDir: join(dataDir, 'db'), snapshot })
    : await openDatabase({ dataDir, databaseUrl });
  try {
    await migrate(database);
    const make = createFactories(database.db);
    const { organization, library } = await make.workplace();
    const person = async (firstname: string, roles: readonly 'upload'[]): Promise<string> =>
      (await make.person(organization, { firstname, libraries: [[library, roles]] })).email;
    return {
      editors: [await person('Ana', ['upload']), await person('Luis', ['upload'])],
      reader: await person('Rosa', []),
      admin: (await make.person(organization, { firstname: 'Eva', isAdmin: true })).email,
      library: library.id,
    };
  } finally {
    await database.close();
  }
}
