import { IconBell, IconBellOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Menu } from '../menu.tsx';
import { useWritePause } from '../write.tsx';
import { type Followed, useFollow } from './use-follow.ts';

/** The entry of a menu that follows what the menu is about, or follows it no more. */
export function FollowItem(followed: Followed) {
  const { t } = useTranslation('follows');
  const pause = useWritePause();
  const { follows, isPending, begin, end } = useFollow(followed);
  const Icon = follows ? IconBellOff : IconBell;
  return (
    <Menu.Item
      leftSection={<Icon size={16} aria-hidden="true" />}
      disabled={follows === undefined || isPending}
      onClick={follows ? end : begin}
      {...pause}
    >
      {follows ? t('end') : t(`begin.${followed.what}`)}
    </Menu.Item>
  );
}
