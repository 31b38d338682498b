import { useLocalStorage } from '@mantine/hooks';
import type { z } from 'zod';
import { useUser } from '../api/session-store.ts';

/**
 * A small value that this computer keeps for a person between visits: the columns that they show, what they opened.
 * Each person who signs in here has their own. A stored value that cannot be parsed counts as missing.
 */
export function useStoredValue<T>(name: string, schema: z.ZodType<T>, fallback: T) {
  const user = useUser();
  return useLocalStorage<T>({
    key: `legajo.${name}.${user._id}`,
    defaultValue: fallback,
    // Read at once: otherwise the default would be drawn first.
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
