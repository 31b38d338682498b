import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { SETTINGS_PARTS, type SettingsPart } from '../../components/places/settings-parts.ts';

/** The id of a part's element. With a prefix, because the page has ids of its own (`start`, `main`). */
export const partId = (part: SettingsPart): string => `part-${part}`;

/**
 * Scrolls to the part that the address names and focuses it, once it is there.
 *
 * @param onNamed called before: a search may hide it
 */
export function useShownPart(loaded: boolean, onNamed: () => void): void {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that a part is named
  useEffect(() => {
    const named = SETTINGS_PARTS.find((part) => `#${part}` === hash);
    if (!named || !loaded) return;
    onNamed();
    let end: (() => void) | undefined;
    const frame = requestAnimationFrame(() => {
      const part = document.getElementById(partId(named));
      part?.focus({ preventScroll: true });
      end = part ? keepAtTop(part) : undefined;
    });
    return () => {
      cancelAnimationFrame(frame);
      end?.();
    };
  }, [hash, key, loaded]);
}

const PERSON = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Scrolls to an element, again when a part above it has loaded and is longer, until the person does something. */
function keepAtTop(element: HTMLElement): () => void {
  const observer = new ResizeObserver(() => element.scrollIntoView({ block: 'start' }));
  const end = (): void => {
    observer.disconnect();
    for (const event of PERSON) window.removeEventListener(event, end, true);
  };
  observer.observe(document.body);
  for (const event of PERSON) window.addEventListener(event, end, true);
  return end;
}
