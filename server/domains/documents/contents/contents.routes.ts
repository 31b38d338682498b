import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import { BUNDLE_TYPE, bundleHead } from '#shared/documents/bundle.ts';
import { versionTable } from '#shared/documents/versions.contract.ts';
import type { versionContents } from '#shared/documents/versions.schemas.ts';
import { BUNDLE_MAX } from '#shared/platform/limits.ts';
import type { Actor } from '../../../platform/actor.ts';
import { ApiError, notFound } from '../../../platform/errors.ts';
import { BUNDLE_HEADERS } from '../../../platform/http/answers/security-headers.ts';
import { goneSignal, isReaderGone } from '../../../platform/http/connections/reader-gone.ts';
import { parseJson, readBytes } from '../../../platform/http/json-body.ts';
import { parseInput } from '../../../platform/http/parse.ts';
import type { Kernel } from '../../../platform/kernel.ts';
import type { Identity } from '../../identity/module.ts';
import type { ReadableVersion } from '../faces/version-access.ts';
import type { Documents } from '../module.ts';

type Services = Documents & Identity & Kernel;

/** What is read ahead while one is sent: so many, and together no more than these bytes. */
const READ_AHEAD = { files: 8, bytes: BUNDLE_MAX.fileBytes } as const;
const readBody = readBytes({ who: 'signed-in', maxBody: 64 * 1024 });

/** Sends many small versions in one answer (bundle.ts). A desktop asks for them when it first syncs a folder. */
export async function sendContents(
  services: Services,
  actor: Actor,
  req: Request,
  res: Response,
): Promise<void> {
  const { versions } = await wantedOf(req, res);
  const found = await services.content.findSmall(actor, versions);
  if (found.length === 0) throw notFound();
  await services.heavy.bundle(actor.user, goneSignal(res), () => sendBundle(services, found, res));
}

async function sendBundle(
  services: Services,
  found: readonly ReadableVersion[],
  res: Response,
): Promise<void> {
  const { whole, kept } = await readable(found, services.content.readOrNull);
  if (whole.length === 0) throw new ApiError('content_damaged');
  const head = bundleHead(whole.map(({ id, size }) => ({ id, size })));
  res.status(200).set({
    'content-type': BUNDLE_TYPE,
    'content-length': String(whole.reduce((sum, { size }) => sum + size, head.length)),
    ...BUNDLE_HEADERS,
  });
  async function* body(): AsyncGenerator<Uint8Array> {
    yield head;
    const read = async (version: ReadableVersion) =>
      kept.get(version.id) ?? (await services.content.read(version));
    for await (const { version, bytes } of inOrder(whole, read)) {
      if (bytes.length !== version.size) throw new ApiError('unavailable');
      yield bytes;
    }
  }
  // Not as objects, of which a stream would keep sixteen.
  await pipeline(Readable.from(body(), { objectMode: false, highWaterMark: 1 }), res).catch(
    (error: { code?: string }) => {
      if (!isReaderGone(error)) throw error;
    },
  );
}

/**
 * Reads all before the head is sent, which names what comes: the rest comes without those whose bytes are damaged,
 * missing or cannot be read. Keeps the bytes of as many as may be read ahead, so that most documents are read once.
 */
async function readable(
  found: readonly ReadableVersion[],
  read: (version: ReadableVersion) => Promise<Buffer | null>,
): Promise<{ readonly whole: readonly ReadableVersion[]; readonly kept: ReadonlyMap<string, Buffer> }> {
  const whole: ReadableVersion[] = [];
  const kept = new Map<string, Buffer>();
  let room: number = READ_AHEAD.bytes;
  for await (const { version, bytes } of inOrder(found, read)) {
    if (bytes?.length !== version.size) continue;
    whole.push(version);
    if (bytes.length > room) continue;
    room -= bytes.length;
    kept.set(version.id, bytes);
  }
  return { whole, kept };
}

async function wantedOf(req: Request, res: Response): Promise<z.output<typeof versionContents>> {
  if (!req.is('application/json')) throw new ApiError('media_type');
  await new Promise<void>((resolve, reject) => {
    readBody(req, res, (error?: unknown) => (error ? reject(error) : resolve()));
  });
  return parseInput(versionTable.versionContents, req, parseJson(req)).body as z.output<
    typeof versionContents
  >;
}

/** The bytes of each, in order; a few are read ahead. */
async function* inOrder<T extends Buffer | null>(
  versions: readonly ReadableVersion[],
  read: (version: ReadableVersion) => Promise<T>,
): AsyncGenerator<{ readonly version: ReadableVersion; readonly bytes: T }> {
  const ahead: { readonly version: ReadableVersion; readonly bytes: Promise<T> }[] = [];
  let begun = 0;
  let bytesAhead = 0;
  const readAhead = (): void => {
    for (;;) {
      const next = versions[begun];
      const fits = ahead.length === 0 || (next && bytesAhead + next.size <= READ_AHEAD.bytes);
      if (!next || !fits || ahead.length >= READ_AHEAD.files) return;
      begun += 1;
      bytesAhead += next.size;
      const bytes = read(next);
      // A failed read is reported when its turn comes. Without this handler it would end the process before.
      bytes.catch(() => undefined);
      ahead.push({ version: next, bytes });
    }
  };
  readAhead();
  for (let next = ahead.shift(); next; next = ahead.shift()) {
    const bytes = await next.bytes;
    bytesAhead -= next.version.size;
    readAhead();
    yield { version: next.version, bytes };
  }
}
