import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import type { Actor } from '../../../platform/actor.ts';
import { fileHeaders } from '../../../platform/http/answers/security-headers.ts';
import { goneSignal, isReaderGone } from '../../../platform/http/connections/reader-gone.ts';
import type { Kernel } from '../../../platform/kernel.ts';
import type { MadePages } from '../../../platform/pages/made-pages.ts';
import type { Drawn, UnkeptPages } from '../../../platform/pages/pages.ts';
import type { Documents } from '../module.ts';
import { ifNoneMatch } from './conditions.ts';

type Services = Documents & Pick<Kernel, 'heavy'>;

const FORMS = {
  pages: { ending: 'pdf', type: 'application/pdf' },
  thumbnail: { ending: 'jpg', type: 'image/jpeg' },
} as const satisfies Record<Drawn, object>;

/**
 * Sends the pages of a version as a PDF, or its thumbnail as a JPEG. Who waits for them to be drawn waits in the queue of
 * heavy work.
 */
export async function sendDrawn(
  { pages, heavy }: Services,
  actor: Actor,
  id: string,
  what: Drawn,
  req: Request,
  res: Response,
): Promise<void> {
  const { ending, type } = FORMS[what];
  const gone = goneSignal(res);
  const { version, made: known } = await pages.find(actor, id, what);
  const kept = known && (await opened(known));
  const made =
    kept ??
    (await heavy.run(actor.user, gone, async () => opened(await pages.draw(actor, version, what), false)));
  const etag = `"${made.tag}"`;
  const hasThem = !ifNoneMatch(req, etag);
  res.set({
    etag,
    ...fileHeaders({ name: `${version.name}.${ending}`, type, inline: true }),
  });
  if (hasThem || req.method === 'HEAD') {
    await made.close();
    res.status(hasThem ? 304 : 200).end();
    return;
  }
  res.set('content-length', String(made.size));
  await heavy
    .file(actor.user, null, gone, () =>
      pipeline(made.bytes(), res).catch((error: { code?: string }) => {
        if (!isReaderGone(error)) throw error;
      }),
    )
    .finally(made.close);
}

interface OpenedFile {
  readonly tag: string;
  readonly size: number;
  bytes(): Readable;
  close(): Promise<void>;
}

/** @returns null where it was removed meanwhile, to make room */
async function opened(made: MadePages): Promise<OpenedFile | null>;
async function opened(made: MadePages | UnkeptPages, mayBeGone: false): Promise<OpenedFile>;
async function opened(made: MadePages | UnkeptPages, mayBeGone = true): Promise<OpenedFile | null> {
  if (!('path' in made)) {
    const { bytes, tag } = made;
    return { tag, size: bytes.length, bytes: () => Readable.from([bytes]), close: async () => undefined };
  }
  const file: FileHandle | null = await open(made.path).catch((error: unknown) => {
    if (mayBeGone) return null;
    throw error;
  });
  return (
    file && {
      tag: made.tag,
      size: made.size,
      bytes: () => file.createReadStream({ autoClose: false }),
      close: () => file.close(),
    }
  );
}
