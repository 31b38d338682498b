import { fetchEndpoint } from '../api/client.ts';
import { screenAt } from './screens.ts';

/** Milliseconds for which the pointer rests on a link before somebody seems to mean it. */
const REST_MS = 80;
/** The screens that are opened most, from everywhere. */
const LIKELY = ['/records/view/_', '/records/search'] as const;

const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** A failure is met again, and shown, by whoever opens the screen. */
const loadScreen = (pathname: string): void =>
  void screenAt(pathname)
    ?.load()
    .catch(() => undefined);

/** The path of the app's own link around an element. */
function pathOf(target: EventTarget | null): string | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/"]') : null;
  return link && !link.target && !link.download ? link.pathname : undefined;
}

/**
 * Loads the code of the screen that is probably next: that of a link on which the pointer or the focus rests. When the
 * pointer goes down on a document, the document is asked for too: its screen never shows one from the cache, but joins a
 * request that is on its way.
 *
 * @returns what ends it
 */
export function lookAhead(): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let resting: ReturnType<typeof setTimeout> | undefined;
  const mean = ({ target }: Event): void => {
    clearTimeout(resting);
    const path = pathOf(target);
    if (path && !savesData()) resting = setTimeout(() => loadScreen(path), REST_MS);
  };
  const press = ({ target, button, pointerType }: PointerEvent): void => {
    const path = pathOf(target);
    // A finger that comes down may be about to scroll.
    if (!path || button !== 0 || pointerType === 'touch') return;
    loadScreen(path);
    const id = /^\/records\/view\/([^/]+)$/.exec(path)?.[1];
    if (id) void fetchEndpoint('recordById', { params: { id } }).catch(() => undefined);
  };
  document.addEventListener('pointerover', mean, { signal, passive: true });
  document.addEventListener('focusin', mean, { signal });
  document.addEventListener('pointerdown', press, { signal, passive: true });
  if (!savesData()) LIKELY.forEach(loadScreen);
  return () => {
    clearTimeout(resting);
    listening.abort();
  };
}
