import { resolve } from 'node:path';
import { openDatabase } from '../../server/platform/db/client.ts';
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

/** One library whose new files become documents without a question, two people who write there and one who reads. */
export async function makeCompany(dataDir: string, databaseUrl?: string): Promise<Company> {
  const database = await openDatabase({ dataDir, databaseUrl });
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
