import { useState } from 'react';
import { useUser } from '../api/session-store.ts';

/** How many are kept; the oldest goes first. */
const KEPT_MAX = 50;

/** By person and subject. In memory only: what somebody wrote is nobody else's on this computer. */
const kept = new Map<string, unknown>();

function keep(key: string, value: unknown): void {
  kept.delete(key);
  kept.set(key, value);
  const [oldest] = kept.keys();
  if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
}

export interface Unsent<T> {
  readonly value: T;
  set(next: T): void;
  /** Called once it was sent. */
  forget(): void;
}

/**
 * What was entered and not sent. A form that was closed, by Escape too, has it again when it is opened for the same
 * subject, until it is sent or the page is loaded again.
 * @param about what it is entered for
 * @param initial what it is at first; back at this, nothing is kept
 */
export function useUnsent<T>(about: string, initial: T): Unsent<T> {
  const key = `${useUser()._id} ${about}`;
  const read = (): T => (kept.has(key) ? (kept.get(key) as T) : initial);
  const [stored, setStored] = useState(() => ({ key, value: read() }));
  return {
    value: stored.key === key ? stored.value : read(),
    set(value) {
      setStored({ key, value });
      if (value === initial) kept.delete(key);
      else keep(key, value);
    },
    forget() {
      setStored({ key, value: initial });
      kept.delete(key);
    },
  };
}

/** Whether something was entered for this and not sent. Read when the caller is rendered. */
export const useIsUnsent = (about: string): boolean => kept.has(`${useUser()._id} ${about}`);
