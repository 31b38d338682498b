import './catalogue.ts';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '../../api/client.ts';
import { NoMailNotice } from '../../components/no-mail/no-mail.tsx';
import { Page } from '../../components/page/page.tsx';
import { ErrorState, LoadingRows } from '../../components/page/screen-states.tsx';
import type { SettingsPart } from '../../components/places/settings-parts.ts';
import { useUnsaved } from '../../hooks/use-unsaved.ts';
import { BinSection } from './bin-section.tsx';
import { HolidaysSection } from './holidays-section.tsx';
import { LimitsSection } from './limits-section.tsx';
import { MailSection } from './mail-section.tsx';
import { ManagersSection } from './managers-section.tsx';
import { PasswordsSection } from './passwords-section.tsx';
import { RemindersSection } from './reminders-section.tsx';
import { SecondStepSection } from './second-step-section.tsx';
import styles from './settings.module.css';
import { fittingParts, SettingsIndex } from './settings-index.tsx';
import { StartSection } from './start-section.tsx';
import { SystemSection } from './system-section.tsx';
import { TypesSection } from './types-section.tsx';
import { partId, useShownPart } from './use-shown-part.ts';

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
  const [sought, setSought] = useState('');
  const fitting = useMemo(() => fittingParts(sought), [sought]);
  useShownPart(query.data !== undefined, () => setSought(''));
  const part = (name: SettingsPart, children: ReactNode) => (
    // Hidden and not gone: a form that was begun keeps what was typed.
    <div key={name} id={partId(name)} tabIndex={-1} hidden={!fitting.has(name)} className={styles.part}>
      {children}
    </div>
  );
  return (
    <Page title={t('title')} intro={t('intro')}>
      <NoMailNotice />
      <SettingsIndex sought={sought} fitting={fitting} onSought={setSought} />
      <div className={styles.parts}>
        {part('types', <TypesSection />)}
        {query.isPending && <LoadingRows rows={8} />}
        {query.isError && !query.data && (
          <ErrorState title={t('failed')} error={query.error} onRetry={() => void query.refetch()} />
        )}
        {query.data && (
          <>
            {part('limits', <LimitsSection settings={query.data} load={load} onDirty={onDirty} />)}
            {part('reminders', <RemindersSection settings={query.data} load={load} onDirty={onDirty} />)}
            {part('holidays', <HolidaysSection settings={query.data} load={load} onDirty={onDirty} />)}
            {part('passwords', <PasswordsSection settings={query.data} load={load} onDirty={onDirty} />)}
            {part('secondStep', <SecondStepSection settings={query.data} load={load} onDirty={onDirty} />)}
            {part('managers', <ManagersSection settings={query.data} load={load} onDirty={onDirty} />)}
            {part('bin', <BinSection settings={query.data} load={load} onDirty={onDirty} />)}
          </>
        )}
        {part('mail', <MailSection />)}
        {part('start', <StartSection />)}
        {part('system', <SystemSection />)}
      </div>
    </Page>
  );
}
