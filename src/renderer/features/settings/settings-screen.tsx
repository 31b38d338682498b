import './catalogue.ts';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '../../api/client.ts';
import { Page } from '../../components/page/page.tsx';
import { ErrorState, LoadingRows } from '../../components/page/screen-states.tsx';
import { useUnsaved } from '../../hooks/use-unsaved.ts';
import { BinSection } from './bin-section.tsx';
import { HolidaysSection } from './holidays-section.tsx';
import { LimitsSection } from './limits-section.tsx';
import { MailSection } from './mail-section.tsx';
import { PasswordsSection } from './passwords-section.tsx';
import { RemindersSection } from './reminders-section.tsx';
import { SecondStepSection } from './second-step-section.tsx';
import styles from './settings.module.css';
import { SystemSection } from './system-section.tsx';
import { TypesSection } from './types-section.tsx';

/** The settings of the organization. Each section is saved separately. */
export function Screen() {
  const { t } = useTranslation('settings');
  const query = useEndpoint('settings', {}, { staleTime: 0 });
  const [dirty, setDirty] = useState<ReadonlySet<string>>(new Set());
  useUnsaved(dirty.size > 0);
  const onDirty = useCallback((section: string, is: boolean): void => {
    setDirty((before) => {
      if (before.has(section) === is) return before;
      const next = new Set(before);
      if (is) next.add(section);
      else next.delete(section);
      return next;
    });
  }, []);
  const load = async () => (await query.refetch()).data;
  return (
    <Page title={t('title')} intro={t('intro')}>
      <div className={styles.parts}>
        <TypesSection />
        {query.isPending && <LoadingRows rows={8} />}
        {query.isError && !query.data && (
          <ErrorState title={t('failed')} error={query.error} onRetry={() => void query.refetch()} />
        )}
        {query.data && (
          <>
            <LimitsSection settings={query.data} load={load} onDirty={onDirty} />
            <RemindersSection settings={query.data} load={load} onDirty={onDirty} />
            <HolidaysSection settings={query.data} load={load} onDirty={onDirty} />
            <PasswordsSection settings={query.data} load={load} onDirty={onDirty} />
            <SecondStepSection settings={query.data} load={load} onDirty={onDirty} />
            <BinSection settings={query.data} load={load} onDirty={onDirty} />
          </>
        )}
        <MailSection />
        <SystemSection />
      </div>
    </Page>
  );
}
