import {
  MultiSelect as MantineMultiSelect,
  Select as MantineSelect,
  type MultiSelectProps,
  type Primitive,
  type SelectProps,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type FocusEvent, type MouseEvent, useRef } from 'react';
import { i18next } from '../../i18n/i18n.ts';
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

/**
 * Selects what a searchable field shows when it gets the focus, so that typing replaces it: what was chosen is no
 * beginning of what is searched. A later click puts the caret where it points.
 */
function useReplacedByTyping({
  searchable,
  onFocus,
  onClick,
}: Pick<SelectProps, 'searchable' | 'onFocus' | 'onClick'>) {
  const isFresh = useRef(false);
  if (!searchable) return {};
  return {
    onFocus: (event: FocusEvent<HTMLInputElement>) => {
      isFresh.current = true;
      event.currentTarget.select();
      onFocus?.(event);
    },
    onClick: (event: MouseEvent<HTMLInputElement>) => {
      const { currentTarget: field } = event;
      // The mouse button that gave the focus has put the caret somewhere since; a drag has selected what is wanted.
      if (isFresh.current && field.selectionStart === field.selectionEnd) field.select();
      isFresh.current = false;
      onClick?.(event);
    },
  };
}

/** What a searchable list says where nothing matches, if its field says nothing of its own: only where there are choices. */
const nothingMatches = (searchable = false, data: readonly unknown[] = []): string | undefined =>
  searchable && data.length > 0 ? i18next.t('common:nothingMatches') : undefined;

/** Mantine's list of choices; on a phone, going back closes it. */
export function Select<Value extends Primitive = string>(props: SelectProps<Value>) {
  const choices = useChoices(props);
  const replaced = useReplacedByTyping(props);
  const nothing = nothingMatches(props.searchable, props.data);
  return (
    <>
      {choices.back}
      <MantineSelect nothingFoundMessage={nothing} {...props} {...choices.props} {...replaced} />
    </>
  );
}

/**
 * Mantine's list of several choices; on a phone, going back closes it. Where chosen ones leave the list and all are
 * chosen, there is none: that nothing matches would be said of a text that nobody typed, over what stands below.
 */
export function MultiSelect<Value extends Primitive = string>(props: MultiSelectProps<Value>) {
  const choices = useChoices(props);
  const {
    hidePickedOptions,
    value,
    data,
    nothingFoundMessage = nothingMatches(props.searchable, props.data),
  } = props;
  const isAllChosen = hidePickedOptions && value && data && data.length > 0 && value.length >= data.length;
  return (
    <>
      {choices.back}
      <MantineMultiSelect
        {...props}
        {...choices.props}
        nothingFoundMessage={isAllChosen ? undefined : nothingFoundMessage}
      />
    </>
  );
}
