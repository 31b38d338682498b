import './catalogue.ts';
import {
  IconBriefcase,
  IconBuildingHospital,
  IconBuildingSkyscraper,
  type TablerIcon,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { SET_KEYS, type SetKey } from '#shared/starting/starter-set.ts';
import { useEndpoint } from '../../api/client.ts';
import { Page } from '../../components/page/page.tsx';
import { ErrorState, LoadingRows } from '../../components/page/screen-states.tsx';
import { SetScreen } from './set-screen.tsx';
import styles from './starting.module.css';

const ICONS: Readonly<Record<SetKey, TablerIcon>> = {
  construction: IconBuildingSkyscraper,
  services: IconBriefcase,
  clinic: IconBuildingHospital,
};

/** Starter sets: first the kind of company, then what its set would make. The address says which one is open. */
export function Screen() {
  const { t } = useTranslation('starting');
  const sets = useEndpoint('starterSets', {});
  const [params] = useSearchParams();
  const open = SET_KEYS.find((key) => key === params.get('set'));
  return (
    <Page title={t('title')} intro={t('intro')} back={{ to: '/settings', label: t('back') }}>
      {sets.isPending && <LoadingRows rows={3} height={72} />}
      {sets.isError && (
        <ErrorState title={t('listFailed')} error={sets.error} onRetry={() => void sets.refetch()} />
      )}
      {sets.data && (
        <nav aria-label={t('kinds')} className={styles.kinds} data-tour="starting-kinds">
          {sets.data.map(({ key, name, description }) => {
            const Icon = ICONS[key];
            return (
              <Link
                key={key}
                to={`/settings/start?set=${key}`}
                replace={open !== undefined}
                className={styles.kind}
                aria-current={key === open ? 'true' : undefined}
              >
                <Icon size={20} aria-hidden="true" />
                <span>
                  <b>{name}</b>
                  <span className="meta">{description}</span>
                </span>
              </Link>
            );
          })}
        </nav>
      )}
      {open && <SetScreen key={open} of={open} />}
    </Page>
  );
}
