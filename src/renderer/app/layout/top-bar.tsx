import { ActionIcon, Tooltip } from '@mantine/core';
import {
  IconArrowLeft,
  IconHelpCircle,
  IconLogout,
  IconMenu2,
  IconRefresh,
  IconSearch,
  type TablerIcon,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { useUser } from '../../api/session-store.ts';
import { OrganizationLogo } from '../../components/page/organization-logo.tsx';
import { useShell } from '../../hooks/shell-actions.ts';
import { desktopInfo, modifierKey } from '../../platform/platform.ts';
import { AvatarMenu } from './avatar-menu.tsx';
import { Brand } from './brand.tsx';
import { NotificationsButton, UploadsButton } from './later-buttons.tsx';
import { SyncIndicator } from './sync-parts.tsx';
import styles from './top-bar.module.css';

function BarButton({ label, icon: Icon, onClick }: { label: string; icon: TablerIcon; onClick: () => void }) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={onClick} className={styles.wide ?? ''}>
        <Icon size={18} />
      </ActionIcon>
    </Tooltip>
  );
}

function Back() {
  const { t } = useTranslation('app');
  const navigate = useNavigate();
  const { key } = useLocation();
  // The first page of a window, such as a link opened from a mail, has no history to go back to.
  const back = (): void => void (key === 'default' ? navigate('/dashboard') : navigate(-1));
  return (
    <Tooltip label={t('bar.back')}>
      <ActionIcon aria-label={t('bar.back')} onClick={back}>
        <IconArrowLeft size={19} />
      </ActionIcon>
    </Tooltip>
  );
}

/** The top bar of the specification (§2), with the uploads and the sync indicator. */
export function TopBar({ onMenu }: { onMenu: () => void }) {
  const { t } = useTranslation('app');
  const { pathname } = useLocation();
  const shell = useShell();
  const user = useUser();
  const onDashboard = pathname === '/dashboard';
  const controls = desktopInfo()?.windowControls ?? 'none';
  return (
    <header className={styles.bar} data-controls={controls}>
      <ActionIcon className={styles.menuButton ?? ''} aria-label={t('nav.open')} onClick={onMenu}>
        <IconMenu2 size={20} />
      </ActionIcon>
      {onDashboard ? (
        <span className={styles.brand}>
          <Brand size={22} />
        </span>
      ) : (
        <Back />
      )}
      <button type="button" className={styles.search} onClick={shell.openPalette} data-tour="search">
        <IconSearch size={16} aria-hidden="true" />
        <span>{t('bar.search')}</span>
        <kbd>{modifierKey} K</kbd>
      </button>
      <span className="grow" />
      <ActionIcon
        className={styles.searchIcon ?? ''}
        aria-label={t('bar.searchShort')}
        onClick={shell.openPalette}
      >
        <IconSearch size={19} />
      </ActionIcon>
      <SyncIndicator />
      <UploadsButton />
      <NotificationsButton />
      <span className={styles.rule} />
      <BarButton label={t('bar.reload')} icon={IconRefresh} onClick={shell.reload} />
      <BarButton label={t('bar.help')} icon={IconHelpCircle} onClick={shell.startTour} />
      <span className={styles.rule} />
      <OrganizationLogo logo={user.organization.logo} className={styles.logo} />
      <AvatarMenu />
      <BarButton label={t('bar.signOut')} icon={IconLogout} onClick={shell.signOut} />
    </header>
  );
}
