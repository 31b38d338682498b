import { Menu as MantineMenu, type MenuProps } from '@mantine/core';
import { usePopup } from './use-popup.tsx';

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
    Dropdown: MantineMenu.Dropdown,
    Label: MantineMenu.Label,
    Divider: MantineMenu.Divider,
    Item: MantineMenu.Item,
    CheckboxItem: MantineMenu.CheckboxItem,
    RadioGroup: MantineMenu.RadioGroup,
    RadioItem: MantineMenu.RadioItem,
  },
);
