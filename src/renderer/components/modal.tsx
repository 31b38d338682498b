import {
  type DrawerProps,
  Drawer as MantineDrawer,
  Modal as MantineModal,
  type ModalProps,
} from '@mantine/core';
import { useBackCloses } from '../hooks/use-back-closes.ts';
import { useReturnFocus } from '../hooks/use-return-focus.ts';

/** Mantine's dialog; on a phone, going back does what its button does. Closed, it gives the focus back. */
export function Modal(props: ModalProps) {
  useBackCloses(props.opened, props.onClose);
  useReturnFocus(props.opened && props.returnFocus !== false);
  return <MantineModal {...props} />;
}

/** Mantine's panel at an edge of the screen; on a phone, going back does what its button does. Closed, it gives the focus back. */
export function Drawer(props: DrawerProps) {
  useBackCloses(props.opened, props.onClose);
  useReturnFocus(props.opened && props.returnFocus !== false);
  return <MantineDrawer {...props} />;
}
