import type { Request, Response, Router } from 'express';
import { BrokenBundle, BUNDLE_TYPE, readBundle } from '#shared/documents/bundle.ts';
import { confirmed, type VersionSend, versionSend } from '#shared/documents/versions.schemas.ts';
import { ApiError, invalid } from '../../../platform/errors.ts';
import { JSON_HEADERS } from '../../../platform/http/answers/security-headers.ts';
import { idempotencyKey } from '../../../platform/http/idempotency.ts';
import type { Kernel } from '../../../platform/kernel.ts';
import type { Identity } from '../../identity/module.ts';
import type { Documents } from '../module.ts';
import { t } from '../texts.ts';
import type { Start } from './start-version.ts';

type Services = Documents & Identity & Kernel;

/** A small edit in one call: for a small file the separate calls cost more than its bytes (decision 0031). */
export function mountSendVersion(router: Router, services: Services): void {
  router.post('/docs/versions/send', (req, res, next) => {
    receive(services, req, res).catch(next);
  });
}

interface Sent {
  readonly size: number;
  readonly body: VersionSend;
  readonly start: Start;
}

async function receive(services: Services, req: Request, res: Response): Promise<void> {
  const { sendVersion } = services;
  const actor = await services.authenticate(req);
  if (req.is(BUNDLE_TYPE) === false) {
    throw new ApiError('media_type', undefined, { message: t('send.type', { type: BUNDLE_TYPE }) });
  }
  const marks = { operation: idempotencyKey(req), operationToken: req.get('x-operation-token') ?? null };
  // The client must be able to read a refusal. So the connection stays open, and the rest of the body is discarded.
  const chunks = req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  try {
    const files = readBundle<Sent>(chunks, async (line) => {
      const parsed = versionSend.safeParse(line);
      if (!parsed.success) throw invalid('body', t('send.version.head'));
      const [body] = parsed.data;
      return [{ size: body.size, body, start: await sendVersion.judge(actor, body, marks) }];
    });
    const whole: (Sent & { bytes: Buffer })[] = [];
    for await (const { item, bytes } of files) {
      whole.push({ ...item, bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) });
    }
    // The call is judged only after the body has ended as announced. Bytes behind the announced end belong to no
    // version.
    const [sent] = whole;
    if (!sent) throw new BrokenBundle('it brings nothing');
    const answer = await sendVersion.send(actor, sent.body, sent.start, sent.bytes, marks);
    res.set(JSON_HEADERS).json(confirmed.parse(answer));
  } catch (error) {
    if (error instanceof BrokenBundle) throw invalid('body', t('send.version.broken'));
    // The client went away: there is nobody to answer.
    if (req.destroyed && !req.complete) return;
    throw error;
  } finally {
    req.resume();
  }
}
