import { TextInput, type TextInputProps } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

/** So that a question to the server is not asked for every letter. */
const TYPING_MS = 250;

interface TypedFilterProps extends Omit<TextInputProps, 'value' | 'onChange' | 'rightSection' | 'ref'> {
  /** As the address has it. */
  value: string;
  /** Once the typing pauses, at once with Enter. It is what was typed, without blanks around it. */
  onTyped: (text: string) => void;
  /** How long a pause is, in milliseconds; none where nobody is asked. */
  waitMs?: number;
  /** Given a way to empty the box. */
  clearWith?: (clear: () => void) => TextInputProps['rightSection'];
}

/**
 * A text filter that lives in the address. The address follows what is typed some time later, and late on a busy computer: what
 * is being typed is never replaced by it.
 */
export function TypedFilter({
  value,
  onTyped,
  waitMs = TYPING_MS,
  clearWith,
  onKeyDown,
  ...props
}: TypedFilterProps) {
  const [typed, setTyped] = useState(value);
  const box = useRef<HTMLInputElement>(null);
  const isUntold = useRef(false);
  const tell = useRef(onTyped);
  tell.current = onTyped;

  useEffect(() => {
    // Newer than an address that still comes from before, as of filters that were taken away just now. Whoever left the box to
    // press a button, or goes back, means the address.
    if (isUntold.current && document.activeElement === box.current) return;
    isUntold.current = false;
    setTyped(value);
  }, [value]);

  const told = (text: string): void => {
    isUntold.current = false;
    tell.current(text.trim());
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the wait
  useEffect(() => {
    if (!isUntold.current) return;
    const timer = setTimeout(() => told(typed), waitMs);
    return () => clearTimeout(timer);
  }, [typed]);

  return (
    <TextInput
      {...props}
      ref={box}
      value={typed}
      onChange={(event) => {
        isUntold.current = true;
        setTyped(event.currentTarget.value);
      }}
      onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
        if (event.key === 'Enter') told(typed);
        onKeyDown?.(event);
      }}
      rightSection={
        typed &&
        clearWith?.(() => {
          setTyped('');
          told('');
        })
      }
    />
  );
}
