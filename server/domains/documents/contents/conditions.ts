import type { Request } from 'express';

/* What a caller says of the bytes that it has, or wants (RFC 9110). */

const listed = (header: string, etag: string): boolean =>
  header.trim() === '*' ||
  header
    .split(',')
    .map((each) => each.trim())
    .includes(etag);

/** Whether the caller wants these very bytes. */
export const ifMatch = (req: Request, etag: string): boolean => {
  const header = req.get('if-match');
  return header === undefined || listed(header, etag);
};

/** False where the caller has these bytes already. The comparison is weak, as `If-None-Match` requires. */
export const ifNoneMatch = (req: Request, etag: string): boolean => {
  const header = req.get('if-none-match');
  return header === undefined || !listed(header.replaceAll('W/', ''), etag);
};
