import type { Contract, EndpointName } from '#shared/contract/contract.ts';
import type { CallInput } from '#shared/contract/endpoint.ts';
import { STATE } from '#shared/domain/states.ts';
import type { World } from './authorization-world.ts';
import type { TestPerson } from './factories.ts';
import { TEST_PASSWORD } from './factories.ts';

/**
 * What each endpoint answers to whom, reviewed line by line against domain.md. One letter per person, in this order:
 * anonymous · disabled · reader · upload · review · publish · manager · admin · other organization's admin
 * (authorization-world.ts says who they are).
 *
 *   `+` goes well   `-` 401, nobody is signed in   `x` 401, the account is disabled   `F` 403, seen but not allowed
 *   `N` 404, not to be seen   `r` let in, and then refused by a rule (409, 410, 422, 426, or 401 for a wrong secret)
 */
type Answers = string;

export interface Row<N extends EndpointName = EndpointName> {
  readonly answers: Answers;
  /** What the call is tried on, where an endpoint has more than one row. */
  readonly on?: string;
  /** Made anew for each person, since the calls of those who may change what they are let at. */
  readonly input?: (world: World, caller: TestPerson) => Promise<Partial<CallInput<Contract[N]>> & RawInput>;
}

/** For what is no JSON. */
interface RawInput {
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

type Rows = { readonly [N in EndpointName]: Row<N> | readonly Row<N>[] };

const EVERYBODY = '+++++++++';
const SIGNED_IN = '-x+++++++';
/** An admin of the organization; another organization's finds nothing. */
const ADMIN = '-xFFFFF+N';
/** An admin of any organization: each acts in their own. */
const ANY_ADMIN = '-xFFFFF++';
/** Everybody in the library, and an admin from outside it. */
const LIBRARY = '-x++++N+N';
/** Who holds a role there, and an admin from outside it. */
const WORKING = '-xN+++N+N';
const NOBODY_ELSE = '-xNNNNNNN';

const aPerson = async (world: World) => ({ params: { id: (await world.person()).id } });
const aGroupOfThem = async (world: World) => ({
  params: { id: (await world.person()).id, name: 'manager' as const },
});
const theLibrary = async (world: World) => ({ params: { id: world.library.id } });
const aMember = async (world: World) => ({
  params: { id: world.library.id, user: (await world.member()).id },
});
const published = async (world: World) => world.record({ published: true });
const publishedRecord = async (world: World) => ({ params: { id: (await published(world)).id } });
const draftRecord = async (world: World) => ({ params: { id: (await world.record()).id } });
const publishedVersion = async (world: World) => ({ params: { id: (await published(world)).version } });
const draftVersion = async (world: World) => ({ params: { id: (await world.record()).version } });
const file = { name: 'plano.pdf', type: 'application/pdf', size: 100 };
const sha256 = 'a'.repeat(64);

const recordBody = (world: World) => ({
  title: 'Un documento nuevo',
  group: world.library.id,
  state: STATE.draft,
  labels: [world.label],
  date: '2026-03-02',
  file,
});
const entry = (world: World) => ({
  ...{ year: 2026, month: 3, day: 2, name: `plano ${Math.random()}.pdf`, group: world.library.id },
  ...{ file, labels: [world.label] },
});
const tusOf = (key: string) => ({
  'tus-resumable': '1.0.0',
  'upload-length': '100',
  'upload-offset': '0',
  'upload-metadata': `key ${Buffer.from(key).toString('base64')}`,
});

/** Every endpoint of the contract; a new one without a row does not compile, nor pass. */
export const authorizationTable: Rows = {
  signIn: {
    answers: EVERYBODY,
    input: async (world) => ({ body: { email: (await world.person()).email, password: TEST_PASSWORD } }),
  },
  answerChallenge: {
    answers: 'rrrrrrrrr',
    input: async () => ({ body: { session: 'x', newPassword: 'una clave nueva' } }),
  },
  refresh: { answers: '---------', input: async () => ({ body: { refreshToken: 'x' } }) },
  signOut: { answers: EVERYBODY, input: async () => ({ body: { refreshToken: 'x' } }) },
  forgotPassword: {
    answers: EVERYBODY,
    input: async (world) => ({ body: { email: (await world.person()).email } }),
  },
  resetPassword: {
    answers: 'rrrrrrrrr',
    input: async (world) => ({
      body: { email: (await world.person()).email, code: '000000', password: 'una clave nueva' },
    }),
  },
  changePassword: {
    answers: '-xrrrrrrr',
    on: 'a wrong current one',
    input: async () => ({ body: { current: 'no es esta', password: 'una clave nueva' } }),
  },
  jwks: { answers: EVERYBODY },
  firstRunState: { answers: EVERYBODY },
  firstRun: {
    answers: 'rrrrrrrrr',
    on: 'an installation that has its organization',
    input: async () => ({
      body: {
        ...{ code: 'x', organization: 'Otra', email: 'yo@legajo.test', firstname: 'Yo', lastname: 'Mismo' },
        password: 'una clave nueva',
      },
    }),
  },

  session: { answers: SIGNED_IN },
  groupsByMember: { answers: SIGNED_IN },
  groupsByOrganization: { answers: SIGNED_IN },
  usersByOrganization: { answers: SIGNED_IN },
  departmentsByOrganization: { answers: SIGNED_IN },
  userCreate: {
    answers: ANY_ADMIN,
    input: async () => ({
      body: { email: `p${Math.random()}@legajo.test`, firstname: 'Nueva', lastname: 'Persona' },
    }),
  },
  userUpdate: {
    answers: ADMIN,
    input: async (world) => ({ ...(await aPerson(world)), body: { firstname: 'Otra' } }),
  },
  userGet: { answers: ADMIN, input: aPerson },
  userDelete: { answers: ADMIN, input: aPerson },
  userEnable: { answers: ADMIN, input: aPerson },
  userDisable: { answers: ADMIN, input: aPerson },
  userGroups: { answers: ADMIN, input: aPerson },
  userGroupAdd: { answers: ADMIN, input: aGroupOfThem },
  userGroupRemove: { answers: ADMIN, input: aGroupOfThem },
  directoryGroups: { answers: ANY_ADMIN },
  members: { answers: LIBRARY, input: theLibrary },
  memberPut: {
    answers: ADMIN,
    input: async (world) => ({ ...(await aMember(world)), body: { roles: ['upload'] } }),
  },
  memberDelete: { answers: ADMIN, input: aMember },
  health: { answers: EVERYBODY },
  ready: { answers: EVERYBODY },
  openapi: { answers: EVERYBODY },
  // The upgrade alone is served; who speaks is told by the first frame (server/realtime).
  realtime: { answers: 'rrrrrrrrr' },

  librariesByPublisher: { answers: SIGNED_IN },
  labelsByOrganization: { answers: SIGNED_IN },
  labels: { answers: SIGNED_IN },
  labelSearch: { answers: SIGNED_IN, input: async () => ({ query: { text: 'etiqueta' } }) },
  // One's own roles: an admin from outside the library has none there.
  rolesByGroup: {
    answers: '-x++++NNN',
    input: async (world) => ({ params: { group: world.library.id } }),
  },
  documentTypes: { answers: SIGNED_IN },
  foldersByGroup: {
    answers: LIBRARY,
    input: async (world) => ({ params: { group: world.library.id } }),
  },
  folderCreate: {
    answers: '-xF+FFNFN',
    input: async (world) => ({ body: { group: world.library.id, name: `Carpeta ${Math.random()}` } }),
  },
  folderUpdate: {
    answers: '-xF+FFNFN',
    input: async (world) => ({
      params: { id: await world.folder() },
      body: { name: `Otra ${Math.random()}` },
    }),
  },
  folderDelete: { answers: '-xF+FFNFN', input: async (world) => ({ params: { id: await world.folder() } }) },

  recordCreate: { answers: '-xF+FFNFN', input: async (world) => ({ body: recordBody(world) }) },
  entryCreate: { answers: '-xF+FFNFN', input: async (world) => ({ body: entry(world) }) },
  createBatch: {
    answers: '-xF+FFNFN',
    input: async (world) => ({ body: { items: [entry(world)] } }),
  },
  recordById: [
    { on: 'published, internal', answers: LIBRARY, input: publishedRecord },
    { on: 'draft, internal', answers: WORKING, input: draftRecord },
    {
      on: 'published, public',
      answers: '-x++++N+N',
      input: async (world) => ({
        params: { id: (await world.record({ published: true, scope: 'public' })).id },
      }),
    },
    {
      on: 'published, restricted',
      answers: '-xN+++NNN',
      input: async (world) => ({
        params: { id: (await world.record({ published: true, scope: 'restricted' })).id },
      }),
    },
    {
      on: 'published, confidential',
      answers: '-xNN++NNN',
      input: async (world) => ({
        params: { id: (await world.record({ published: true, scope: 'confidential' })).id },
      }),
    },
  ],
  recordByTitle: {
    answers: LIBRARY,
    input: async (world) => ({ params: { group: world.library.id, title: 'Un documento' } }),
  },
  recordSearch: { answers: SIGNED_IN },
  dashboard: { answers: SIGNED_IN },
  recordUpdate: [
    {
      on: 'draft',
      answers: '-xN+FFNFN',
      input: async (world) => {
        const { id, rev } = await world.record();
        return { params: { id }, body: { rev, title: 'Otro título' } };
      },
    },
    {
      on: 'published',
      answers: '-xF+FFNFN',
      input: async (world) => {
        const { id, rev } = await published(world);
        return { params: { id }, body: { rev, title: 'Otro título' } };
      },
    },
    {
      on: 'draft, its scope (not its author)',
      answers: '-xNFF+NFN',
      input: async (world) => {
        const { id, rev } = await world.record();
        return { params: { id }, body: { rev, scope: 'restricted' } };
      },
    },
  ],
  recordAuthors: {
    on: 'draft, not its author',
    answers: '-xNFF+NFN',
    input: async (world) => ({
      ...(await draftRecord(world)),
      body: { authors: [world.people.author.id, world.people.upload.id] },
    }),
  },
  batchState: [
    {
      on: 'draft → approved',
      answers: '-xNF+FNFN',
      input: async (world) => ({
        body: { items: [{ record: (await world.record()).id }], state: STATE.approved },
      }),
    },
    {
      on: 'approved → published',
      answers: '-xNFF+NFN',
      input: async (world) => ({
        body: { items: [{ record: (await world.record({ state: 'approved' })).id }], state: STATE.published },
      }),
    },
  ],
  batchMove: {
    answers: '-xN+FFNFN',
    input: async (world) => ({
      body: {
        items: [{ record: (await world.record()).id }],
        group: world.library.id,
        folder: await world.folder(),
      },
    }),
  },
  recordDelete: { on: 'draft, not its author', answers: '-xNFF+N+N', input: draftRecord },

  versionCreate: {
    answers: '-xN+FFNFN',
    input: async (world) => {
      const { id, version } = await world.record();
      return { body: { record: id, base: version, file } };
    },
  },
  confirm: {
    on: 'somebody else’s version',
    answers: NOBODY_ELSE,
    input: async (world) => ({ body: { version: (await world.pending()).id, size: 100, sha256 } }),
  },
  confirmBatch: {
    on: 'somebody else’s version',
    answers: NOBODY_ELSE,
    input: async (world) => ({
      body: { items: [{ version: (await world.pending()).id, size: 100, sha256 }] },
    }),
  },
  versionErrored: {
    on: 'somebody else’s version',
    answers: NOBODY_ELSE,
    input: async (world) => ({ body: { _id: (await world.pending()).id } }),
  },
  versionsByRecord: [
    { on: 'published', answers: LIBRARY, input: publishedRecord },
    { on: 'draft', answers: WORKING, input: draftRecord },
  ],
  versionLink: [
    { on: 'published', answers: LIBRARY, input: publishedVersion },
    { on: 'draft', answers: WORKING, input: draftVersion },
  ],
  versionContent: [
    { on: 'published', answers: LIBRARY, input: publishedVersion },
    { on: 'draft', answers: WORKING, input: draftVersion },
  ],
  versionHead: { on: 'draft', answers: WORKING, input: draftVersion },
  versionRestore: {
    answers: '-xN+FFNFN',
    input: async (world) => {
      const { id, record } = await world.conflict();
      return { params: { id }, body: { base: record.version } };
    },
  },
  versionUse: {
    answers: '-xN+FFNFN',
    input: async (world) => {
      const { id, record } = await world.conflict();
      return { params: { id }, body: { base: record.version } };
    },
  },
  versionKeep: {
    answers: '-xN+FFNFN',
    input: async (world) => ({ params: { id: (await world.conflict()).id } }),
  },
  versionDiscard: {
    on: 'somebody else’s draft on top of what is published',
    answers: '-xNFF+NFN',
    input: async (world) => ({ params: { id: await world.draftOnTop() } }),
  },
  fileByToken: {
    on: 'a signed link of its author',
    answers: EVERYBODY,
    input: async (world) => {
      const { url } = await world.clients.author.ok('versionLink', await publishedVersion(world));
      return { path: url.replace(/^.*\/api/, '') };
    },
  },
  uploadCreate: {
    on: 'somebody else’s version',
    answers: NOBODY_ELSE,
    input: async (world) => ({ headers: tusOf((await world.pending()).key) }),
  },
  uploadHead: {
    on: 'somebody else’s upload',
    answers: NOBODY_ELSE,
    input: async (world) => {
      const { key } = await world.pending();
      return { path: `/docs/uploads/${key}`, headers: tusOf(key) };
    },
  },
  uploadPatch: {
    on: 'somebody else’s upload',
    answers: NOBODY_ELSE,
    input: async (world) => {
      const { key } = await world.pending();
      const headers = { ...tusOf(key), 'content-type': 'application/offset+octet-stream' };
      return { path: `/docs/uploads/${key}`, headers };
    },
  },
  uploadDelete: {
    on: 'somebody else’s upload',
    answers: NOBODY_ELSE,
    input: async (world) => {
      const { key } = await world.pending();
      return { path: `/docs/uploads/${key}`, headers: tusOf(key) };
    },
  },
  uploadOptions: { answers: EVERYBODY },

  reviewCreate: [
    {
      on: 'draft → approved',
      answers: '-xNF+FNFN',
      input: async (world) => {
        const { id, version } = await world.record();
        return { body: { record: id, version, state: STATE.approved } };
      },
    },
    {
      on: 'draft → pending review',
      answers: '-xN+FFNFN',
      input: async (world) => {
        const { id, version } = await world.record();
        return { body: { record: id, version, state: STATE.pendingReview } };
      },
    },
    {
      on: 'approved → published',
      answers: '-xNFF+NFN',
      input: async (world) => {
        const { id, version } = await world.record({ state: 'approved' });
        return { body: { record: id, version, state: STATE.published } };
      },
    },
    {
      on: 'published → obsolete',
      answers: '-xFFF+NFN',
      input: async (world) => {
        const { id, version } = await published(world);
        return { body: { record: id, version, state: STATE.obsolete } };
      },
    },
  ],
  reviewsByRecord: [
    { on: 'published', answers: LIBRARY, input: publishedRecord },
    { on: 'draft', answers: WORKING, input: draftRecord },
  ],
  // Whoever reads the working copy may ask; the state moves only where they hold upload.
  reviewRequest: {
    on: 'draft',
    answers: WORKING,
    input: async (world) => {
      const { id, version } = await world.record();
      return { body: { record: id, version } };
    },
  },
  notificationsPending: { answers: SIGNED_IN },
  notificationById: {
    on: 'somebody else’s',
    answers: NOBODY_ELSE,
    input: async (world) => ({ params: { id: await world.notification(await published(world)) } }),
  },
  notificationDismiss: [
    {
      on: 'one’s own of a type',
      answers: SIGNED_IN,
      input: async () => ({ body: { type: 'RECORD.REVIEWED' } }),
    },
    {
      on: 'somebody else’s',
      answers: NOBODY_ELSE,
      input: async (world) => ({ body: { _id: await world.notification(await published(world)) } }),
    },
  ],
  notificationCreate: [
    {
      on: 'draft',
      answers: '-xN+++N+N',
      input: async (world, caller) => ({
        body: {
          ...{ type: 'RECORD.REVIEW.REQUEST', fromModel: 'User', fromId: caller.id, toModel: 'User' },
          ...{ toId: world.people.review.id, refModel: 'Record', refId: (await world.record()).id },
        },
      }),
    },
    {
      on: 'in somebody else’s name',
      answers: '-xFFFFFFF',
      input: async (world) => ({
        body: {
          ...{
            type: 'RECORD.REVIEW.REQUEST',
            fromModel: 'User',
            fromId: world.people.author.id,
            toModel: 'User',
          },
          ...{ toId: world.people.review.id, refModel: 'Record', refId: (await world.record()).id },
        },
      }),
    },
  ],
  mailReview: {
    on: 'somebody else’s',
    answers: NOBODY_ELSE,
    input: async (world) => {
      const record = await published(world);
      const id = await world.notification(record);
      const notification = await world.clients.author.ok('notificationById', { params: { id } });
      return { body: notification };
    },
  },
  clientCreate: { answers: SIGNED_IN, input: async () => ({ body: { name: 'Equipo', platform: 'linux' } }) },
  clients: { answers: SIGNED_IN },
  clientDelete: {
    on: 'somebody else’s',
    answers: '-xNNNNN+N',
    input: async (world) => ({ params: { id: await world.desktop() } }),
  },
  operationCreate: {
    on: 'somebody else’s desktop',
    answers: NOBODY_ELSE,
    input: async (world) => ({ body: { client: await world.desktop(), type: 'create record' } }),
  },
  changes: {
    answers: '-x++++NNN',
    input: async (world) => ({ query: { group: world.library.id } }),
  },
};
