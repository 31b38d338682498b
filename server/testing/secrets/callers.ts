import { NOTIFICATION_TYPES } from '#shared/domain/notification-types.ts';
import type { LibraryRole } from '#shared/domain/roles.ts';
import type { TestLibrary, TestOrganization, TestPerson } from '../factories.ts';
import type { TestClient, TestServer } from '../http.ts';
import type { Ledger } from './ledger.ts';

type Place = 'works' | 'staff' | 'abroad';

interface Part {
  /** `abroad` lies in another organization. */
  readonly libraries?: Readonly<Partial<Record<Place, readonly LibraryRole[]>>>;
  readonly isAdmin?: true;
  readonly isManager?: true;
  readonly abroad?: true;
  /** Who comes to the calendars by name: there everybody of the organization reads who it is. */
  readonly inCalendars?: true;
  /** Who froze a report: it names them to all who read reports. */
  readonly inReports?: true;
}

const EVERYTHING: readonly LibraryRole[] = ['upload', 'review', 'publish'];

/** Who calls. `anonymous` calls too, and is nobody. */
export const PARTS = {
  author: { libraries: { works: EVERYTHING }, inCalendars: true },
  /** A reader who is an author of two documents. */
  coauthor: { libraries: { works: [] } },
  reader: { libraries: { works: [] } },
  upload: { libraries: { works: ['upload'] } },
  review: { libraries: { works: ['review'] } },
  publish: { libraries: { works: ['publish'] } },
  outsider: { libraries: { staff: [] } },
  /** Was a member with every role, and has links from that time. */
  left: {},
  /** The same, and may not come in any more. */
  disabled: { libraries: { works: EVERYTHING } },
  /** Of an obligation, and member of no library. */
  deputy: { inCalendars: true },
  manager: { isManager: true, inCalendars: true },
  managerReader: { isManager: true, libraries: { works: [] }, inReports: true },
  admin: { isAdmin: true, libraries: { staff: EVERYTHING }, inCalendars: true },
  adminReader: { isAdmin: true, libraries: { works: [] } },
  adminAlone: { isAdmin: true },
  other: { isAdmin: true, libraries: { abroad: EVERYTHING }, abroad: true },
} as const satisfies Readonly<Record<string, Part>>;
export type PartName = keyof typeof PARTS;

export interface Caller {
  readonly name: PartName | 'anonymous' | 'invited';
  readonly client: TestClient;
  readonly person: TestPerson | null;
  /** In this organization, or in the other one. */
  readonly at: 'ours' | 'theirs' | null;
  readonly signedIn: boolean;
  readonly isAdmin: boolean;
  readonly isManager: boolean;
  readonly libraries: ReadonlyMap<string, readonly LibraryRole[]>;
  /** As whom they got mails until they left or were kept out. */
  readonly before?: Caller;
}

export interface Cast {
  readonly ours: TestOrganization;
  readonly theirs: TestOrganization;
  readonly places: Readonly<Record<Place, TestLibrary>>;
  readonly callers: readonly Caller[];
  readonly by: Readonly<Record<PartName, TestClient>>;
  readonly people: Readonly<Record<PartName, TestPerson>>;
  readonly byId: ReadonlyMap<string, Caller>;
}

/* Rules that more than one secret has (docs: domain, roles). */

export const ours = (caller: Caller): boolean => caller.at === 'ours';
export const theirs = (caller: Caller): boolean => caller.at === 'theirs';
export const admins = (caller: Caller): boolean => ours(caller) && caller.isAdmin;
export const managers = (caller: Caller): boolean => ours(caller) && (caller.isAdmin || caller.isManager);
/** Members of any library, and admins. */
export const members = (caller: Caller): boolean =>
  ours(caller) && (caller.isAdmin || caller.libraries.size > 0);
export const membersOf =
  (library: TestLibrary) =>
  (caller: Caller): boolean =>
    admins(caller) || caller.libraries.has(library.id);
export const only =
  (...names: readonly Caller['name'][]) =>
  (caller: Caller): boolean =>
    names.includes(caller.name);
export const selfOrAdmin =
  (name: PartName) =>
  (caller: Caller): boolean =>
    caller.name === name || (name === 'other' ? theirs(caller) : admins(caller));

/** Two organizations, three libraries and everybody in them, signed in. */
export async function createCast(server: TestServer, ledger: Ledger): Promise<Cast> {
  const { make } = server;
  const own = await make.organization(ledger.plant('name of the organization', ours));
  const foreign = await make.organization(ledger.plant('name of the other organization', theirs));
  const library = async (at: TestOrganization, name: string): Promise<TestLibrary> => make.library(at, name);
  const known = { id: '' };
  // Its public document names it to whoever sees that.
  const worksName = ledger.plant('name of a library with something public', members);
  const staffName = ledger.plant('name of a library', (c) => admins(c) || c.libraries.has(known.id));
  const places = {
    works: await library(own, worksName),
    staff: await library(own, staffName),
    abroad: await library(foreign, ledger.plant('name of their library', theirs)),
  };
  known.id = places.staff.id;

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
          (part.inReports === true && managers(c));
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
    // Of everything a mail, at once or in the day's one.
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
