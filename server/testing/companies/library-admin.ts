import type { TestLibrary, TestOrganization, TestPerson } from '../factories.ts';
import type { TestClient, TestServer } from '../http.ts';

/** An admin (`bossPerson`, signed in as `admin`) who reads the library "Otra parte", and Ana, who is in none. */
export interface LibraryAdmin {
  readonly organization: TestOrganization;
  readonly elsewhere: TestLibrary;
  readonly bossPerson: TestPerson;
  readonly admin: TestClient;
  readonly ana: TestPerson;
}

export async function createLibraryAdmin({ make, signIn }: TestServer): Promise<LibraryAdmin> {
  const organization = await make.organization();
  const elsewhere = await make.library(organization, 'Otra parte');
  const bossPerson = await make.person(organization, { isAdmin: true, libraries: [[elsewhere, []]] });
  return {
    organization,
    elsewhere,
    bossPerson,
    admin: await signIn(bossPerson.email),
    ana: await make.person(organization, { firstname: 'Ana', lastname: 'Pérez' }),
  };
}

/** What a refusal says of the fields of its call. */
export const detailsOf = (body: { error?: { details?: unknown } | undefined }) => body.error?.details;
