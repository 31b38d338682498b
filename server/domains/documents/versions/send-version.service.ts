import type { Confirmed, VersionSend } from '#shared/documents/versions.schemas.ts';
import type { Actor } from '../../../platform/actor.ts';
import { ApiError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { requireRoomNow } from '../../../platform/uploads/room.ts';
import type { Received } from '../../../platform/uploads/upload-store.ts';
import type { Uploads } from '../../../platform/uploads/uploads.ts';
import { unwrap, withStoredBytes } from '../confirm/confirm.service.ts';
import { checkBytes, checkReplay } from '../confirm/confirm-rules.ts';
import { confirmStarted } from '../confirm/confirm-transaction.ts';
import type { VersionRow } from '../faces/faces.queries.ts';
import type { CallMarks } from '../records/records.service.ts';
import { judgeStart, type Start, type StartDeps, startVersion, unknownBase } from './start-version.ts';
import { presentConfirmed } from './version.presenter.ts';
import { findByOperation } from './versions.queries.ts';

export function createSendVersionService(deps: StartDeps, uploads: Uploads) {
  const { db, changes, storage } = deps;

  /** The answer for a version that the same operation has made ready before. @throws conflict for other bytes */
  async function replay(actor: Actor, { seen }: Start, made: VersionRow, body: VersionSend) {
    checkReplay(made, { ...body, version: made.id });
    const shown = await presentConfirmed(db, actor, [made], new Map([[seen.record.id, seen.record]]));
    const confirmed = shown.get(made.id);
    if (!confirmed) throw new ApiError('internal');
    return confirmed;
  }

  function commit(actor: Actor, body: VersionSend, start: Start, received: Received, marks: CallMarks) {
    const { size, sha256, onStale } = body;
    return withStoredBytes(uploads, [received], () =>
      changes.run(actor, async (change) => {
        const begin = async (viewer: Actor): Promise<VersionRow> => {
          // Read again behind the lock: the same call may run twice at once.
          const made = marks.operation
            ? await findByOperation(change.trx, viewer.user, marks.operation)
            : null;
          return made ?? startVersion(change, deps, viewer, start, body, marks);
        };
        const bytes = { size, sha256, onStale };
        return unwrap(await confirmStarted(change, actor, body.record, bytes, storage, begin));
      }),
    );
  }

  return {
    /**
     * Checks whether this person may send this version, before any of its bytes are read.
     * @throws what judgeStart throws
     */
    async judge(actor: Actor, body: VersionSend, marks: CallMarks): Promise<Start> {
      const { size, file } = body;
      const start = await judgeStart(db, deps, actor, { ...body, file: { ...file, size } }, marks.operation);
      // A document whose first version never arrived is tried again by the separate calls, which know its state.
      if (!start.made && start.seen.record.current_version === null) throw unknownBase();
      if (!start.made) await requireRoomNow(db, deps, actor, size);
      return start;
    },

    /**
     * Makes a new version with all of its bytes. The rules are those of the three calls `docs/versions`, the upload and
     * `docs/confirm`, in one transaction, so that a refusal leaves nothing behind. A repeated operation is answered with
     * what it made the first time.
     * @throws what those three throw
     */
    async send(
      actor: Actor,
      body: VersionSend,
      start: Start,
      bytes: Buffer,
      marks: CallMarks,
    ): Promise<Confirmed> {
      if (start.made?.status === 'ready') return replay(actor, start, start.made, body);
      const key = newId();
      try {
        // The bytes arrived all at once, so the time of the last byte need not be updated later.
        uploads.begin(key, deps.now());
        await uploads.receive(key, bytes, { isNew: true });
        const received = await uploads.received(key);
        checkBytes(received, { ...body, version: key });
        const confirmed = await commit(actor, body, start, received, marks);
        // An upload that the same operation began by the separate calls is needed no more.
        if (start.made) await uploads.forget([start.made.key]);
        return confirmed;
      } finally {
        await uploads.forget([key]);
      }
    },
  };
}
