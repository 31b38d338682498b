import { useLayoutEffect, useRef } from 'react';
import { create } from 'zustand';
import { useSession } from '../../../api/session-store.ts';
import { isCovered, isTyping } from '../../../hooks/use-shortcuts.ts';
import type { Carried } from './carried.ts';

/** The items that were cut and are not pasted yet. */
export const useClipboard = create<{ carried: Carried | undefined }>(() => ({ carried: undefined }));

export const cut = (carried: Carried): void => useClipboard.setState({ carried });
export const clearClipboard = (): void => useClipboard.setState({ carried: undefined });

// Cleared when another person signs in.
useSession.subscribe((now, before) => {
  if (now.user?._id !== before.user?._id) clearClipboard();
});

type CommandKey = 'cut' | 'paste';
const KEYS: Readonly<Record<string, CommandKey>> = { x: 'cut', v: 'paste' };

/** The command of Ctrl or ⌘ with X or V. Undefined for other keys, while typing, and where text is selected. */
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

/** Handles cut and paste for the whole page. A handler returns whether it did anything. */
export function useCommandKeys(handlers: Readonly<Partial<Record<CommandKey, () => boolean>>>): void {
  const current = useRef(handlers);
  current.current = handlers;
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const command = commandOf(event);
      if (command && current.current[command]?.()) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
