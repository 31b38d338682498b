import type { LibraryRole } from '#shared/access/roles.ts';
import { NOTIFICATION_TYPES } from '#shared/notifications/notification-types.ts';
import type { TestLibrary, TestOrganization, TestPerson } from '../factories.ts';
import type { TestClient, TestServer } from '../http.ts';
import {
  admins,
  type Caller,
  EVERYTHING,
  managers,
  members,
  ours,
  PARTS,
  type Part,
  type PartName,
  type Place,
  selfOrAdmin,
  theirs,
} from './callers.ts';
import type { Ledger } from './ledger.ts';

export interface Cast {
  readonly ours: TestOrganization;
  readonly theirs: TestOrganization;
  readonly places: Readonly<Record<Place, TestLibrary>>;
  readonly callers: readonly Caller[];
  readonly by: Readonly<Record<PartName, TestClient>>;
  readonly people: Readonly<Record<PartName, TestPerson>>;
  readonly byId: ReadonlyMap<string, Caller>;
}

/** Two organizations, three libraries and all of their people, signed in. */
export async function createCast(server: TestServer, ledger: Ledger): Promise<Cast> {
  const { make } = server;
  const own = await make.organization(ledger.plant('name of the organization', ours));
  const foreign = await make.organization(ledger.plant('name of the other organization', theirs));
  const library = async (at: TestOrganization, name: string): Promise<TestLibrary> => make.library(at, name);
  const known = { id: '' };
  // It is named in its public document, so everybody who sees that may know it.
  const worksName = ledger.plant('name of a library with something public', members);
  const staffName = ledger.plant('name of a library', (c) => admins(c) || c.libraries.has(known.id));
  const places = {
    works: await library(own, worksName),
    staff: await library(own, staffName),
    abroad: await library(foreign, ledger.plant('name of their library', theirs)),
  };
  known.id = places.staff.id;
  ledger.hide('a library with something public', places.works.id, members);
  // Every member reads labels, which say for which libraries they are.
  ledger.hide('a library with a label of its own', places.staff.id, members);
  ledger.hide('their library', places.abroad.id, theirs);

  const people = {} as Record<PartName, TestPerson>;
  const by = {} as Record<PartName, TestClient>;
  const callers: Caller[] = [
    {
      ...{ name: 'anonymous', client: server.anyone, person: null, at: null, signedIn: false },
      ...{ isAdmin: false, isManager: false, libraries: new Map() },
    },
  ];
  for (const [name, part] of Object.entries(PARTS) as [PartName, Part][]) {
    const { isAdmin = false, isManager = false, libraries = {} } = part;
    const held = Object.entries(libraries) as [Place, readonly LibraryRole[]][];
    const named = (c: Caller) =>
      part.abroad
        ? theirs(c)
        : c.name === name ||
          members(c) ||
          (part.inCalendars === true && ours(c)) ||
          // Who reads reports knows who else does: one chooses among them to whom a report is mailed.
          ((part.inReports === true || isAdmin || isManager) && managers(c));
    const person = await make.person(part.abroad ? foreign : own, {
      ...{ isAdmin, isManager, libraries: held.map(([place, roles]) => [places[place], roles] as const) },
      lastname: ledger.plant(`last name of ${name}`, named),
      email: `${ledger.plant(`e-mail of ${name}`, selfOrAdmin(name))}@legajo.test`,
    });
    if (name === 'left') await make.member(places.works, person, EVERYTHING);
    const device = ledger.plant(`device of ${name}`, selfOrAdmin(name));
    const client = await server.signIn(person.email, { device });
    ledger.keep(`identity token of ${name}`, client.token ?? '', () => false);
    ledger.keep(`refresh token of ${name}`, client.refreshToken ?? '', () => false);
    // A mail for everything, at once or daily.
    const choice = callers.length % 2 === 0 ? ('daily' as const) : ('mail' as const);
    await client.ok('preferencesPut', {
      body: { choices: NOTIFICATION_TYPES.map((type) => ({ type, choice })) },
    });
    people[name] = person;
    by[name] = client;
    const now: Caller = {
      ...{ name, client, person, at: part.abroad ? 'theirs' : 'ours', signedIn: name !== 'disabled' },
      ...{ isAdmin, isManager },
      libraries: new Map(held.map(([place, roles]) => [places[place].id, roles])),
    };
    const was = { ...now, signedIn: true, libraries: new Map([[places.works.id, EVERYTHING]]) };
    callers.push(name === 'left' || name === 'disabled' ? { ...now, before: was } : now);
  }
  const byId = new Map(
    callers.flatMap((caller) => (caller.person ? [[caller.person.id, caller] as const] : [])),
  );
  return { ours: own, theirs: foreign, places, callers, by, people, byId };
}
