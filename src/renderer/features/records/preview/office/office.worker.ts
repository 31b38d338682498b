import { OfficeError, ZipEntries } from '#shared/office/zip.ts';
import { readMail } from './mail.ts';
import { OFFICE_LIMITS, type OfficeAnswer, type OfficeModels, type OfficeRequest } from './messages.ts';
import { readSheet } from './sheets.ts';
import { readPresentation } from './slides.ts';
import { readTracked } from './tracked.ts';
import { readWord } from './word.ts';
import { readOdfWords, readRtfWords } from './words.ts';

/** Reads one file in a worker. The page terminates it if that takes too long. */
async function read(request: OfficeRequest): Promise<OfficeModels[OfficeRequest['kind']]> {
  const bytes = new Uint8Array(await request.content.arrayBuffer());
  if (request.kind === 'mail') return readMail(bytes);
  if (request.kind === 'rtf') return readRtfWords(bytes);
  const zip = new ZipEntries(bytes, OFFICE_LIMITS);
  if (request.kind === 'odf') return readOdfWords(zip);
  if (request.kind === 'tracked') return readTracked(zip);
  if (request.kind === 'sheet') return readSheet(zip, request.sheet);
  return request.kind === 'slides' ? readPresentation(zip) : readWord(zip);
}

const answer = (message: OfficeAnswer): void => postMessage(message);

addEventListener('message', ({ data }: MessageEvent<OfficeRequest>) => {
  read(data).then(
    (model) => answer({ model }),
    (error: unknown) => answer({ fault: error instanceof OfficeError ? error.reason : 'corrupt' }),
  );
});
