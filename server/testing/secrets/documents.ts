import type { Scope } from '#shared/access/scopes.ts';
import { STATE } from '#shared/access/states.ts';
import { addVersion, makeDocument, sha256Of, startRecord } from '../documents.ts';
import type { TestLibrary } from '../factories.ts';
import type { TestClient, TestServer } from '../http.ts';
import { admins, members, membersOf, type PartName, theirs } from './callers.ts';
import type { Cast } from './cast.ts';
import type { Ledger, Rule } from './ledger.ts';
import { rulesOf } from './visibility.ts';

/** A document of the world, with the facts that the visibility rule needs. */
export interface Planted {
  readonly what: string;
  readonly id: string;
  readonly versions: string[];
  readonly title: string;
  readonly working: Rule;
  /** Everybody who sees it at all. */
  readonly seen: Rule;
}

/** What of a document somebody still reads after it was deleted, and what of it they must find. */
interface Once {
  readonly fields: Readonly<Record<string, Rule>>;
  readonly told: readonly string[];
}

interface Given {
  readonly scope: Scope;
  readonly library?: TestLibrary;
  readonly folder?: string | null;
  readonly authors?: readonly PartName[];
  readonly published?: true;
  /** Something else is published later: then its earlier title is history, which readers do not see. */
  readonly replaced?: true;
}

export interface Documents {
  readonly all: Readonly<Record<string, Planted>>;
  readonly folders: readonly string[];
  readonly label: string;
  readonly type: string;
  /** The title of each document, by library. */
  readonly titles: readonly { readonly group: string; readonly title: string }[];
  readonly hashes: readonly { readonly id: string; readonly sha256: string }[];
}

/** Documents of every scope and state, with a secret in each of their fields. */
export async function plantDocuments(server: TestServer, ledger: Ledger, cast: Cast): Promise<Documents> {
  const { by, people, places } = cast;
  const all: Record<string, Planted> = {};
  const titles: { group: string; title: string }[] = [];
  const hashes: { id: string; sha256: string }[] = [];
  const { make } = server;
  const label = await make.label(cast.ours, { name: ledger.plant('label', members) });
  const type = await make.documentType(cast.ours, ledger.plant('document type', members));
  /** Its name and its id are for the same people. */
  const folder = async (
    client: TestClient,
    library: TestLibrary,
    what: string,
    rule: Rule,
    parent: string | null = null,
  ) => {
    const body = { group: library.id, name: ledger.plant(what, rule), parent };
    return ledger.hide(what, (await client.ok('folderCreate', { body }))._id, rule);
  };
  // Everybody who sees a document may know its folder and library.
  const open = await folder(by.author, places.works, 'folder with something public', members);
  const inner = await folder(by.author, places.works, 'folder below', membersOf(places.works), open);
  const staff = await folder(by.admin, places.staff, 'folder of staff', membersOf(places.staff));
  const abroad = await folder(by.other, places.abroad, 'their folder', theirs);

  const remember = (what: string, version: { _id: string }, bytes: Buffer, rule: Rule): string => {
    hashes.push({ id: version._id, sha256: sha256Of(bytes) });
    return ledger.hide(`a version of “${what}”`, version._id, rule);
  };
  /** Words for the fields of a document, and for its file. */
  const fieldOf = (what: string, rule: Rule, once?: Once) => (name: string) => {
    const told = once ? once.told.includes(name) : true;
    const now = once ? (once.fields[name] ?? (() => false)) : rule;
    return ledger.plant(`${what}: ${name}`, now, told ? 'each' : 'elsewhere', rule);
  };
  const metaOf = (field: (name: string) => string) => ({
    ...{ title: field('title'), notes: `Nota ${field('notes')}`, code: field('code') },
  });
  const fileOf = (field: (name: string) => string) => ({
    file: { name: `${field('file name')}.txt`, type: 'text/plain' },
    bytes: Buffer.from(`Acta de obra ${field('content')}\n`),
  });
  const revOf = async (client: TestClient, id: string) =>
    (await client.ok('recordById', { params: { id } })).rev;

  async function document(what: string, client: TestClient, given: Given, once?: Once): Promise<Planted> {
    const library = given.library ?? places.works;
    const authors = given.authors ?? ['author'];
    const rules = rulesOf({ scope: given.scope, library, authors, published: given.published ?? false });
    const shown = given.published ? rules.seen : rules.working;
    const first = fileOf(fieldOf(what, shown, once));
    const meta = metaOf(fieldOf(what, given.replaced ? rules.working : shown, once));
    const made = await makeDocument(server, client, library, {
      ...{ ...meta, ...first, scope: given.scope },
      ...{ folder: given.folder ?? null, state: given.published ? STATE.published : STATE.draft },
      authors: authors.map((name) => people[name].id),
      ...(library === places.abroad ? {} : { labels: [label], documentType: type }),
    });
    const { title } = meta;
    titles.push({ group: library.id, title });
    const unseen = { working: () => false, seen: () => false };
    const versions = [remember(what, made.version, first.bytes, once ? unseen.seen : shown)];
    const planted = { what, id: made.record, versions, title, ...(once ? unseen : rules) };
    all[what] = planted;
    return planted;
  }

  /** A newer version with other metadata. */
  async function edit(planted: Planted, client: TestClient, what: string, rule: Rule): Promise<string> {
    const field = fieldOf(`${planted.what}, ${what}`, rule);
    const { currentVersion } = await client.ok('recordById', { params: { id: planted.id } });
    const next = { ...fileOf(field), comment: field('comment') };
    const version = await addVersion(server, client, planted.id, currentVersion?._id ?? '', next);
    planted.versions.push(remember(planted.what, version, next.bytes, rule));
    const meta = metaOf(field);
    const body = { ...meta, rev: await revOf(client, planted.id) };
    await client.ok('recordUpdate', { params: { id: planted.id }, body });
    titles.push({ group: places.works.id, title: meta.title });
    return version._id;
  }
  async function lead(planted: Planted, what: string, version: string, state: 1 | 2 | 3 | 4, rule: Rule) {
    const comment = ledger.plant(`${planted.what}: comment of ${what}`, rule);
    const body = { record: planted.id, version, state, comment, rev: await revOf(by.author, planted.id) };
    const { _id: id } = await by.author.ok('reviewCreate', { body });
    ledger.hide(`a decision on “${planted.what}”`, id, rule);
  }

  /** Read by those who see the working copy, also where the version that it is about is published. */
  async function comment(planted: Planted, client: TestClient, version: string): Promise<void> {
    const words = (part: string) =>
      ledger.plant(`${planted.what}: ${part} of a comment`, planted.working, 'each');
    const body = {
      ...{ record: planted.id, version, text: words('text') },
      anchor: { quote: words('quote'), prefix: words('prefix'), suffix: words('suffix') },
    };
    const { _id: id } = await client.ok('commentCreate', { body });
    ledger.hide(`a comment on “${planted.what}”`, id, planted.working);
    await client.ok('commentResolve', { params: { id }, body: { resolved: true, rev: 0 } });
  }

  const pub = await document('public', by.author, { scope: 'public', folder: open, published: true });
  await edit(pub, by.author, 'draft on top', pub.working);
  const internal = await document('internal', by.author, {
    scope: 'internal',
    folder: inner,
    published: true,
    replaced: true,
  });
  const second = await edit(internal, by.author, 'second version', internal.seen);
  await lead(internal, 'approval', second, STATE.approved, internal.seen);
  await lead(internal, 'publication', second, STATE.published, internal.seen);
  const third = await edit(internal, by.author, 'third version', internal.working);
  await lead(internal, 'rejection', third, STATE.rejected, internal.working);
  await conflict(internal);
  await comment(pub, by.author, pub.versions[0] ?? '');
  for (const version of internal.versions.slice(1)) await comment(internal, by.author, version);
  await document('restricted', by.author, { scope: 'restricted', folder: open, published: true });
  await document('confidential', by.author, {
    ...{ scope: 'confidential', folder: inner, published: true, authors: ['author', 'coauthor'] },
  });
  const draft = await document('draft', by.author, { scope: 'internal', authors: ['author', 'coauthor'] });
  await comment(draft, by.coauthor, draft.versions[0] ?? '');
  const asked = (kind: string) => ledger.plant(`draft: message of the request for ${kind}`, draft.working);
  const [version = ''] = draft.versions;
  await by.author.ok('reviewRequest', { body: { record: draft.id, version, message: asked('review') } });
  const ready = await document('approved', by.author, { scope: 'public', folder: open });
  await lead(ready, 'approval', ready.versions[0] ?? '', STATE.approved, ready.working);
  const message = ledger.plant('approved: message of the request for publication', ready.working);
  await by.author.ok('publicationRequest', {
    body: { record: ready.id, version: ready.versions[0] ?? '', message },
  });
  const closed = await document('confidential draft', by.author, { scope: 'confidential', folder: open });
  const ask = { record: closed.id, version: closed.versions[0] ?? '', to: [people.review.id] };
  await by.author.ok('reviewRequest', { body: ask });
  await together();
  const old = await document('obsolete', by.author, { scope: 'internal', published: true });
  await lead(old, 'end', old.versions[0] ?? '', STATE.obsolete, old.seen);
  await unfinished();
  await document('of staff', by.admin, {
    ...{ scope: 'internal', library: places.staff, folder: staff, published: true, authors: ['admin'] },
  });
  await document('draft of staff', by.admin, { scope: 'public', library: places.staff, authors: ['admin'] });
  await document('theirs', by.other, {
    ...{ scope: 'public', library: places.abroad, folder: abroad, published: true, authors: ['other'] },
  });
  await binned();

  /** A later edit of the same base. */
  async function conflict(planted: Planted): Promise<void> {
    const next = fileOf(fieldOf(`${planted.what}, conflict`, planted.working));
    const base = planted.versions[1] ?? '';
    const kept = await addVersion(server, by.author, planted.id, base, { ...next, onStale: 'keep' });
    planted.versions.push(remember(`${planted.what}, conflict`, kept, next.bytes, planted.working));
  }

  /** Created from a template that contains its title. */
  async function together(): Promise<void> {
    const rules = rulesOf({
      ...{ scope: 'internal', library: places.works, authors: ['author', 'upload'], published: false },
    });
    const field = fieldOf('collaborative', rules.working);
    const [title, code] = [field('title'), field('code')];
    const body = {
      title,
      code,
      group: places.works.id,
      template: 'acta',
      authors: [people.upload.id],
    };
    const { record, version } = await by.author.ok('collaborativeCreate', { body });
    const what = 'collaborative';
    const versions = [ledger.hide('the version of “collaborative”', version._id, rules.working)];
    all[what] = { what, id: record._id, versions, title, ...rules };
  }

  /** An upload whose bytes never came: only its creator sees it. */
  async function unfinished(): Promise<void> {
    const rule: Rule = (caller) => caller.name === 'author';
    const field = fieldOf('unfinished', rule);
    const meta = metaOf(field);
    const file = { name: `${field('file name')}.txt`, type: 'text/plain' };
    const made = await startRecord(server, by.author, places.works, { ...meta, file });
    ledger.keep('unfinished: key of the upload', made.version.key ?? '', rule, 'each');
    const { _id: id } = made.record;
    all.unfinished = {
      what: 'unfinished',
      id,
      versions: [ledger.hide('the version of “unfinished”', made.version._id, rule)],
      title: meta.title,
      working: rule,
      seen: rule,
    };
  }

  /**
   * In the bin an admin reads titles of documents that were public or internal, and no others. The audit trail shows
   * the rest to admins who would see the document if it were not deleted.
   */
  async function binned(): Promise<void> {
    const trail: Rule = (caller) => caller.name === 'admin';
    const open: Once = {
      fields: { title: admins, 'file name': admins, notes: trail, code: trail },
      told: ['title', 'file name'],
    };
    const gone = await document('deleted', by.author, { scope: 'internal', published: true }, open);
    const hidden = await document(
      'deleted, confidential',
      by.author,
      { scope: 'confidential' },
      { fields: {}, told: [] },
    );
    for (const { id } of [gone, hidden]) await by.author.ok('recordDelete', { params: { id } });
  }

  return { all, folders: [open, inner, staff, abroad], label, type, titles, hashes };
}
