import type { Request, Response, Router } from 'express';
import { BrokenBundle, BUNDLE_TYPE, readBundle } from '#shared/documents/bundle.ts';
import { type RecordSend, recordsSend, recordsSendResult } from '#shared/documents/records.schemas.ts';
import { ApiError, invalid } from '../../../platform/errors.ts';
import { JSON_HEADERS } from '../../../platform/http/answers/security-headers.ts';
import { newId } from '../../../platform/ids.ts';
import type { Kernel } from '../../../platform/kernel.ts';
import { forEachLimited } from '../../../platform/storage/durable.ts';
import type { Identity } from '../../identity/module.ts';
import type { Documents } from '../module.ts';
import { t } from '../texts.ts';
import type { SendRecordsService, SentRecord } from './send-records.service.ts';

type Services = Documents & Identity & Kernel;

/** Small new documents with their bytes in one call, as small edits are sent (decisions 0031, 0040). */
export function mountSendRecords(router: Router, services: Services): void {
  router.post('/docs/send', (req, res, next) => {
    receive(services, req, res).catch(next);
  });
}

/** One document of the body: its bytes once they came, or why it is refused. */
interface Asked {
  readonly size: number;
  readonly item: RecordSend;
  readonly key: string;
  error: ApiError | undefined;
  sent?: SentRecord;
}

async function receive(services: Services, req: Request, res: Response): Promise<void> {
  const { sendRecords } = services;
  const actor = await services.authenticate(req);
  if (req.is(BUNDLE_TYPE) === false) {
    throw new ApiError('media_type', undefined, { message: t('send.type', { type: BUNDLE_TYPE }) });
  }
  // The client must be able to read a refusal. So the connection stays open, and the rest of the body is discarded.
  const chunks = req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  let asked: readonly Asked[] = [];
  try {
    const files = readBundle<Asked>(chunks, async (line) => {
      const items = recordsSend.safeParse(line);
      if (!items.success) throw invalid('body', t('send.records.list'));
      const errors = await sendRecords.judge(actor, items.data);
      asked = items.data.map((item, at) => ({ size: item.size, item, key: newId(), error: errors[at] }));
      return asked;
    });
    await forEachLimited(files, ({ item, bytes }) => take(sendRecords, item, bytes));
    // The call is judged only after the body has ended as announced. Bytes behind the announced end belong to no
    // document.
    const sent = asked.flatMap((each) => each.sent ?? []);
    const made = sent.length > 0 ? await sendRecords.send(actor, sent) : [];
    const results = resultsOf(asked, new Map(sent.map(({ item }, at) => [item.operation, made[at]])));
    res.set(JSON_HEADERS).json(recordsSendResult.parse({ results }));
  } catch (error) {
    if (error instanceof BrokenBundle) throw invalid('body', t('send.records.broken'));
    // The client went away: there is nobody to answer.
    if (req.destroyed && !req.complete) return;
    throw error;
  } finally {
    req.resume();
    await sendRecords.forget(asked.map(({ key }) => key));
  }
}

/** @throws where the server itself has a problem, not this file: the whole call then fails */
async function take(service: SendRecordsService, asked: Asked, bytes: Uint8Array): Promise<void> {
  if (asked.error) return;
  try {
    asked.sent = await service.receive(
      asked.item,
      asked.key,
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
    );
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    asked.error = error;
  }
}

function resultsOf(
  asked: readonly Asked[],
  made: ReadonlyMap<string, Awaited<ReturnType<SendRecordsService['send']>>[number] | undefined>,
) {
  return asked.map(({ item, error }) => {
    const result = made.get(item.operation);
    if (result?.ok) return result;
    const why = error ?? result?.error ?? new ApiError('internal');
    return { ok: false as const, error: why.body().error };
  });
}
