import {
  type DrawerProps,
  Drawer as MantineDrawer,
  Modal as MantineModal,
  type ModalProps,
} from '@mantine/core';
import { useBackCloses } from '../hooks/use-back-closes.ts';

/** Mantine's dialog; on a phone, going back does what its button does. */
export function Modal(props: ModalProps) {
  useBackCloses(props.opened, props.onClose);
  return <MantineModal {...props} />;
}

/** Mantine's panel at an edge of the screen; on a phone, going back does what its button does. */
export function Drawer(props: DrawerProps) {
  useBackCloses(props.opened, props.onClose);
  return <MantineDrawer {...props} />;
}
