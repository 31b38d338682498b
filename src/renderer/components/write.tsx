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
import { Link } from 'react-router-dom';
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

/** One that leads to a form, as a link does, where `to` says to which; without a connection nothing could be saved there. */
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
