/** A file that a written mail carries, with its name as mail programs show it. */
export interface MailedFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/** The files in a written mail (`.eml`), in their order. */
export function filesOf(raw: string): MailedFile[] {
  const boundary = /^Content-Type: multipart\/mixed;\s*boundary="?([^"\r\n]+)"?/m.exec(raw)?.[1];
  if (boundary === undefined) return [];
  return raw.split(`--${boundary}`).flatMap((part) => {
    const at = part.search(/\r?\n\r?\n/);
    const head = part.slice(0, at).replace(/\r?\n\s+/g, ' ');
    if (!/^Content-Disposition: attachment/m.test(head)) return [];
    return [
      {
        name: nameIn(head),
        type: /^Content-Type: ([^;\s]+)/m.exec(head)?.[1] ?? '',
        bytes: Buffer.from(part.slice(at), 'base64'),
      },
    ];
  });
}

/** RFC 2231 where the name is not plain. */
function nameIn(head: string): string {
  const disposition = /^Content-Disposition: (.*)$/m.exec(head)?.[1] ?? '';
  const coded = [...disposition.matchAll(/filename\*\d+\*=(?:utf-8'')?([^;\s]+)/gi)].map(
    ([, piece]) => piece,
  );
  if (coded.length > 0) return decodeURIComponent(coded.join(''));
  return /filename="?([^";]+)"?/.exec(disposition)?.[1] ?? '';
}
