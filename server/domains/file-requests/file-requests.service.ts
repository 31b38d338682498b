import type { z } from 'zod';
import type {
  FileRequest,
  FileRequestCreate,
  FileRequestMade,
  fileRequestMail,
  fileRequests,
} from '#shared/file-requests/file-requests.schemas.ts';
import { deliveryLink } from '#shared/file-requests/link-secret.ts';
import { dayIn } from '#shared/platform/days.ts';
import { FILE_REQUEST } from '#shared/platform/limits.ts';
import { type Actor, hasRole, requireOpen } from '../../platform/actor.ts';
import type { Change } from '../../platform/db/change.ts';
import type { Deps } from '../../platform/deps.ts';
import { ApiError, notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { createCounter, refusal } from '../../platform/limits/counter.ts';
import { canSeeLibrary } from '../access/libraries.policy.ts';
import { lockLibraries } from '../access/lock-libraries.ts';
import { findFolderLibrary } from '../documents/folders/folders.queries.ts';
import { effectiveLabels, loadLibrary } from '../documents/records/library.queries.ts';
import { presentLinks } from './file-requests.presenter.ts';
import {
  findLink,
  insertLink,
  insertMails,
  type LinkRow,
  listLinks,
  lockLink,
  revokeLink,
} from './file-requests.queries.ts';
import { placesSince, requireTaking } from './link-access.ts';
import { hashOfSecret, newLinkSecret } from './link-secrets.ts';
import { t } from './texts.ts';

const DAY_MS = 86_400_000;

/** Links by which people without an account send files into a folder, for those who may put files there themselves. */
export function createFileRequestsService(deps: Deps) {
  const { db, changes, config, now } = deps;
  const mailed = createCounter(deps, {
    name: 'file-request-mails',
    points: FILE_REQUEST.mailsPerHour,
    seconds: 3600,
  });

  /** @throws archived, forbidden; not_found where the actor does not see the library */
  function requireUpload(actor: Actor, group: string | undefined): asserts group is string {
    if (!group || !canSeeLibrary(actor, group)) throw notFound();
    requireOpen(actor, group);
    if (!hasRole(actor, group, 'upload')) throw new ApiError('forbidden');
  }

  /** The same for what also helps in an archived library: seeing links and ending them. @throws forbidden, not_found */
  function requireOwn(actor: Actor, group: string | undefined): asserts group is string {
    if (!group || !canSeeLibrary(actor, group)) throw notFound();
    const { roles = [] } = actor.memberships.find((each) => each.group === group) ?? {};
    if (!roles.includes('upload')) throw new ApiError('forbidden');
  }

  /** Counted before the change: within it, the count would need a second connection while it holds the first. */
  async function countMails(actor: Actor, emails: readonly string[]): Promise<void> {
    if (emails.length === 0) return;
    await mailed.consume(actor.user, emails.length).catch((error: unknown) => {
      throw refusal(error, t('link.tooManyMails'));
    });
  }

  /** A link behind its lock, and the caller as they are behind the library's. */
  async function lock(
    change: Change,
    caller: Actor,
    id: string,
    require: (actor: Actor, group: string) => void = requireUpload,
  ): Promise<{ link: LinkRow; actor: Actor }> {
    const since = placesSince(deps, change.at);
    const found = await findLink(change.trx, caller.organization, id, since);
    if (!found || !canSeeLibrary(caller, found.group_id)) throw notFound();
    const { actor } = await lockLibraries(change, caller, [found.group_id]);
    require(actor, found.group_id);
    const link = await lockLink(change.trx, id, since);
    if (!link) throw notFound();
    return { link, actor };
  }

  async function mail(
    change: Change,
    actor: Actor,
    link: LinkRow,
    secret: string,
    emails: readonly string[],
  ): Promise<void> {
    if (emails.length === 0) return;
    const rows = emails.map((email) => ({
      ...{ id: newId(), organization: actor.organization, request_id: link.id },
      ...{ email, sent_at: change.at, sent_by: actor.user },
    }));
    await insertMails(change.trx, rows);
    for (const to of emails)
      change.announce({
        kind: 'mail',
        mail: {
          ...{ template: 'file_request', to, secret },
          ...{ organization: link.organization_name, by: `${actor.firstname} ${actor.lastname}` },
          ...{ title: link.title, until: dayIn(link.timezone, link.expires_at) },
        },
      });
    change.audit({
      action: 'file_request.send',
      ...targetOf(link),
      after: { emails: [...emails] },
    });
  }

  async function present(change: Change, id: string): Promise<FileRequest> {
    const link = await lockLink(change.trx, id, placesSince(deps, change.at));
    const [shown] = link ? await presentLinks(change.trx, [link], change.at) : [];
    if (!shown) throw notFound();
    return shown;
  }

  return {
    /**
     * Makes a link into a folder. Its secret is told in this answer only.
     * @throws not_found, forbidden, archived; labels_required where new documents in the folder would have no label
     */
    async create(caller: Actor, { folder, title, emails }: FileRequestCreate): Promise<FileRequestMade> {
      const group = (await findFolderLibrary(db, caller.organization, folder))?.group_id;
      requireUpload(caller, group);
      await countMails(caller, emails);
      return changes.run(caller, async (change) => {
        const { actor } = await lockLibraries(change, caller, [group]);
        requireUpload(actor, (await findFolderLibrary(change.trx, caller.organization, folder))?.group_id);
        const library = await loadLibrary(change.trx, actor, group, [folder]);
        // No document is without a label, and whoever sends a file by the link chooses none.
        if (effectiveLabels(library, folder).length === 0) throw new ApiError('labels_required');
        const [id, secret] = [newId(), newLinkSecret()];
        await insertLink(change.trx, {
          ...{ id, organization: actor.organization, group_id: group, folder_id: folder },
          ...{ kind: 'files', secret_hash: hashOfSecret(secret), title },
          ...{ max_files: FILE_REQUEST.files, max_bytes: FILE_REQUEST.bytes },
          ...{ created_by: actor.user, created_at: change.at },
          expires_at: new Date(change.at.getTime() + FILE_REQUEST.days * DAY_MS),
        });
        change.audit({
          action: 'file_request.create',
          ...{ targetType: 'file_request', targetId: id, after: { title, folder } },
        });
        change.announce({ kind: 'folder.changed', folder, group });
        const link = await lockLink(change.trx, id, placesSince(deps, change.at));
        if (link) await mail(change, actor, link, secret, emails);
        return { request: await present(change, id), url: deliveryLink(config.publicUrl, secret) };
      });
    },

    /** Links into a folder, open ones first and then the newest. @throws not_found, forbidden */
    async list(actor: Actor, folder: string): Promise<z.input<typeof fileRequests>> {
      requireOwn(actor, (await findFolderLibrary(db, actor.organization, folder))?.group_id);
      const at = now();
      const requests = await presentLinks(db, await listLinks(db, folder, placesSince(deps, at)), at);
      const isOpen = ({ state }: FileRequest): boolean => state === 'open';
      return {
        requests: [...requests.filter(isOpen), ...requests.filter((request) => !isOpen(request))],
        mailLeaves: Boolean(config.smtpUrl),
      };
    },

    /** Ends a link at once, also in an archived library. Idempotent. @throws not_found, forbidden */
    revoke: (caller: Actor, id: string): Promise<FileRequest> =>
      changes.run(caller, async (change) => {
        const { link, actor } = await lock(change, caller, id, requireOwn);
        if (!link.revoked_at) {
          await revokeLink(change.trx, id, actor.user, change.at);
          change.audit({ action: 'file_request.revoke', ...targetOf(link) });
          change.announce({ kind: 'folder.changed', folder: link.folder_id, group: link.group_id });
        }
        return present(change, id);
      }),

    /**
     * Mails a link to more people.
     * @throws conflict for another link's secret, link_expired, link_closed, rate_limited, not_found, forbidden, archived
     */
    async mail(
      caller: Actor,
      id: string,
      { secret, emails }: z.output<typeof fileRequestMail>,
    ): Promise<FileRequest> {
      await countMails(caller, emails);
      return changes.run(caller, async (change) => {
        const { link, actor } = await lock(change, caller, id);
        requireTaking(link, change.at);
        if (link.secret_hash !== hashOfSecret(secret))
          throw new ApiError('conflict', undefined, { message: t('link.otherSecret') });
        await mail(change, actor, link, secret, emails);
        change.announce({ kind: 'folder.changed', folder: link.folder_id, group: link.group_id });
        return present(change, id);
      });
    },
  };
}
export type FileRequestsService = ReturnType<typeof createFileRequestsService>;

const targetOf = ({ id }: Pick<LinkRow, 'id'>) => ({ targetType: 'file_request', targetId: id }) as const;
