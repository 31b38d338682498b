import { createXmlReader } from '#shared/office/xml.ts';
import type { ZipEntries } from '#shared/office/zip.ts';

/** Thrown by a handler to leave the parser once there is enough. */
export class Enough extends Error {}

/** Parses an entry by events until its handler throws Enough. Nothing happens where there is no such entry. */
export function readUntilEnough(
  zip: ZipEntries,
  name: string,
  handler: Parameters<typeof createXmlReader>[0],
): void {
  const reader = createXmlReader(handler);
  try {
    zip.readHead(name, (piece) => {
      reader.write(piece);
      return true;
    });
    reader.end();
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
  }
}
