import { Popover as MantinePopover, type PopoverProps } from '@mantine/core';
import { usePopup } from './use-popup.tsx';

/** Mantine's popover; on a phone, going back closes it. */
export const Popover = Object.assign(
  (props: PopoverProps) => {
    const popup = usePopup(props);
    return (
      <>
        {popup.back}
        <MantinePopover {...props} {...popup.props} />
      </>
    );
  },
  { Target: MantinePopover.Target, Dropdown: MantinePopover.Dropdown },
);
