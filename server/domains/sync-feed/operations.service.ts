import { createHash, randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { operation, operationCreate } from '#shared/sync-feed/sync.schemas.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Change } from '../../platform/db/change.ts';
import type { Deps } from '../../platform/deps.ts';
import { ApiError, invalid, notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { findSeen } from '../documents/faces/faces.queries.ts';
import { findClient, insertOperation, type OperationUse, spendToken } from './clients.queries.ts';
import { t } from './texts.ts';

type Operation = z.output<typeof operation>;

const TOKEN_BYTES = 32;
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

export function createOperationsService({ changes, config }: Deps) {
  return {
    /** Makes the one-operation token for a message that a screen sends to a desktop of the same person. */
    create: (actor: Actor, body: z.output<typeof operationCreate>): Promise<Operation> =>
      changes.run(actor, async (change) => {
        const client = await findClient(change.trx, actor.organization, body.client);
        if (!client || client.user_id !== actor.user) throw notFound();
        const target = await targetOf(change, actor, body);
        const token = randomBytes(TOKEN_BYTES).toString('base64url');
        const opId = newId();
        const expiresAt = new Date(change.at.getTime() + config.operationTokenSeconds * 1000);
        await insertOperation(change.trx, {
          id: opId,
          organization: actor.organization,
          user_id: actor.user,
          client_id: client.id,
          type: body.type,
          ...target,
          token_hash: hashOf(token),
          expires_at: expiresAt,
          spent_at: null,
        });
        return { opId, token, expiresAt: expiresAt.toISOString() };
      }),
  };
}

/** The base of a new version: the version of a visible record that the screen showed as current. */
async function targetOf(
  change: Change,
  actor: Actor,
  body: z.output<typeof operationCreate>,
): Promise<{ record_id: string | null; base: string | null }> {
  if (body.type === 'create record') return { record_id: null, base: null };
  if (!body.recordId) throw invalid('recordId', t('missing'));
  const seen = await findSeen(change.trx, actor, body.recordId);
  if (!seen) throw notFound();
  if (seen.face.face !== 'working') throw new ApiError('forbidden');
  return { record_id: seen.record.id, base: body.base ?? null };
}

/**
 * Checks and spends a one-operation token, in the transaction of the creation that uses it.
 * @throws operation_spent
 */
export async function spendOperation(
  change: Change,
  actor: Actor,
  token: string,
  use: OperationUse,
): Promise<void> {
  if (!(await spendToken(change.trx, actor.user, hashOf(token), use, change.at))) {
    throw new ApiError('operation_spent');
  }
}
