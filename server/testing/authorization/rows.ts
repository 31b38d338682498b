import { STATE } from '#shared/access/states.ts';
import type { Contract, EndpointName } from '#shared/contract.ts';
import type { CallInput } from '#shared/platform/endpoint.ts';
import type { World } from '../authorization-world.ts';
import type { TestPerson } from '../factories.ts';

/**
 * What each endpoint answers to whom, reviewed line by line against docs/domain/roles-and-visibility.md. One letter per
 * person, in this order: anonymous · disabled · reader · upload · review · publish · manager · admin · other
 * organization's admin (authorization-world.ts says who they are).
 *
 *   `+` goes well   `-` 401, nobody is signed in   `x` 401, the account is disabled   `F` 403, seen but not allowed
 *   `N` 404, not to be seen   `r` let in, and then refused by a rule (409, 410, 422, 426, 401 for a wrong
 *   secret, or 404 for a thumbnail that there is not)
 */
export type Answers = string;

export interface Row<N extends EndpointName = EndpointName> {
  readonly answers: Answers;
  /** The subject of the call, where an endpoint has more than one row. */
  readonly on?: string;
  /** Created for each person, because calls of people who may change it do change it. */
  readonly input?: (world: World, caller: TestPerson) => Promise<Partial<CallInput<Contract[N]>> & RawInput>;
}

/** For bodies other than JSON. */
export interface RawInput {
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly bytes?: Uint8Array<ArrayBuffer>;
}

/** Rows of some endpoints. An endpoint of the contract without a row is a type error (table.ts), and fails the test. */
export type Rows<Names extends EndpointName> = { readonly [N in Names]: Row<N> | readonly Row<N>[] };

export const EVERYBODY = '+++++++++';
export const SIGNED_IN = '-x+++++++';
/** An admin of the organization. An admin of another organization does not find it. */
export const ADMIN = '-xFFFFF+N';
/** An admin of any organization, each for their own. */
export const ANY_ADMIN = '-xFFFFF++';
/** Every member of the library, and an admin who is not a member. */
export const LIBRARY = '-x++++N+N';
/** Members with a role, and an admin who is not a member. */
export const WORKING = '-xN+++N+N';
export const NOBODY_ELSE = '-xNNNNNNN';

export const aPerson = async (world: World) => ({ params: { id: (await world.person()).id } });
export const aGroupOfThem = async (world: World) => ({
  params: { id: (await world.person()).id, name: 'manager' as const },
});
export const theLibrary = async (world: World) => ({ params: { id: world.library.id } });
export const aMember = async (world: World) => ({
  params: { id: world.library.id, user: (await world.member()).id },
});
export const published = async (world: World) => world.record({ published: true });
export const publishedRecord = async (world: World) => ({ params: { id: (await published(world)).id } });
export const draftRecord = async (world: World) => ({ params: { id: (await world.record()).id } });
export const publishedVersion = async (world: World) => ({
  params: { id: (await published(world)).version },
});
export const draftVersion = async (world: World) => ({ params: { id: (await world.record()).version } });
export const file = { name: 'plano.pdf', type: 'application/pdf', size: 100 };
export const sha256 = 'a'.repeat(64);

export const recordBody = (world: World) => ({
  title: 'Un documento nuevo',
  group: world.library.id,
  state: STATE.draft,
  labels: [world.label],
  date: '2026-03-02',
  file,
});
export const entry = (world: World) => ({
  ...{ year: 2026, month: 3, day: 2, name: `plano ${Math.random()}.pdf`, group: world.library.id },
  ...{ file, labels: [world.label] },
});
export const tusOf = (key: string) => ({
  'tus-resumable': '1.0.0',
  'upload-length': '100',
  'upload-offset': '0',
  'upload-metadata': `key ${Buffer.from(key).toString('base64')}`,
});
