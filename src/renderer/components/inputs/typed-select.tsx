import { Select, type SelectProps } from '@mantine/core';

/** The list is in the page before it opens, so that a key never comes before its options. */
const READY = { keepMounted: true, keepMountedMode: 'display-none' } as const;

/**
 * A select to type into, as in a palette of commands: the first match is marked while one types, and Enter takes what is marked,
 * however quickly it follows.
 */
export function TypedSelect(props: Omit<SelectProps, 'searchable' | 'comboboxProps'>) {
  return (
    <Select
      openOnFocus={false}
      selectFirstOptionOnChange
      selectFirstOptionOnDropdownOpen
      {...props}
      searchable
      comboboxProps={READY}
    />
  );
}
