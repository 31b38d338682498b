import { Select, type SelectProps } from '@mantine/core';

/** The list is rendered before it opens, so that a key never comes before its options. */
const READY = { keepMounted: true, keepMountedMode: 'display-none' } as const;

/**
 * A searchable select. The first match is marked while typing, and Enter takes it, however quickly it follows. What is
 * chosen once more stays chosen: the field may have taken it from the text already, as it does for a browser's autofill.
 */
export function TypedSelect(props: Omit<SelectProps, 'searchable' | 'comboboxProps'>) {
  return (
    <Select
      openOnFocus={false}
      allowDeselect={false}
      selectFirstOptionOnChange
      selectFirstOptionOnDropdownOpen
      {...props}
      searchable
      comboboxProps={READY}
    />
  );
}
