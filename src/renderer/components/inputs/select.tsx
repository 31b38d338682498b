import {
  MultiSelect as MantineMultiSelect,
  Select as MantineSelect,
  type MultiSelectProps,
  type Primitive,
  type SelectProps,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { closesByBack } from '../use-popup.tsx';

/** Whether a list of choices is open. It closes when its field loses the focus. */
function useChoices({
  onDropdownOpen,
  onDropdownClose,
}: Pick<SelectProps, 'onDropdownOpen' | 'onDropdownClose'>) {
  const [isOpen, { open, close }] = useDisclosure(false, {
    onOpen: onDropdownOpen,
    onClose: onDropdownClose,
  });
  return {
    back: isOpen && closesByBack(() => (document.activeElement as HTMLElement | null)?.blur()),
    props: { onDropdownOpen: open, onDropdownClose: close },
  };
}

/** Mantine's list of choices; on a phone, going back closes it. */
export function Select<Value extends Primitive = string>(props: SelectProps<Value>) {
  const choices = useChoices(props);
  return (
    <>
      {choices.back}
      <MantineSelect {...props} {...choices.props} />
    </>
  );
}

/** Mantine's list of several choices; on a phone, going back closes it. */
export function MultiSelect<Value extends Primitive = string>(props: MultiSelectProps<Value>) {
  const choices = useChoices(props);
  return (
    <>
      {choices.back}
      <MantineMultiSelect {...props} {...choices.props} />
    </>
  );
}
