import { Menu as MantineMenu, type MenuDropdownProps, type MenuProps } from '@mantine/core';
import type { MouseEvent } from 'react';
import { usePopup } from './use-popup.tsx';

/** The menu's button has the focus before an entry acts: a dialog that it opens gives it back to the button. */
function focusButton({ target, currentTarget }: MouseEvent<HTMLElement>): void {
  if (!(target instanceof Element) || !target.closest('[role="menuitem"]')) return;
  const button = document.getElementById(currentTarget.getAttribute('aria-labelledby') ?? '');
  // A menu that stands at a point of a list is the list's, which keeps the focus on its row.
  if (button?.ariaHidden !== 'true') button?.focus({ preventScroll: true });
}

/** Mantine's menu; on a phone, going back closes it. */
export const Menu = Object.assign(
  (props: MenuProps) => {
    const popup = usePopup(props);
    return (
      <>
        {popup.back}
        <MantineMenu {...props} {...popup.props} />
      </>
    );
  },
  {
    Target: MantineMenu.Target,
    Dropdown: (props: MenuDropdownProps) => <MantineMenu.Dropdown {...props} onClickCapture={focusButton} />,
    Label: MantineMenu.Label,
    Divider: MantineMenu.Divider,
    Item: MantineMenu.Item,
    CheckboxItem: MantineMenu.CheckboxItem,
    RadioGroup: MantineMenu.RadioGroup,
    RadioItem: MantineMenu.RadioItem,
  },
);
