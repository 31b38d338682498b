import {
  ActionIcon,
  type ActionIconProps,
  Button,
  type ButtonProps,
  Menu,
  type MenuItemProps,
} from '@mantine/core';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { useOffline } from '../api/connection.ts';

/**
 * What changes something at the server, or opens what does: without a connection it is disabled and says why, and
 * nothing is kept to be sent later. The one rule for it; what is only a link or a look stays as it is.
 */

type Own<P> = P & Omit<ComponentProps<'button'>, keyof P>;

/** To be spread last: over what disables a control for a reason of its own. */
export function useWritePause(): { disabled?: true; title?: string } {
  const { t } = useTranslation();
  return useOffline() ? { disabled: true, title: t('offlineAction') } : {};
}

export function WriteButton(props: Own<ButtonProps>) {
  return <Button {...props} {...useWritePause()} />;
}

export function WriteIcon(props: Own<ActionIconProps>) {
  return <ActionIcon {...props} {...useWritePause()} />;
}

export function WriteItem(props: Own<MenuItemProps>) {
  return <Menu.Item {...props} {...useWritePause()} />;
}
