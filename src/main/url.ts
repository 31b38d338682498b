/** An address read, or null where it is none. (URL.canParse is newer than the oldest Node that must load this.) */
export function readUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/** Whether the system may be asked to open an address: parsed, and https or mailto. */
export function isExternalAddress(address: string): boolean {
  const url = readUrl(address);
  if (!url) return false;
  const { protocol, username, password, hostname } = url;
  if (protocol === 'mailto:') return true;
  return protocol === 'https:' && hostname !== '' && username === '' && password === '';
}

/** Whether an address is a signed link to a file or a zip (GET /api/files/…{token}) of the chosen server. */
export function isSignedFile(address: string, server: string | null): boolean {
  const url = readUrl(address);
  return server !== null && url?.origin === server && /^\/api\/files\/(zip\/)?[\w.~-]+$/.test(url.pathname);
}
