import { useLocalStorage } from '@mantine/hooks';
import type { z } from 'zod';
import { useUser } from '../api/session-store.ts';

/**
 * Something small that this computer keeps for its person between visits: which columns they look at, what they
 * visited. Each person who signs in here has their own; what is kept in a form that is not understood any more counts
 * as not kept.
 */
export function useKept<T>(name: string, schema: z.ZodType<T>, fallback: T) {
  const user = useUser();
  return useLocalStorage<T>({
    key: `legajo.${name}.${user._id}`,
    defaultValue: fallback,
    // At once: else what is kept would be drawn a moment after something else.
    getInitialValueInEffect: false,
    deserialize: (text) => {
      try {
        return schema.catch(fallback).parse(JSON.parse(text ?? 'null'));
      } catch {
        return fallback;
      }
    },
  });
}
