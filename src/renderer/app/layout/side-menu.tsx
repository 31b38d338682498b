import { Tooltip } from '@mantine/core';
import {
  IconAdjustmentsHorizontal,
  IconCalendar,
  IconCrane,
  IconFolders,
  IconLayoutDashboard,
  IconLifebuoy,
  IconLogout,
  IconUpload,
  type TablerIcon,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import type { Session } from '#shared/identity/auth.schemas.ts';
import { calendarsHref } from '#shared/platform/hrefs.ts';
import { useEndpoint } from '../../api/client.ts';
import { useUser } from '../../api/session-store.ts';
import { toast } from '../../components/toast.tsx';
import { useShell } from '../../hooks/shell-actions.ts';
import { canOpen } from '../screens.ts';
import styles from './side-menu.module.css';

interface Place {
  to: string;
  label: string;
  icon: TablerIcon;
  /** Other paths for which the link is active. */
  covers: readonly string[];
}

/** Lie in libraries: whoever has none has none of them either. */
const CONTRACTORS = '/contractors';

const mainOf = (user: Session): readonly Place[] => [
  { to: '/dashboard', label: 'nav.dashboard', icon: IconLayoutDashboard, covers: [] },
  { to: '/records/search', label: 'nav.documents', icon: IconFolders, covers: ['/records'] },
  {
    to: calendarsHref(user),
    label: 'nav.calendars',
    icon: IconCalendar,
    covers: ['/calendars'],
  },
  { to: CONTRACTORS, label: 'nav.contractors', icon: IconCrane, covers: [] },
  {
    to: '/settings',
    label: 'nav.settings',
    icon: IconAdjustmentsHorizontal,
    covers: ['/users', '/labels', '/groups', '/organizations', '/bin', '/audit'],
  },
];
const HELP: Place = { to: '/help', label: 'nav.help', icon: IconLifebuoy, covers: [] };

const isAt = (place: Place, pathname: string): boolean =>
  [place.to, ...place.covers].some((path) => pathname === path || pathname.startsWith(`${path}/`));

function Item({ place, onGo }: { place: Place; onGo: (() => void) | undefined }) {
  const { t } = useTranslation('app');
  const { pathname } = useLocation();
  const here = isAt(place, pathname);
  return (
    <Link
      to={place.to}
      className={`${styles.item} ${here ? styles.here : ''}`}
      aria-current={here ? 'page' : undefined}
      onClick={() => onGo?.()}
    >
      <place.icon size={18} aria-hidden="true" />
      <span>{t(place.label)}</span>
    </Link>
  );
}

/** Opens the wizard. Where the person may upload nowhere it is disabled and says why. */
function UploadItem({ onGo }: { onGo: (() => void) | undefined }) {
  const { t } = useTranslation('app');
  const { openUpload, uploadBlocked } = useShell();
  return (
    <Tooltip label={uploadBlocked} disabled={!uploadBlocked} position="right" multiline w={260}>
      <button
        type="button"
        className={styles.item}
        aria-disabled={openUpload ? undefined : true}
        aria-description={uploadBlocked}
        onClick={() => {
          if (!openUpload) {
            // A finger sees no tooltip.
            toast.reason(uploadBlocked);
            return;
          }
          onGo?.();
          openUpload();
        }}
      >
        <IconUpload size={18} aria-hidden="true" />
        <span>{t('nav.upload')}</span>
      </button>
    </Tooltip>
  );
}

/** The links of the specification (§2), in its order, and those that came since. */
export function SideMenu({ inDrawer = false, onGo }: { inDrawer?: boolean; onGo?: () => void }) {
  const { t } = useTranslation('app');
  const user = useUser();
  const { signOut } = useShell();
  const { data: libraries } = useEndpoint('groupsByMember', {});
  const [dashboard, ...others] = mainOf(user).filter(
    ({ to }) => canOpen(to, user) && (to !== CONTRACTORS || libraries?.length !== 0),
  );
  return (
    <nav className={`${styles.menu} ${inDrawer ? styles.drawer : ''}`} aria-label={t('nav.label')}>
      {dashboard && <Item place={dashboard} onGo={onGo} />}
      <UploadItem onGo={onGo} />
      {others.map((place) => (
        <Item key={place.to} place={place} onGo={onGo} />
      ))}
      <span className={styles.gap} />
      {canOpen(HELP.to, user) && <Item place={HELP} onGo={onGo} />}
      <button
        type="button"
        className={styles.item}
        onClick={() => {
          onGo?.();
          signOut();
        }}
      >
        <IconLogout size={18} aria-hidden="true" />
        <span>{t('nav.signOut')}</span>
      </button>
    </nav>
  );
}
