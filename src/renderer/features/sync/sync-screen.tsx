import './catalogue.ts';
import { Button } from '@mantine/core';
import { IconDeviceLaptop } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { EmptyState } from '../../components/page/screen-states.tsx';
import { desktop } from '../../platform/platform.ts';
import { chooseRoot } from './commands.ts';
import { Panel } from './panel.tsx';
import { useSync } from './store.ts';
import styles from './sync.module.css';

/** The sync panel as a page of its own, where the window is too narrow to dock it. */
export function Screen() {
  const { t } = useTranslation('sync');
  const off = useSync((state) => state.status === 'off');
  if (!desktop) return <InBrowser />;
  if (off) {
    return (
      <EmptyState
        page
        icon={IconDeviceLaptop}
        title={t('off.title')}
        action={<Button onClick={() => void chooseRoot()}>{t('off.choose')}</Button>}
      >
        {t('off.body')}
      </EmptyState>
    );
  }
  return (
    <div className={styles.page}>
      <Panel heading="h1" />
    </div>
  );
}

/** What a link to the panel leads to where there is no synced folder. */
function InBrowser() {
  const { t } = useTranslation('sync');
  return (
    <EmptyState
      page
      icon={IconDeviceLaptop}
      title={t('inBrowser.title')}
      action={
        <>
          <Button component="a" href="legajo://sync" variant="filled">
            {t('inBrowser.open')}
          </Button>
          <Button component={Link} to="/help?article=instalar">
            {t('inBrowser.install')}
          </Button>
        </>
      }
    >
      {t('inBrowser.body')}
    </EmptyState>
  );
}
