import { useEffect, useState } from 'react';
import { useSession, useUser } from '../api/session-store.ts';
import { entered } from './entered.ts';

/**
 * What somebody is writing, kept until its form goes: a page that is loaded again, a tab that crashed or was closed by
 * mistake, a session that ended find it again. Saving, cancelling and leaving the form's page by a link forget it.
 * @param id what is written about; another one begins with what was kept for it
 */
export function useKeptText(id: string): readonly [text: string, setText: (text: string) => void] {
  const { _id: person } = useUser();
  const [text, setText] = useState(() => {
    const kept = entered.read(person, id);
    return typeof kept === 'string' ? kept : '';
  });
  useEffect(
    () => () => {
      if (useSession.getState().status === 'signed-in') entered.forget(person, id);
    },
    [person, id],
  );
  const change = (next: string): void => {
    setText(next);
    if (next === '') entered.forget(person, id);
    else entered.keep(person, id, next);
  };
  return [text, change];
}
