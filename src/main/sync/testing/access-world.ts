import { type RecordState, STATE } from '#shared/access/states.ts';
import { makeDocument } from '../../../../server/testing/documents.ts';
import type { TestLibrary } from '../../../../server/testing/factories.ts';
import type { TestClient, TestServer } from '../../../../server/testing/http.ts';

interface AccessDocument {
  readonly id: string;
  readonly version: string;
  readonly title: string;
  readonly file: string;
  readonly library: TestLibrary;
}

export type Sort = 'draft' | 'edited' | 'published' | 'elsewhere';

/** Luis's two libraries, with a draft, a draft that he edits offline, a published document, and one elsewhere. */
export interface AccessWorld {
  readonly admin: TestClient;
  readonly ana: TestClient;
  readonly luis: TestClient;
  readonly library: TestLibrary;
  readonly luisId: string;
  /** Luis's address. */
  readonly email: string;
  readonly documents: Readonly<Record<Sort, AccessDocument>>;
  /** Made before the loss: they still run. */
  readonly links: Readonly<Record<Sort, string>>;
  readonly cursors: ReadonlyMap<string, string>;
}

export const ALL: readonly Sort[] = ['draft', 'edited', 'published', 'elsewhere'];

/** Names of copies that are kept beside a document, as a pattern of their path. */
export const COPY = (file: string) => new RegExp(`^Andes/Calidad/${file} \\(copia de Luis Soto .+\\)\\.txt$`);

/** An organization of its own on a running server. */
export async function createAccessWorld(server: TestServer): Promise<AccessWorld> {
  const { make } = server;
  const organization = await make.organization('Andes');
  const library = await make.library(organization, 'Calidad');
  const other = await make.library(organization, 'Obras');
  for (const each of [library, other]) {
    await make.defaultLabel(each, await make.label(organization));
  }
  const roles = ['upload', 'review', 'publish'] as const;
  const [boss, author, person] = await Promise.all([
    make.person(organization, { isAdmin: true, libraries: [[library, []]] }),
    make.person(organization, {
      libraries: [
        [library, roles],
        [other, roles],
      ],
    }),
    make.person(organization, {
      firstname: 'Luis',
      lastname: 'Soto',
      libraries: [
        [library, ['upload']],
        [other, ['upload']],
      ],
    }),
  ]);
  const [admin, ana, luis] = (await Promise.all(
    [boss, author, person].map(({ email }) => server.signIn(email)),
  )) as [TestClient, TestClient, TestClient];
  const document = async (
    name: string,
    title: string,
    at: TestLibrary,
    state: RecordState,
  ): Promise<AccessDocument> => {
    const file = { name: `${name}.txt`, type: 'text/plain' };
    const bytes = Buffer.from(`${title}, como lo dejó Ana`);
    const { record, version } = await makeDocument(server, ana, at, { title, file, state, bytes });
    const notice = { type: 'RECORD.REVIEW.REQUEST', fromModel: 'User', fromId: author.id } as const;
    const to = { toModel: 'User', toId: person.id, refModel: 'Record', refId: record } as const;
    await ana.ok('notificationCreate', { body: { ...notice, ...to } });
    return { id: record, version: version._id, title, file: file.name, library: at };
  };
  const documents = {
    draft: await document('Acta', 'Acta de la excavación', library, STATE.draft),
    edited: await document('Informe', 'Informe de hormigonado', library, STATE.draft),
    published: await document('Manual', 'Manual de andamios', library, STATE.published),
    elsewhere: await document('Plano', 'Plano de fundaciones', other, STATE.draft),
  };
  const linkTo = async ({ version }: AccessDocument) => {
    const { url } = await luis.ok('versionLink', { params: { id: version } });
    return new URL(url).pathname.replace('/api', '');
  };
  const links = {
    draft: await linkTo(documents.draft),
    edited: await linkTo(documents.edited),
    published: await linkTo(documents.published),
    elsewhere: await linkTo(documents.elsewhere),
  };
  const cursors = new Map<string, string>();
  for (const { id } of [library, other])
    cursors.set(id, (await luis.ok('changes', { query: { group: id } })).cursor);
  return { admin, ana, luis, library, luisId: person.id, email: person.email, documents, links, cursors };
}
