import { useMantineColorScheme } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  IconDeviceDesktop,
  IconHelpCircle,
  IconKey,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconRefresh,
  IconSun,
  IconUser,
  type TablerIcon,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { BREAKPOINTS } from '#shared/platform/limits.ts';
import { useUser } from '../../api/session-store.ts';
import { Menu } from '../../components/menu.tsx';
import { PersonAvatar } from '../../components/people/person-avatar.tsx';
import { useShell } from '../../hooks/shell-actions.ts';
import { fullName } from '../../i18n/format.ts';
import { desktop } from '../../platform/platform.ts';
import styles from './avatar-menu.module.css';

type Scheme = 'light' | 'dark' | 'auto';
const SCHEMES: readonly { value: Scheme; icon: TablerIcon }[] = [
  { value: 'light', icon: IconSun },
  { value: 'dark', icon: IconMoon },
  { value: 'auto', icon: IconDeviceDesktop },
];

function ThemeChoice() {
  const { t } = useTranslation('app');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const choose = (value: string): void => {
    const scheme = SCHEMES.find((each) => each.value === value)?.value ?? 'auto';
    setColorScheme(scheme);
    // The desktop draws the window's frame in this theme, and stores it for the next start.
    void desktop?.settings.setTheme(scheme);
  };
  return (
    <Menu.RadioGroup value={colorScheme} onChange={choose}>
      {SCHEMES.map(({ value, icon: Icon }) => (
        <Menu.RadioItem key={value} value={value} rightSection={<Icon size={17} aria-hidden="true" />}>
          {t(`bar.themes.${value}`)}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}

/** The menu of the signed-in person. On narrow screens it also has the actions that do not fit into the bar. */
export function AvatarMenu() {
  const { t } = useTranslation('app');
  const user = useUser();
  const shell = useShell();
  const narrow = useMediaQuery(`(max-width: ${BREAKPOINTS.tablet - 1}px)`);
  const name = fullName(user);
  return (
    <Menu position="bottom-end" width={272} withinPortal={false}>
      <Menu.Target>
        <button type="button" className={styles.me} aria-label={t('bar.profile', { name })}>
          <PersonAvatar person={user} />
          <span className={styles.text}>
            <b>{name}</b>
            <small>{user.organization.name}</small>
          </span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label className={styles.head ?? ''}>
          <b>{name}</b>
          <span className="meta ellipsis">{user.email}</span>
          <span className="meta ellipsis">{user.organization.name}</span>
        </Menu.Label>
        <Menu.Item component={Link} to="/profile" leftSection={<IconUser size={17} />}>
          {t('bar.myProfile')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t('bar.theme')}</Menu.Label>
        <ThemeChoice />
        <Menu.Divider />
        {narrow && (
          <>
            <Menu.Item leftSection={<IconRefresh size={17} />} onClick={shell.reload}>
              {t('bar.reload')}
            </Menu.Item>
            <Menu.Item leftSection={<IconHelpCircle size={17} />} onClick={shell.startTour}>
              {t('bar.help')}
            </Menu.Item>
          </>
        )}
        <Menu.Item leftSection={<IconKeyboard size={17} />} onClick={shell.openShortcuts}>
          {t('bar.shortcuts')}
        </Menu.Item>
        <Menu.Item component={Link} to="/password" leftSection={<IconKey size={17} />}>
          {t('bar.password')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={17} />} onClick={shell.signOut}>
          {t('bar.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
