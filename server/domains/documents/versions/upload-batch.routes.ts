import type { Request, Response, Router } from 'express';
import { BrokenBundle, BUNDLE_TYPE, readBundle } from '#shared/documents/bundle.ts';
import { uploadBatchResult, uploadBundle } from '#shared/documents/uploads.schemas.ts';
import { ApiError, invalid } from '../../../platform/errors.ts';
import { JSON_HEADERS } from '../../../platform/http/answers/security-headers.ts';
import type { Kernel } from '../../../platform/kernel.ts';
import { forEachLimited } from '../../../platform/storage/durable.ts';
import { tokenOf } from '../../identity/authenticate.ts';
import type { Identity } from '../../identity/module.ts';
import type { Documents } from '../module.ts';
import { t } from '../texts.ts';

type Services = Documents & Identity & Kernel;

/**
 * Small uploads in one body: for a small file the call costs more than its bytes. Each follows the rules of a tus
 * upload of its own. Those that arrived whole before the body broke off are kept.
 */
export function mountUploadBatch(router: Router, services: Services): void {
  router.post('/docs/uploads/batch', (req, res, next) => {
    receiveBatch(services, req, res).catch(next);
  });
}

/** One upload of the body, and when its last byte came. The bytes of a refused one are skipped. */
interface Asked {
  readonly key: string;
  readonly size: number;
  readonly lastByteAt: Date | null;
}

async function receiveBatch(services: Services, req: Request, res: Response): Promise<void> {
  const token = tokenOf(req);
  await services.authenticate(req);
  if (req.is(BUNDLE_TYPE) === false) {
    throw new ApiError('media_type', undefined, { message: t('send.type', { type: BUNDLE_TYPE }) });
  }
  const refused = new Map<string, ApiError>();
  let asked: readonly Asked[] = [];
  const files = readBundle<Asked>(
    // The client must be able to read a refusal in the middle of the body: the connection stays open.
    req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>,
    async (line) => {
      asked = await authorise(services, token, line, refused);
      return asked;
    },
  );
  try {
    await forEachLimited(files, async ({ item, bytes }) => {
      if (item.lastByteAt) await receive(services, item.key, item.lastByteAt, bytes, refused);
    });
  } catch (error) {
    if (error instanceof BrokenBundle) throw invalid('body', t('send.files.broken'));
    // The client went away: there is nobody to answer.
    if (req.destroyed && !req.complete) return;
    throw error;
  } finally {
    // Discards the rest of the body.
    req.resume();
  }
  const results = asked.map(({ key }) => {
    const error = refused.get(key);
    return error ? { key, ok: false as const, error: error.body().error } : { key, ok: true as const };
  });
  res.set(JSON_HEADERS).json(uploadBatchResult.parse({ results }));
}

/** Judges all of them before any byte is read. @throws invalid; unauthenticated, disabled for the whole call */
async function authorise(
  { uploadAccess }: Services,
  token: string,
  line: unknown,
  refused: Map<string, ApiError>,
): Promise<readonly Asked[]> {
  const items = uploadBundle.safeParse(line);
  if (!items.success) throw invalid('body', t('send.files.list'));
  const verdicts = await Promise.allSettled(
    items.data.map(({ key, size }) => uploadAccess.own(token, key, { length: size })),
  );
  return verdicts.map((verdict, at) => {
    const { key, size } = items.data[at] as (typeof items.data)[number];
    if (verdict.status === 'fulfilled') return { key, size, lastByteAt: verdict.value.lastByteAt };
    const error: unknown = verdict.reason;
    if (!(error instanceof ApiError) || error.status === 401) throw error;
    refused.set(key, error);
    return { key, size, lastByteAt: null };
  });
}

/** @throws where the server itself has a problem, not this file: the whole call then fails */
async function receive(
  { uploads }: Services,
  key: string,
  lastByteAt: Date,
  bytes: Uint8Array,
  refused: Map<string, ApiError>,
): Promise<void> {
  try {
    uploads.begin(key, lastByteAt);
    await uploads.receive(key, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    refused.set(key, error);
  }
}
