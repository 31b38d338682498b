import { pipeline } from 'node:stream/promises';
import type { NextFunction, Request, RequestHandler, Response, Router } from 'express';
import { z } from 'zod';
import { versionTable } from '#shared/documents/versions.contract.ts';
import type { Actor } from '../../../platform/actor.ts';
import { ApiError, notFound } from '../../../platform/errors.ts';
import { contentType, mayBeShown } from '../../../platform/http/answers/file-headers.ts';
import { fileHeaders } from '../../../platform/http/answers/security-headers.ts';
import { noteCaller } from '../../../platform/http/calls/call-notes.ts';
import { goneSignal, isReaderGone } from '../../../platform/http/connections/reader-gone.ts';
import type { Kernel } from '../../../platform/kernel.ts';
import type { Identity } from '../../identity/module.ts';
import { readLink, readZip } from '../../identity/tokens/signed-links.ts';
import type { Organization } from '../../organization/module.ts';
import type { Documents } from '../module.ts';
import { ifMatch, ifNoneMatch } from './conditions.ts';
import { sendContents } from './contents.routes.ts';
import type { Download } from './download.service.ts';
import { sendDrawn } from './pages.routes.ts';
import { zipOf } from './zip.ts';

type Services = Documents & Identity & Organization & Kernel;

/** The bytes of versions: for the caller's token, and for the person whom a signed link names. */
export function mountContent(router: Router, services: Services): void {
  const answer =
    (work: (req: Request, res: Response) => Promise<void>): RequestHandler =>
    (req: Request, res: Response, next: NextFunction) => {
      work(req, res).catch(next);
    };
  // Express answers HEAD by the GET route.
  router.get(
    '/docs/versions/:id/content',
    answer(async (req, res) => {
      const asked = { actor: await services.authenticate(req), version: idOf(req.params.id), link: null };
      await send(services, asked, req, res);
    }),
  );
  router.post(
    versionTable.versionContents.path,
    answer(async (req, res) => sendContents(services, await services.authenticate(req), req, res)),
  );
  router.get(
    versionTable.versionPages.path,
    answer(async (req, res) =>
      sendDrawn(services, await services.authenticate(req), idOf(req.params.id), 'pages', req, res),
    ),
  );
  router.get(
    versionTable.versionThumbnail.path,
    answer(async (req, res) =>
      sendDrawn(services, await services.authenticate(req), idOf(req.params.id), 'thumbnail', req, res),
    ),
  );
  router.get(
    '/organizations/logo',
    answer(async (req, res) => {
      const { type, bytes, sha256 } = await services.organization.logo(await services.authenticate(req));
      res.set({ etag: `"${sha256}"`, ...fileHeaders({ name: 'logo', type }) });
      res.send(Buffer.from(bytes));
    }),
  );
  router.get(
    '/files/zip/:token',
    answer(async (req, res) => {
      const { actor, choice } = await readZip(services, String(req.params.token), req.ip ?? null);
      noteCaller(req, actor.user);
      const gone = goneSignal(res);
      const download = await services.heavy.run(actor.user, gone, () =>
        services.downloads.plan(actor, choice),
      );
      await services.heavy.stream(actor.user, gone, () => sendZip(services, download, req, res));
    }),
  );
  router.get(
    '/files/:token',
    answer(async (req, res) => {
      const link = String(req.params.token);
      const asked = { ...(await readLink(services, link, req.ip ?? null)), link };
      noteCaller(req, asked.actor.user);
      await send(services, asked, req, res);
    }),
  );
}

export function idOf(value: unknown): string {
  const id = z.uuid().safeParse(value);
  if (!id.success) throw notFound();
  return id.data;
}

interface Asked {
  readonly actor: Actor;
  readonly version: string;
  /** The token of the link that was followed. */
  readonly link: string | null;
}

async function send(
  services: Services,
  { actor, version: id, link }: Asked,
  req: Request,
  res: Response,
): Promise<void> {
  const version = await services.content.find(actor, id);
  const etag = `"${version.sha256}"`;
  const inline = wantsInline(req) && mayBeShown(version.name);
  if (!ifMatch(req, etag)) throw new ApiError('precondition');
  res.set({
    etag,
    'accept-ranges': 'bytes',
    ...fileHeaders({
      name: version.name,
      type: contentType(version.name, version.type, inline),
      inline,
    }),
    'last-modified': (version.ready_at ?? version.created_at).toUTCString(),
  });
  if (!ifNoneMatch(req, etag)) {
    res.status(304).end();
    return;
  }
  const range = rangeOf(req, version.size, etag);
  if (range === 'unsatisfiable') {
    removeFileHeaders(res);
    res.set('content-range', `bytes */${version.size}`);
    throw new ApiError('range', { size: version.size });
  }
  const { start, end } = range ?? { start: 0, end: version.size - 1 };
  const begin = (): void => {
    res.status(range ? 206 : 200).set('content-length', String(end - start + 1));
    if (range) res.set('content-range', `bytes ${start}-${end}/${version.size}`);
  };
  // HEAD opens the file too, which reads its first block: it says 410 where GET does.
  const gone = goneSignal(res);
  const sent = services.heavy.file(actor.user, link, gone, async () => {
    const bytes = await services.content.open(version, { start, end }, gone);
    begin();
    if (req.method === 'HEAD') {
      bytes.destroy();
      res.end();
      return;
    }
    await pipeline(bytes, res).catch((error: { code?: string }) => {
      bytes.destroy();
      if (!isReaderGone(error)) throw error;
    });
  });
  await sent.catch((error: unknown) => {
    if (!res.headersSent) removeFileHeaders(res);
    throw error;
  });
}

/** An error that is answered in the place of a file has none of the file's headers. */
function removeFileHeaders(res: Response): void {
  for (const name of ['content-disposition', 'content-type', 'etag', 'last-modified', 'accept-ranges'])
    res.removeHeader(name);
}

async function sendZip(
  services: Services,
  { name, entries }: Download,
  req: Request,
  res: Response,
): Promise<void> {
  res.set(fileHeaders({ name, type: 'application/zip', once: true }));
  if (req.method === 'HEAD') {
    res.end();
    return;
  }
  await pipeline(zipOf(entries, services.downloads), res).catch((error: { code?: string }) => {
    if (isReaderGone(error)) return;
    // The response's head was sent already. Breaking the connection is the only way left to tell the client that the
    // zip is incomplete.
    services.deps.log.error({ err: error }, 'a zip broke off');
    res.destroy();
  });
}

const wantsInline = (req: Request): boolean => req.query.inline !== undefined;

type Range = { readonly start: number; readonly end: number };

/**
 * The one range that is asked for, or null for the whole. Several ranges at once are answered with the whole (RFC
 * 9110).
 */
function rangeOf(req: Request, size: number, etag: string): Range | 'unsatisfiable' | null {
  const condition = req.get('if-range');
  if (condition !== undefined && condition !== etag) return null;
  const ranges = req.range(size);
  if (ranges === undefined || ranges === -2) return null;
  if (ranges === -1) return 'unsatisfiable';
  const [range] = ranges;
  return ranges.type === 'bytes' && ranges.length === 1 && range ? range : null;
}
