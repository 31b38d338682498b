import { useEffect, useState } from 'react';

/** Milliseconds. Long enough that a key or a click that was on its way is over, too short to be in anybody's way. */
const PAUSE_MS = 1500;

/**
 * Whether something changed under the person's hands a moment ago: what they press now was meant for what was there
 * before.
 * @param changes how many there were
 */
export function usePauseAfter(changes: number): boolean {
  const [over, setOver] = useState(0);
  useEffect(() => {
    if (changes === 0) return;
    const timer = setTimeout(() => setOver(changes), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [changes]);
  return changes > over;
}
