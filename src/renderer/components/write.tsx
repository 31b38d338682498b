import {
  ActionIcon,
  type ActionIconProps,
  Button,
  type ButtonProps,
  type MenuItemProps,
} from '@mantine/core';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useOffline } from '../api/connection.ts';
import { Menu } from './menu.tsx';

/**
 * Buttons that change something on the server, or open such a form. Without a connection they are disabled and say why;
 * nothing is queued for later. Links and read-only actions stay enabled.
 */

type Own<P> = P & Omit<ComponentProps<'button'>, keyof P>;

/** Must be spread last, so that it overrides other reasons to disable a control. */
export function useWritePause(): { disabled?: true; title?: string } {
  const { t } = useTranslation();
  return useOffline() ? { disabled: true, title: t('offlineAction') } : {};
}

/** A button that opens a form at `to`. Without a connection nothing could be saved there. */
type Leading = { to?: string | undefined };

export function WriteButton({ to, ...props }: Own<ButtonProps> & Leading) {
  const pause = useWritePause();
  if (to === undefined || pause.disabled) return <Button {...props} {...pause} />;
  return <Button {...(props as ButtonProps)} component={Link} to={to} />;
}

export function WriteIcon({ to, ...props }: Own<ActionIconProps> & Leading) {
  const pause = useWritePause();
  if (to === undefined || pause.disabled) return <ActionIcon {...props} {...pause} />;
  return <ActionIcon {...(props as ActionIconProps)} component={Link} to={to} />;
}

export function WriteItem({ to, ...props }: Own<MenuItemProps> & Leading) {
  const pause = useWritePause();
  if (to === undefined || pause.disabled) return <Menu.Item {...props} {...pause} />;
  return <Menu.Item {...(props as MenuItemProps)} component={Link} to={to} />;
}
