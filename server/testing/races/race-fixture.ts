import type { LibraryRole } from '#shared/access/roles.ts';
import { makeDocument } from '../documents.ts';
import type { TestLibrary, TestOrganization, TestPerson } from '../factories.ts';
import type { Answer, TestClient, TestServer } from '../http.ts';
import { oneAfterTheOther } from './races.ts';

/** Status and code of an answer, as race tests compare them. */
export const said = ({ status, body }: Answer<unknown>): string =>
  [status, body?.error?.code].filter(Boolean).join(' ');

export type Call = () => Promise<Answer<unknown>>;

/** A library with people whose calls compete, and those calls. */
export type Meeting = Awaited<ReturnType<typeof createMeeting>>;

/** Two admins (`boss`, `chief`), two members with all roles (`ana`, `eva`), and a reader (`luisPerson`). */
export async function createMeeting(server: TestServer) {
  const { make, signIn } = server;
  const organization: TestOrganization = await make.organization();
  const library: TestLibrary = await make.library(organization);
  const everything = [[library, ['upload', 'review', 'publish']]] as const;
  const bossPerson = await make.person(organization, { isAdmin: true });
  const anaPerson = await make.person(organization, { libraries: everything });
  const ana = await signIn(anaPerson.email);
  const evaPerson = await make.person(organization, { libraries: everything });
  const meet = (...calls: Call[]): Promise<string[]> =>
    oneAfterTheOther(server, { library: library.id }, calls).then((answers) => answers.map(said));
  const member = (user: TestPerson) => ({ params: { id: library.id, user: user.id } });
  let made = 0;

  return {
    organization,
    library,
    bossPerson,
    boss: await signIn(bossPerson.email),
    chief: await signIn((await make.person(organization, { isAdmin: true })).email),
    anaPerson,
    ana,
    evaPerson,
    eva: await signIn(evaPerson.email),
    luisPerson: await make.person(organization, { libraries: [[library, []]] }),
    /** The answers of calls that reach the library's row in this order, at the same moment. */
    meet,
    /** Runs two calls in both orders, each time on a new subject. */
    async bothWays(prepare: () => Promise<readonly [Call, Call]>): Promise<string[][]> {
      const [one, two] = await prepare();
      const there = await meet(one, two);
      const [first, second] = await prepare();
      return [there, await meet(second, first)];
    },
    setRoles: (client: TestClient, user: TestPerson, roles: LibraryRole[]) =>
      client.call('memberPut', { ...member(user), body: { roles } }),
    leave: (client: TestClient, user: TestPerson) => client.call('memberDelete', member(user)),
    makeFolder: (client: TestClient, name: string, parent: string | null = null) =>
      client.call('folderCreate', { body: { group: library.id, name, parent } }),
    folderNamed: async (name: string): Promise<string> =>
      (await ana.ok('folderCreate', { body: { group: library.id, name, parent: null } }))._id,
    moveFolder: (client: TestClient, id: string, parent: string | null) =>
      client.call('folderUpdate', { params: { id }, body: { parent } }),
    removeFolder: (client: TestClient, id: string) => client.call('folderDelete', { params: { id } }),
    async document(): Promise<{ record: string; version: string }> {
      const { record, version } = await makeDocument(server, ana, library);
      return { record, version: version._id };
    },
    revOf: async (id: string): Promise<number> => (await ana.ok('recordById', { params: { id } })).rev,
    /** A body for POST docs, with a new name each time. */
    async entry(folder: string | null = null) {
      made += 1;
      return {
        ...{ group: library.id, name: `plano ${made}.pdf`, year: 2026, month: 3, day: 7, parent: folder },
        ...{ labels: [await make.label(organization)] },
        file: { name: 'plano.pdf', type: 'application/pdf' },
      };
    },
    /** A body for POST docs/records. */
    wizard: async () => ({
      ...{ title: 'Plano de obra', group: library.id, state: 0, labels: [await make.label(organization)] },
      ...{ date: '2026-03-07', file: { name: 'plano.pdf', type: 'application/pdf' } },
    }),
    /** The answer of a batch, with the result of each item. */
    async each(
      batch: Promise<Answer<{ results: { ok: boolean; error?: { code: string } }[] }>>,
    ): Promise<Answer<unknown>> {
      const { status, headers, body } = await batch;
      const codes = body.results.map((result) => (result.ok ? 'ok' : result.error?.code));
      return { status, headers, body: { error: { code: codes.join(), message: '' } } };
    },
  };
}
