import { useEffect, useState } from 'react';
import { z } from 'zod';
import { useUser } from '../api/session-store.ts';

/** Texts that are kept for a person on this computer, the oldest first: those of tabs that were closed are not many. */
const KEPT_MAX = 20;
const schema = z.record(z.string(), z.string());

function read(key: string): Record<string, string> {
  try {
    return schema.parse(JSON.parse(localStorage.getItem(key) ?? '{}'));
  } catch {
    return {};
  }
}

function write(key: string, id: string, text: string): void {
  const others = Object.entries(read(key)).filter(([each]) => each !== id);
  const all = text === '' ? others : [...others, [id, text] as const].slice(-KEPT_MAX);
  try {
    if (all.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(Object.fromEntries(all)));
  } catch {
    // No room, or storage is forbidden: the text is on screen all the same.
  }
}

/**
 * What somebody is writing, kept on this computer until its form goes: a page that is loaded again, a tab that crashed
 * or was closed by mistake find it again. Saving, cancelling and leaving the form's page by a link forget it.
 * @param id what is written about; another one begins with what was kept for it
 */
export function useKeptText(id: string): readonly [text: string, setText: (text: string) => void] {
  const key = `legajo.texts.${useUser()._id}`;
  const [text, setText] = useState(() => read(key)[id] ?? '');
  useEffect(() => () => write(key, id, ''), [key, id]);
  const change = (next: string): void => {
    setText(next);
    write(key, id, next);
  };
  return [text, change];
}
