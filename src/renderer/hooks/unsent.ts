import { useState } from 'react';
import { useUser } from '../api/session-store.ts';
import { entered } from './entered.ts';

export interface Unsent<T> {
  readonly value: T;
  set(next: T): void;
  /** Called once it was sent. */
  forget(): void;
}

/**
 * What was entered and not sent. A form that was closed, by Escape too, has it again when it is opened for the same
 * subject, until it is sent or its person signs out (`entered.ts`).
 * @param about what it is entered for
 * @param initial what it is at first; back at this, nothing is kept
 */
export function useUnsent<T>(about: string, initial: T): Unsent<T> {
  const { _id: person } = useUser();
  const key = `${person} ${about}`;
  const read = (): T => (entered.has(person, about) ? (entered.read(person, about) as T) : initial);
  const [shown, setShown] = useState(() => ({ key, value: read() }));
  return {
    value: shown.key === key ? shown.value : read(),
    set(value) {
      setShown({ key, value });
      if (value === initial) entered.forget(person, about);
      else entered.keep(person, about, value);
    },
    forget() {
      setShown({ key, value: initial });
      entered.forget(person, about);
    },
  };
}

/** Whether something was entered for this and not sent. Read when the caller is rendered. */
export const useIsUnsent = (about: string): boolean => entered.has(useUser()._id, about);

/** The subjects that begin so and for which something was entered and not sent, the newest last. Read when rendered. */
export const useUnsentAbout = (beginning: string): string[] =>
  entered.subjects(useUser()._id).filter((about) => about.startsWith(beginning));
