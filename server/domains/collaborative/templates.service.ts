import { buffer } from 'node:stream/consumers';
import type {
  DocumentTemplate,
  TemplateCreate,
  TemplateUpdate,
} from '#shared/collaborative/collaborative.schemas.ts';
import { variableOf } from '#shared/collaborative/document-templates.ts';
import { clashKey, splitExtension } from '#shared/platform/files/names.ts';
import { TEMPLATE_BYTES_MAX, TEMPLATES_MAX } from '#shared/platform/limits.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Change, Executor } from '../../platform/db/change.ts';
import type { Deps } from '../../platform/deps.ts';
import { ApiError, invalid, notFound } from '../../platform/errors.ts';
import type { Heavy } from '../../platform/heavy/heavy.ts';
import { newId } from '../../platform/ids.ts';
import { currentGone } from '../../platform/request-scope.ts';
import { lockBlobs } from '../../platform/storage/blobs.queries.ts';
import { type Kept, keepBytes } from '../../platform/storage/keep-bytes.ts';
import { BytesCollected } from '../../platform/storage/lock-contents.ts';
import { type Storage, StorageError } from '../../platform/storage/storage.ts';
import { requireRoomNow } from '../../platform/uploads/room.ts';
import { requireAdminStill } from '../access/lock-libraries.ts';
import { lookup } from '../access/names.queries.ts';
import { lockOrganization } from '../organization/organizations.queries.ts';
import { readTemplate } from './templates/render-template.ts';
import { faultSentence, TemplateFault } from './templates/template-fault.ts';
import {
  deleteTemplate,
  findTemplate,
  insertTemplate,
  listTemplates,
  type TemplateRow,
  updateTemplate,
} from './templates.queries.ts';
import { t } from './texts.ts';

/** A template's file that was checked and can be stored. */
interface ReadFile {
  readonly bytes: Uint8Array;
  readonly fileName: string;
  readonly variables: string[];
  readonly unknown: string[];
}

/** The organization's own templates. Everybody may use them; only admins may change them. */
export function createTemplatesService(deps: Deps, heavy: Heavy) {
  const { db, changes, storage } = deps;
  const inTurnOf =
    (actor: Actor) =>
    <T>(work: () => Promise<T>): Promise<T> =>
      heavy.run(actor.user, currentGone(), work);

  /**
   * Stores a file and refers to it in one change. Locks its hash first: garbage collection looks for unused files under
   * the same lock.
   * @param replaced bytes of the file that it takes the place of
   * @throws storage_full, quota_full
   */
  async function withFile<T>(
    actor: Actor,
    file: ReadFile | undefined,
    replaced: number,
    work: (change: Change, columns: Kept & Columns) => Promise<T>,
    without: (change: Change) => Promise<T>,
  ): Promise<T> {
    if (!file) return changes.run(actor, without);
    const { fileName, variables, unknown } = file;
    const more = file.bytes.length - replaced;
    // Where no room is left, a smaller file may still replace a larger one.
    if (more > 0) await requireRoomNow(db, deps, actor, more);
    for (let attempt = 1; ; attempt += 1) {
      try {
        const kept = await keepBytes(storage, file.bytes);
        return await changes.run(actor, async (change) => {
          await lockBlobs(change.trx, [kept]);
          if (!(await storage.stat(kept.sha256))) throw new BytesCollected('collected meanwhile');
          return work(change, { ...kept, file_name: fileName, variables, unknown });
        });
      } catch (error) {
        if (error instanceof StorageError) throw new ApiError('unavailable', undefined, { retryAfter: 30 });
        if (!(error instanceof BytesCollected) || attempt >= 3) throw error;
      }
    }
  }

  /** Locks the organization's templates, and requires an admin behind the lock. */
  async function lock(change: Change, actor: Actor): Promise<TemplateRow[]> {
    await lockOrganization(change.trx, actor.organization);
    await requireAdminStill(change, actor);
    return listTemplates(change.trx, actor.organization);
  }

  async function change(
    within: Change,
    actor: Actor,
    id: string,
    body: TemplateUpdate,
    file: Partial<Kept & Columns>,
  ): Promise<DocumentTemplate> {
    const all = await lock(within, actor);
    const before = all.find((row) => row.id === id);
    if (!before) throw notFound();
    if (before.rev !== body.rev) throw new ApiError('rev_changed');
    const others = all.filter((row) => row.id !== id);
    const named = body.name === undefined ? {} : { name: body.name, name_key: freeKey(others, body.name) };
    const who = { rev: before.rev + 1, updated_by: actor.user, updated_at: within.at };
    const row = await updateTemplate(within.trx, id, { ...named, ...file, ...who });
    within.audit({
      action: 'template.update',
      targetType: 'template',
      targetId: id,
      before: { name: before.name, sha256: before.sha256 },
      after: { name: row.name, sha256: row.sha256 },
    });
    return presentOne(within.trx, row);
  }

  return {
    async list(actor: Actor): Promise<DocumentTemplate[]> {
      const rows = await listTemplates(db, actor.organization);
      const names = await lookup(db, { people: rows.map((row) => row.updated_by) });
      return rows.map((row) => present(row, names));
    },

    /** @throws invalid (at the file, with the reason), template_taken, templates_full, storage_full, quota_full */
    async create(actor: Actor, { name, file }: TemplateCreate): Promise<DocumentTemplate> {
      const read = await readFile(file, inTurnOf(actor));
      const make = async (within: Change, columns: Kept & Columns): Promise<DocumentTemplate> => {
        const all = await lock(within, actor);
        const name_key = freeKey(all, name);
        if (all.length >= TEMPLATES_MAX) throw new ApiError('templates_full');
        const row = await insertTemplate(within.trx, {
          id: newId(),
          organization: actor.organization,
          name,
          name_key,
          ...columns,
          updated_by: actor.user,
          updated_at: within.at,
        });
        within.audit({
          action: 'template.create',
          targetType: 'template',
          targetId: row.id,
          after: { name, sha256: row.sha256 },
        });
        return presentOne(within.trx, row);
      };
      return withFile(actor, read, 0, make, () => Promise.reject(new ApiError('internal')));
    },

    /** @throws not_found, rev_changed, invalid, template_taken, storage_full, quota_full */
    async update(actor: Actor, id: string, body: TemplateUpdate): Promise<DocumentTemplate> {
      const before = await findTemplate(db, actor.organization, id);
      if (!before) throw notFound();
      return withFile(
        actor,
        body.file && (await readFile(body.file, inTurnOf(actor))),
        Number(before.size),
        (within, columns) => change(within, actor, id, body, columns),
        (within) => change(within, actor, id, body, {}),
      );
    },

    /** @throws not_found */
    remove: (actor: Actor, id: string): Promise<void> =>
      changes.run(actor, async (within) => {
        const row = (await lock(within, actor)).find((each) => each.id === id);
        if (!row) throw notFound();
        await deleteTemplate(within.trx, id);
        within.audit({
          action: 'template.delete',
          targetType: 'template',
          targetId: id,
          before: { name: row.name, sha256: row.sha256 },
        });
      }),

    /** @throws not_found */
    async content(actor: Actor, id: string): Promise<{ readonly name: string; readonly bytes: Uint8Array }> {
      const row = await findTemplate(db, actor.organization, id);
      if (!row) throw notFound();
      return { name: row.file_name, bytes: await templateBytes(storage, row) };
    },
  };
}

type Columns = Pick<TemplateRow, 'file_name' | 'variables' | 'unknown'>;

/** The bytes of a template. @throws unavailable */
export async function templateBytes(storage: Storage, row: Pick<TemplateRow, 'sha256'>): Promise<Uint8Array> {
  try {
    return await buffer(await storage.open(row.sha256));
  } catch {
    throw new ApiError('unavailable', undefined, { retryAfter: 30 });
  }
}

/** Checks a file before it is stored. @throws invalid, busy */
async function readFile(
  file: TemplateCreate['file'],
  inTurn: <T>(work: () => Promise<T>) => Promise<T>,
): Promise<ReadFile> {
  if (splitExtension(file.name).extension.toLowerCase() !== '.docx')
    throw invalid('file', t('template.kind'));
  const bytes = Buffer.from(file.data, 'base64');
  if (bytes.length === 0) throw invalid('file', t('template.empty'));
  if (bytes.length > TEMPLATE_BYTES_MAX) throw invalid('file', t('template.large'));
  try {
    const read = await inTurn(() => readTemplate(bytes));
    const known = (name: string): boolean => variableOf(name) !== undefined;
    return {
      bytes: read.bytes,
      fileName: file.name,
      variables: read.written.filter(known),
      unknown: read.written.filter((name) => !known(name)),
    };
  } catch (error) {
    if (error instanceof TemplateFault) throw invalid('file', faultSentence(error));
    throw error;
  }
}

/** @throws template_taken */
function freeKey(others: readonly TemplateRow[], name: string): string {
  const key = clashKey(name);
  if (others.some((row) => row.name_key === key))
    throw new ApiError('template_taken', { name: t('template.taken') });
  return key;
}

type Names = Awaited<ReturnType<typeof lookup>>;

async function presentOne(executor: Executor, row: TemplateRow): Promise<DocumentTemplate> {
  return present(row, await lookup(executor, { people: [row.updated_by] }));
}

function present(row: TemplateRow, names: Names): DocumentTemplate {
  return {
    _id: row.id,
    name: row.name,
    file: { name: row.file_name, size: row.size },
    variables: row.variables,
    unknown: row.unknown,
    updatedBy: names.people.get(row.updated_by) ?? { _id: row.updated_by, firstname: '', lastname: '' },
    updatedAt: row.updated_at.toISOString(),
    rev: row.rev,
  };
}
