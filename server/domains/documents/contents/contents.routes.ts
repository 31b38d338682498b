import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { json, type Request, type Response } from 'express';
import type { z } from 'zod';
import { BUNDLE_TYPE, bundleHead } from '#shared/documents/bundle.ts';
import { versionTable } from '#shared/documents/versions.contract.ts';
import type { versionContents } from '#shared/documents/versions.schemas.ts';
import type { Actor } from '../../../platform/actor.ts';
import { ApiError, notFound } from '../../../platform/errors.ts';
import { parseInput } from '../../../platform/http/parse.ts';
import { isReaderGone } from '../../../platform/http/reader-gone.ts';
import { BUNDLE_HEADERS } from '../../../platform/http/security-headers.ts';
import type { Kernel } from '../../../platform/kernel.ts';
import type { Identity } from '../../identity/module.ts';
import type { ReadableVersion } from '../faces/version-access.ts';
import type { Documents } from '../module.ts';

type Services = Documents & Identity & Kernel;

/** How many are read ahead while one is sent. */
const READ_AHEAD = 8;
const readJson = json({ limit: 64 * 1024, strict: true });

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
  const head = bundleHead(found.map(({ id, size }) => ({ id, size })));
  const bytes = inOrder(found, (version) => services.content.read(version));
  // Wait for the first before the head is sent: a storage that does not answer at all can then still be reported.
  const first = await bytes.next();
  res.status(200).set({
    'content-type': BUNDLE_TYPE,
    'content-length': String(found.reduce((sum, { size }) => sum + size, head.length)),
    ...BUNDLE_HEADERS,
  });
  async function* body(): AsyncGenerator<Uint8Array> {
    yield head;
    if (!first.done) yield first.value;
    yield* bytes;
  }
  await pipeline(Readable.from(body()), res).catch((error: { code?: string }) => {
    if (!isReaderGone(error)) throw error;
  });
}

async function wantedOf(req: Request, res: Response): Promise<z.output<typeof versionContents>> {
  if (!req.is('application/json')) throw new ApiError('media_type');
  await new Promise<void>((resolve, reject) => {
    readJson(req, res, (error?: unknown) => (error ? reject(error) : resolve()));
  });
  return parseInput(versionTable.versionContents, req).body as z.output<typeof versionContents>;
}

/** The bytes of each, in order; a few are read ahead. */
async function* inOrder(
  versions: readonly ReadableVersion[],
  read: (version: ReadableVersion) => Promise<Buffer>,
): AsyncGenerator<Buffer> {
  const reading: Promise<Buffer>[] = [];
  const begin = (version: ReadableVersion | undefined): void => {
    if (!version) return;
    const bytes = read(version);
    // A failed read is reported when its turn comes. Without this handler it would end the process before.
    bytes.catch(() => undefined);
    reading.push(bytes);
  };
  for (const version of versions.slice(0, READ_AHEAD)) begin(version);
  for (const [at, { size }] of versions.entries()) {
    const bytes = await reading.shift();
    if (bytes?.length !== size) throw new ApiError('unavailable');
    begin(versions[at + READ_AHEAD]);
    yield bytes;
  }
}
