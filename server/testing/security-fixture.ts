import type { TestServer } from './http.ts';

/** A fixture for security tests. */
export type Suspects = Awaited<ReturnType<typeof createSuspects>>;

const FILE = { name: 'plano.pdf', type: 'application/pdf' };

/** A library with an admin (`boss`), two members with every role (`ana`, `eva`), a reader, and a label. */
export async function createSuspects({ make, signIn }: TestServer) {
  const organization = await make.organization();
  const library = await make.library(organization);
  const label = await make.label(organization);
  const everything = [[library, ['upload', 'review', 'publish']]] as const;
  const anaPerson = await make.person(organization, { libraries: everything });
  const evaPerson = await make.person(organization, { libraries: everything });
  const readerPerson = await make.person(organization, { libraries: [[library, []]] });
  const bossPerson = await make.person(organization, { isAdmin: true, libraries: everything });
  const place = { group: library.id, labels: [label], file: FILE };
  return {
    ...{ library, anaPerson, evaPerson, readerPerson },
    boss: await signIn(bossPerson.email),
    ana: await signIn(anaPerson.email),
    eva: await signIn(evaPerson.email),
    reader: await signIn(readerPerson.email),
    /** A body for POST docs/records. */
    wizard: (values: object = {}) => ({
      ...{ ...place, title: 'Plano de obra', state: 0, date: '2026-03-07' },
      ...values,
    }),
    /** A body for POST docs. */
    entry: (values: object = {}) => ({
      ...{ ...place, name: 'plano.pdf', year: 2026, month: 3, day: 7 },
      ...values,
    }),
  };
}
