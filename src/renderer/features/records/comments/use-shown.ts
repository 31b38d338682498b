import { useEffect, useRef } from 'react';
import { useComments } from './comments-context.tsx';

/** A comment or reply in its list: scrolled to and focused when somebody asks for it, and marked until they go on. */
export function useShown(id: string) {
  const { card } = useComments();
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (card?.id !== id) return;
    item.current?.scrollIntoView({ block: 'center' });
    item.current?.focus({ preventScroll: true });
  }, [card, id]);
  return { item, isShown: card?.id === id };
}
