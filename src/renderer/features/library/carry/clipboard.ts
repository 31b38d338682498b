import { useEffect, useRef } from 'react';
import { create } from 'zustand';
import { useSession } from '../../../api/session-store.ts';
import { isCovered, isTyping } from '../../../hooks/use-shortcuts.ts';
import type { Carried } from './carried.ts';

/** What was cut and waits for its folder. */
export const useClipboard = create<{ carried: Carried | undefined }>(() => ({ carried: undefined }));

export const cut = (carried: Carried): void => useClipboard.setState({ carried });
export const clearClipboard = (): void => useClipboard.setState({ carried: undefined });

// Another person's session begins with nothing in hand.
useSession.subscribe((now, before) => {
  if (now.user?._id !== before.user?._id) clearClipboard();
});

type CommandKey = 'cut' | 'paste';
const KEYS: Readonly<Record<string, CommandKey>> = { x: 'cut', v: 'paste' };

/** Ctrl or ⌘ with X or V; undefined for every other key, while typing, and where text is selected. */
export function commandOf(event: {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
  target: EventTarget | null;
}): CommandKey | undefined {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return undefined;
  if (isTyping(event.target) || isCovered() || window.getSelection()?.type === 'Range') return undefined;
  return KEYS[event.key.toLowerCase()];
}

/** Cut and paste for the whole page; a handler says whether there was anything to do. */
export function useCommandKeys(handlers: Readonly<Partial<Record<CommandKey, () => boolean>>>): void {
  const current = useRef(handlers);
  current.current = handlers;
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const command = commandOf(event);
      if (command && current.current[command]?.()) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
