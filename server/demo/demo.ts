import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type RecordState, STATE } from '#shared/access/states.ts';
import { sendFolderNotices } from '../domains/compliance/notices/folder-notices.job.ts';
import type { VersionRow } from '../domains/documents/faces/faces.queries.ts';
import { findByOperation, findVersion } from '../domains/documents/versions/versions.queries.ts';
import type { Actor } from '../platform/actor.ts';
import type { Services } from '../services.ts';
import { makeCalendars } from './demo-calendars.ts';
import { makeContractors } from './demo-contractors.ts';
import { type DemoPlaces, findUnfinishedDemo, makeOrganization } from './demo-organization.ts';
import { makeRules } from './demo-rules.ts';
import { type DemoDocument, demoDocuments } from './documents/documents.ts';
import type { LibraryName, Persona } from './documents/row.ts';
import { demoOrganization } from './organization.ts';

type Actors = (persona: Persona) => Promise<Actor>;

/** A version that has its row; its bytes may not have arrived yet. */
interface Started {
  readonly document: DemoDocument;
  readonly version: VersionRow;
  readonly actor: Actor;
  readonly bytes: Buffer;
}

/**
 * Creates the demo organization if there is none, with folders and documents through the services, so that audit,
 * search, feed, reviews and notifications are real. An interrupted creation is continued; a finished demo is never
 * changed again. Call it before the jobs start, so that its mails are not sent.
 */
export async function seedDemo(services: Services): Promise<void> {
  if (await services.firstRun.needed()) {
    await makeOrganization(services);
  }
  const places = await findUnfinishedDemo(services);
  if (!places) {
    return;
  }
  const building = demoDocuments();
  const loaded = new Map<Persona, Promise<Actor>>();
  const actors: Actors = (persona) => {
    const actor = loaded.get(persona) ?? services.actorById(places.people.get(persona) ?? '', null);
    loaded.set(persona, actor);
    return actor;
  };
  const folders = await makeFolders(services, places, actors);
  await makeRules(services, places, (library, path) => folders.get(folderKey(library, path)) ?? '', actors);
  await makeContractors(
    services,
    await actors('autora'),
    places.libraries.get('Prevención y obras') ?? '',
    (path) => folders.get(folderKey('Prevención y obras', path)) ?? '',
  );
  const documents = await building;
  const most = Math.max(...documents.map(({ versions }) => versions.length));
  for (let at = 0; at < most; at += 1) {
    const started: Started[] = [];
    for (const document of documents) {
      const bytes = document.versions[at]?.bytes;
      if (bytes) {
        const actor = await actors(document.creator);
        const version = await startVersion(services, places, folders, document, at, actor, actors);
        started.push({ document, version, actor, bytes });
      }
    }
    await sendBytes(services, started);
    for (const { document, version } of started) {
      await walk(services, actors, document, version, at);
    }
  }
  await sendFolderNotices(services.deps);
  await makeCalendars(services, places, actors);
  await settle(services, places);
}

/** @returns ids by library and path */
async function makeFolders(
  services: Services,
  places: DemoPlaces,
  actors: Actors,
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const { name } of demoOrganization.libraries) {
    const actor = await actors(editorOf(name));
    for (const folder of await services.folders.list(actor, places.libraries.get(name) ?? '')) {
      ids.set(folderKey(name, folder.path), folder._id);
    }
  }
  for (const { library, path, defaultLabels } of demoOrganization.folders) {
    if (ids.has(folderKey(library, path))) {
      continue;
    }
    const names = path.split(' / ');
    const made = await services.folders.create(await actors(editorOf(library)), {
      group: places.libraries.get(library) ?? '',
      parent: ids.get(folderKey(library, names.slice(0, -1).join(' / '))) ?? null,
      name: names.at(-1) ?? path,
      ...(defaultLabels ? { defaultLabels: labelIds(places, defaultLabels) } : {}),
    });
    ids.set(folderKey(library, path), made._id);
  }
  return ids;
}

const folderKey = (library: LibraryName, path: string): string => `${library}: ${path}`;
const editorOf = (library: LibraryName): Persona => (library === 'Personas' ? 'gestora' : 'autora');
const reviewerOf = (library: LibraryName): Persona => (library === 'Personas' ? 'gestora' : 'revisor');
const labelIds = (places: DemoPlaces, names: readonly string[]): string[] =>
  names.flatMap((name) => places.labels.get(name) ?? []);

/**
 * The operation id of a demo version. It is always the same, so that an interrupted creation finds the versions that
 * exist.
 */
const operationOf = (document: DemoDocument, at: number): string => `demo:${document.name}:${at + 1}`;

async function startVersion(
  services: Services,
  places: DemoPlaces,
  folders: ReadonlyMap<string, string>,
  document: DemoDocument,
  at: number,
  actor: Actor,
  actors: Actors,
): Promise<VersionRow> {
  const { db } = services.deps;
  const operation = operationOf(document, at);
  const made = await findByOperation(db, actor.user, operation);
  if (made) {
    return made;
  }
  const marks = { operation, operationToken: null };
  const bytes = document.versions[at]?.bytes;
  const file = { name: document.name, type: document.mediaType, size: bytes?.length };
  if (at === 0) {
    const authors = await Promise.all(document.authors.map(actors));
    const { record, version } = await services.records.create(
      actor,
      {
        title: document.title,
        notes: document.notes,
        group: places.libraries.get(document.library) ?? '',
        folder: folders.get(folderKey(document.library, document.folder)) ?? null,
        state: STATE.draft,
        labels: labelIds(places, document.labels),
        date: document.versions[0]?.day ?? '',
        file,
        documentType: places.types.get(document.type) ?? null,
        scope: document.scope ?? 'internal',
        authors: authors.map(({ user }) => user),
        code: document.code ?? null,
        issuedOn: document.issuedOn ?? null,
        expiresOn: document.expiresOn ?? null,
      },
      marks,
    );
    if (document.nextReviewOn) {
      await services.recordEdit.update(actor, record._id, {
        rev: record.rev,
        nextReviewOn: document.nextReviewOn,
      });
    }
    return row(services, actor, version._id);
  }
  const base = await findByOperation(db, actor.user, operationOf(document, at - 1));
  const { version } = await services.versions.create(
    actor,
    {
      record: base?.record_id ?? '',
      base: base?.id ?? '',
      file,
      comment: document.versions[at]?.comment ?? '',
      origin: 'web',
      onStale: 'refuse',
    },
    marks,
  );
  return row(services, actor, version._id);
}

async function row({ deps }: Services, actor: Actor, id: string): Promise<VersionRow> {
  const found = await findVersion(deps.db, actor.organization, id);
  if (!found) {
    throw new Error(`The demo lost version ${id}`);
  }
  return found;
}

/** Uploads all pending bytes, and confirms each person's versions in one transaction. */
async function sendBytes(services: Services, started: readonly Started[]): Promise<void> {
  const pending = started.filter(({ version }) => version.status === 'pending');
  for (const { version, bytes } of pending) {
    await services.uploads.receive(version.key, bytes);
  }
  for (const actor of new Set(pending.map((each) => each.actor))) {
    const items = pending
      .filter((each) => each.actor === actor)
      .map(({ version, bytes }) => ({
        version: version.id,
        size: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
      }));
    const { results } = await services.confirms.confirmBatch(actor, items);
    const failed = results.find((result) => !result.ok);
    if (failed) {
      throw new Error(`The demo could not confirm a version: ${JSON.stringify(failed)}`);
    }
  }
}

/** Moves a version through the states of its table, from the state that an earlier start reached. */
async function walk(
  services: Services,
  actors: Actors,
  document: DemoDocument,
  version: VersionRow,
  at: number,
): Promise<void> {
  const steps = document.versions[at]?.steps ?? [];
  const record = version.record_id;
  const taken =
    version.status === 'pending'
      ? []
      : (await services.reviews.list(await actors(document.creator), record)).filter(
          (each) => each.version === version.id,
        );
  for (const { state, comment } of steps.slice(taken.length)) {
    const actor = await actors(whoLeadsTo(state, document));
    if (state === STATE.pendingReview) {
      await services.reviews.request(actor, { record, version: version.id, message: comment });
    } else {
      await services.reviews.create(actor, { record, version: version.id, state, comment });
    }
  }
}

function whoLeadsTo(state: RecordState, document: DemoDocument): Persona {
  switch (state) {
    case STATE.published:
    case STATE.obsolete:
      return 'publicadora';
    case STATE.approved:
    case STATE.rejected:
    case STATE.pendingPublication:
      return reviewerOf(document.library);
    default:
      return document.creator;
  }
}

/**
 * Finishes the demo for good: dismisses notifications of settled documents, so that only those of open requests remain;
 * drops the mails; and analyzes the tables for the query planner.
 */
async function settle({ deps }: Services, { organization }: DemoPlaces): Promise<void> {
  await deps.changes.run({ organization, user: null, ip: null }, async ({ trx, at }) => {
    await sql`
      update notifications n set dismissed_at = ${at}
      from record_faces f
      where n.organization = ${organization}::uuid and f.record_id = n.record_id and f.face = 'working'
        and (f.state in (${STATE.published}, ${STATE.obsolete})
          or (n.type = 'RECORD.REVIEW.REQUEST' and f.state <> ${STATE.pendingReview})
          or (n.type = 'RECORD.CREATED' and f.state <> ${STATE.draft})
          or (n.type = 'RECORD.REVIEWED' and n.state <> f.state))`.execute(trx);
    await trx
      .deleteFrom('outbox')
      .where('organization', '=', organization)
      .where('kind', '=', 'mail')
      .where('done_at', 'is', null)
      .execute();
    await sql`
      update organizations set settings = settings || '{"demo":"ready"}' where id = ${organization}::uuid`.execute(
      trx,
    );
  });
  await sql`analyze`.execute(deps.db);
}
