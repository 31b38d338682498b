import { TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

/** Milliseconds of pause, so that not every letter causes a request. */
const TYPING_MS = 250;

interface TypedFilterProps extends Omit<TextInputProps, 'value' | 'onChange' | 'rightSection' | 'ref'> {
  /** The value in the URL. */
  value: string;
  /** Called after a pause in typing, and at once with Enter, with the trimmed text. */
  onTyped: (text: string) => void;
  /** Length of the pause in milliseconds; undefined where no request is made. */
  waitMs?: number;
  /** Called to clear the box; undefined hides the button. */
  clearWith?: (clear: () => void) => TextInputProps['rightSection'];
}

/**
 * A text filter whose value is in the URL. The URL follows what is typed with a delay, longer on a busy computer, so it
 * never replaces what is being typed.
 */
export function TypedFilter({
  value,
  onTyped,
  waitMs = TYPING_MS,
  clearWith,
  leftSection,
  onKeyDown,
  ...props
}: TypedFilterProps) {
  const [typed, setTyped] = useState(value);
  const box = useRef<HTMLInputElement>(null);
  const isUntold = useRef(false);
  const tell = useRef(onTyped);
  tell.current = onTyped;

  useEffect(() => {
    // The typed text is newer than the URL while the box has the focus. Once the person leaves the box, or goes back,
    // the URL counts.
    if (isUntold.current && document.activeElement === box.current) return;
    isUntold.current = false;
    setTyped(value);
  }, [value]);

  const told = (text: string): void => {
    isUntold.current = false;
    tell.current(text.trim());
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the pause
  useEffect(() => {
    if (!isUntold.current) return;
    const timer = setTimeout(() => told(typed), waitMs);
    return () => clearTimeout(timer);
  }, [typed]);

  return (
    <TextInput
      leftSection={leftSection === undefined ? <IconSearch size={16} aria-hidden="true" /> : leftSection}
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
