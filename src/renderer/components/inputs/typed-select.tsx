import { Select, type SelectProps } from '@mantine/core';

/** The list is rendered before it opens, so that a key never comes before its options. */
const READY = { keepMounted: true, keepMountedMode: 'display-none' } as const;

/** A searchable select. The first match is marked while typing, and Enter takes it, however quickly it follows. */
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
