import { DEFAULT_SCOPE } from '#shared/access/scopes.ts';
import { STATE } from '#shared/access/states.ts';
import type { CollaborativeCreate } from '#shared/collaborative/collaborative.schemas.ts';
import {
  BUILT_IN_TEMPLATES,
  type BuiltInTemplate,
  listOfNames,
  longDate,
  type TemplateValues,
} from '#shared/collaborative/document-templates.ts';
import type { RecordCreated } from '#shared/documents/records.schemas.ts';
import { dayIn } from '#shared/platform/days.ts';
import { diskName } from '#shared/platform/files/names.ts';
import { type Actor, ownAmong } from '../../platform/actor.ts';
import type { Deps } from '../../platform/deps.ts';
import { ApiError, invalid } from '../../platform/errors.ts';
import type { Heavy } from '../../platform/heavy/heavy.ts';
import { currentGone } from '../../platform/request-scope.ts';
import { lockBlobs } from '../../platform/storage/blobs.queries.ts';
import { type Kept, keepBytes } from '../../platform/storage/keep-bytes.ts';
import { BytesCollected } from '../../platform/storage/lock-contents.ts';
import { StorageError } from '../../platform/storage/storage.ts';
import { requireRoomNow } from '../../platform/uploads/room.ts';
import { uploadRules } from '../../platform/uploads/upload-limit.ts';
import { lockLibraries } from '../access/lock-libraries.ts';
import { confirmAll } from '../documents/confirm/confirm-transaction.ts';
import { effectiveLabels, type Library, loadLibrary } from '../documents/records/library.queries.ts';
import { madeBefore, presentCreated, writeRecords } from '../documents/records/new-record.ts';
import type { RecordDraft } from '../documents/records/new-records.queries.ts';
import { checkAuthors, checkFile, checkRoles } from '../documents/records/record-drafts.ts';
import { findOrganization } from '../organization/organizations.queries.ts';
import type { TemplateSource } from './templates/render-job.ts';
import { renderTemplate } from './templates/render-template.ts';
import { faultSentence, TemplateFault } from './templates/template-fault.ts';
import { findTemplate } from './templates.queries.ts';
import { templateBytes } from './templates.service.ts';
import { t } from './texts.ts';

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const NONE = '—';

export function createCollaborativeService(deps: Deps, heavy: Heavy) {
  const { db, changes, storage } = deps;

  async function sourceOf(actor: Actor, template: CollaborativeCreate['template']): Promise<TemplateSource> {
    if (isBuiltIn(template)) return template;
    const row = await findTemplate(db, actor.organization, template);
    if (!row) throw invalid('template', t('create.template'));
    return templateBytes(storage, row);
  }

  /** Renders the file. Names of people and places are those of this moment. */
  async function write(actor: Actor, body: CollaborativeCreate, draft: RecordDraft): Promise<Uint8Array> {
    const organization = await findOrganization(db, actor.organization);
    const now = deps.now();
    const names = draft.authors.flatMap((id) => draft.library.members.get(id) ?? []);
    const nameOf = (each: { firstname: string; lastname: string }): string =>
      `${each.firstname} ${each.lastname}`;
    const values: TemplateValues = {
      titulo: body.title,
      organizacion: organization.name,
      fecha: longDate(now, organization.timezone),
      autor: nameOf(actor),
      autores: listOfNames(names.map(nameOf)),
      biblioteca: draft.library.name,
      carpeta: (body.folder && draft.library.folders.get(body.folder)?.name) || NONE,
      codigo: body.code ?? NONE,
    };
    const properties = {
      title: body.title,
      author: nameOf(actor),
      at: now.toISOString().replace(/\.\d+Z$/, 'Z'),
    };
    const source = await sourceOf(actor, body.template);
    try {
      // One fenced process renders for everybody. Each person gets their turn in its queue too.
      const press = () => renderTemplate({ source, values, properties });
      return (await heavy.run(actor.user, currentGone(), press)).bytes;
    } catch (error) {
      if (error instanceof TemplateFault) throw invalid('template', faultSentence(error));
      throw error;
    }
  }

  function commit(
    caller: Actor,
    body: CollaborativeCreate,
    operation: string | null,
    { sha256, size }: Kept,
    today: string,
  ): Promise<RecordCreated> {
    return changes.run(caller, async (change) => {
      const { trx } = change;
      // Hashes come first in the order of locks.
      await lockBlobs(trx, [{ sha256, size }], caller.user);
      const { seqs, actor } = await lockLibraries(change, caller, ownAmong(caller, [body.group]));
      const draft = draftOf(actor, await loadLibrary(trx, actor, body.group), body, today);
      checkFile({ name: draft.name, size }, await uploadRules(trx, deps.config, actor.organization));
      const [made] = await writeRecords(change, actor, [draft], seqs, () => operation);
      if (!made) throw new ApiError('internal');
      // From here on it is treated as an upload whose bytes have arrived.
      const { record, version } = { record: made.record.id, version: made.version.id };
      const confirmed = await confirmAll(change, actor, [{ version, sha256, size }], storage);
      const result = confirmed.get(version);
      if (!result?.ok) throw result?.error ?? new ApiError('internal');
      return presentCreated(trx, actor, { record, version });
    });
  }

  return {
    /**
     * Makes a draft from a template, in one transaction: the record with everybody who writes it as its authors, its
     * first version with its bytes, and the notifications.
     * @throws not_found, forbidden, invalid, author_not_member, code_taken, storage_full, quota_full, unavailable, busy
     */
    async create(actor: Actor, body: CollaborativeCreate, operation: string | null): Promise<RecordCreated> {
      const { timezone } = await findOrganization(db, actor.organization);
      const today = dayIn(timezone, deps.now());
      // Checked before anything is made, and again behind the locks.
      const draft = draftOf(actor, await loadLibrary(db, actor, body.group), body, today);
      const bytes = await write(actor, body, draft);
      await requireRoomNow(db, deps, actor, bytes.length);
      for (let attempt = 1; ; attempt += 1) {
        try {
          const kept = await keepBytes(storage, bytes);
          return await commit(actor, body, operation, kept, today);
        } catch (error) {
          if (error instanceof StorageError) throw new ApiError('unavailable', undefined, { retryAfter: 30 });
          if (!(error instanceof BytesCollected)) return madeBefore(db, actor, operation, error);
          if (attempt >= 3) throw error;
        }
      }
    },
  };
}

const BUILT_IN = new Set<string>(BUILT_IN_TEMPLATES);
const isBuiltIn = (template: string): template is BuiltInTemplate => BUILT_IN.has(template);

/** The draft to be made. Checks that the actor may write there, and that the others may write with them. */
function draftOf(actor: Actor, library: Library, body: CollaborativeCreate, today: string): RecordDraft {
  checkRoles(library, STATE.draft);
  if (body.folder !== null && !library.folders.has(body.folder)) throw invalid('folder', t('create.folder'));
  const authors = [...new Set([actor.user, ...body.authors])];
  checkAuthors(library, authors);
  const readers = authors.flatMap((id) => {
    const member = library.members.get(id);
    return member && !(member.enabled && member.roles.includes('upload')) ? member : [];
  });
  if (readers.length > 0) {
    const names = listOfNames(readers.map((each) => `${each.firstname} ${each.lastname}`));
    throw invalid('authors', t('create.authors', { names }));
  }
  return {
    library,
    folder: body.folder,
    title: body.title,
    name: diskName(`${body.title}.docx`),
    type: DOCX,
    notes: '',
    state: STATE.draft,
    labels: effectiveLabels(library, body.folder).filter((label) => library.labels.has(label)),
    authors,
    documentType: null,
    scope: DEFAULT_SCOPE,
    code: body.code,
    date: today,
    issuedOn: null,
    expiresOn: null,
    origin: 'collab',
  };
}
