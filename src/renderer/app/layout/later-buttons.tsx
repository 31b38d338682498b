import { ActionIcon } from '@mantine/core';
import { IconBell, IconUpload, type TablerIcon } from '@tabler/icons-react';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLater, wantLater } from '../../hooks/later.ts';
import { untilLoaded } from '../../hooks/until-loaded.ts';

/*
 * Buttons of the bar whose lists come with what nobody sees at first. Until then the bare button stands in their place;
 * whoever presses it then finds the list open once it is there.
 */

const Uploads = lazy(async () => ({
  default: (await untilLoaded(() => import('../../features/upload/dropdown/uploads-dropdown.tsx')))
    .UploadsDropdown,
}));
const Notifications = lazy(async () => ({
  default: (await untilLoaded(() => import('../../features/notifications/inbox/notifications-dropdown.tsx')))
    .NotificationsDropdown,
}));

export function UploadsButton() {
  const { t } = useTranslation('app');
  return <LaterButton label={t('bar.uploads')} tour="uploads" icon={IconUpload} list={Uploads} />;
}

export function NotificationsButton() {
  const { t } = useTranslation('app');
  return (
    <LaterButton label={t('bar.notifications')} tour="notifications" icon={IconBell} list={Notifications} />
  );
}

function LaterButton({
  label,
  tour,
  icon: Icon,
  list: List,
}: {
  label: string;
  tour: string;
  icon: TablerIcon;
  list: ComponentType<{ opensAtOnce: boolean }>;
}) {
  const later = useLater((state) => state.wanted);
  const [asked, setAsked] = useState(false);
  const waiting = (
    <ActionIcon
      aria-label={label}
      data-tour={tour}
      onClick={() => {
        setAsked(true);
        wantLater();
      }}
    >
      <Icon size={19} />
    </ActionIcon>
  );
  if (!later) return waiting;
  return (
    <Suspense fallback={waiting}>
      <List opensAtOnce={asked} />
    </Suspense>
  );
}
