import { useEffect, useState } from 'react';

/** False, and true after this many milliseconds: for what should not flash where an answer comes at once. */
export function useDelayed(ms: number): boolean {
  const [passed, setPassed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return passed;
}
