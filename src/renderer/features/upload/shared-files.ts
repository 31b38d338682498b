/** Where `public/sw.js` keeps what other apps share. */
const SHARED = 'legajo-shared';
/** Milliseconds for which it waits for its person to sign in. After that somebody else may sit here. */
const KEPT_MS = 3_600_000;

/**
 * Takes the files that another app has shared with this one, so that they are given once.
 * @param now milliseconds of the epoch
 */
export async function takeSharedFiles(now: number): Promise<File[]> {
  if (!('caches' in globalThis) || !(await caches.has(SHARED))) return [];
  const shared = await caches.open(SHARED);
  const files: File[] = [];
  for (const request of await shared.keys()) {
    const answer = await shared.match(request);
    const at = Number(answer?.headers.get('x-at'));
    if (answer && now - at < KEPT_MS) {
      const bytes = await answer.blob();
      const name = decodeURIComponent(answer.headers.get('x-name') ?? '');
      files.push(new File([bytes], name, { type: bytes.type, lastModified: at }));
    }
    await shared.delete(request);
  }
  return files;
}

/** Whether the address says that what was shared could not be kept; it says so once. */
export function sharingFailed(): boolean {
  if (location.hash !== '#share-failed') return false;
  history.replaceState(history.state, '', location.pathname + location.search);
  return true;
}
