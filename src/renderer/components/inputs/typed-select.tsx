import type { SelectProps } from '@mantine/core';
import { Select } from './select.tsx';

/** The list is rendered before it opens, so that a key never comes before its options. */
const READY = { keepMounted: true, keepMountedMode: 'display-none' } as const;

/** Options that are rendered while the list is closed; more would make every change around the field slow. */
const READY_MAX = 200;

/**
 * A searchable select. The first match is marked while typing, and Enter takes it, however quickly it follows. What is
 * chosen once more stays chosen: the field may have taken it from the text already, as it does for a browser's autofill.
 * Where nothing may be chosen, whoever empties the text and leaves has emptied the field: the cross is for the mouse only.
 */
export function TypedSelect(props: Omit<SelectProps, 'searchable' | 'comboboxProps'>) {
  const { clearable, value, onChange, onBlur } = props;
  return (
    <Select
      openOnFocus={false}
      allowDeselect={false}
      selectFirstOptionOnChange
      selectFirstOptionOnDropdownOpen
      {...props}
      searchable
      onBlur={(event) => {
        onBlur?.(event);
        if (clearable && value != null && event.currentTarget.value === '') onChange?.(null, null);
      }}
      {...((props.data?.length ?? 0) <= READY_MAX && { comboboxProps: READY })}
    />
  );
}
