import './catalogue.ts';
import { Button } from '@mantine/core';
import { IconMail, IconMailOff } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useEndpoint } from '../../../api/client.ts';
import { Drawer } from '../../../components/modal.tsx';
import { NoMailNotice } from '../../../components/no-mail/no-mail.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../../components/page/screen-states.tsx';
import { WriteButton } from '../../../components/write.tsx';
import type { Filters } from '../filters/filters.ts';
import { MailForm } from './mail-form.tsx';
import { MailRow } from './mail-row.tsx';
import styles from './mails.module.css';

/** What is open: the list, the form of a new one, or that of the one with this id. It stands in the address. */
export const MAILS = 'mails';
const LIST = 'list';
const NEW = 'new';

/** The report by mail each month: what is planned, and the form that plans it. */
export function MonthlyMails({ filters }: { filters: Filters }) {
  const { t } = useTranslation('report-mails');
  const [params, setParams] = useSearchParams();
  const shown = params.get(MAILS);
  const panel = useRef<HTMLDivElement>(null);
  const show = (what: string | null): void =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (what === null) next.delete(MAILS);
        else next.set(MAILS, what);
        return next;
      },
      { replace: true },
    );
  const toList = (): void => show(LIST);
  const before = useRef(shown);
  /** What is to have the focus, until it is there. */
  const wanted = useRef<string>(undefined);
  const settle = (): void => {
    const found = wanted.current && panel.current?.querySelector<HTMLElement>(wanted.current);
    if (!found) return;
    found.focus();
    wanted.current = undefined;
  };
  // A form begins in its first field; the list, on the button that led away from it.
  useEffect(() => {
    const was = before.current;
    before.current = shown;
    if (was === null || shown === null || was === shown) return;
    wanted.current =
      shown === LIST ? `[data-mail="${was}"], [data-mail="${NEW}"]` : 'input:not([type="hidden"])';
    settle();
  });
  const title = shown === NEW ? t('newTitle') : shown === LIST || !shown ? t('title') : t('editTitle');
  return (
    <Drawer opened={shown !== null} onClose={() => show(null)} position="right" size={520} title={title}>
      <div ref={panel} className={styles.panel}>
        {shown === NEW && <MailForm key={NEW} mail={null} filters={filters} onDone={toList} />}
        {shown === LIST && <List onOpen={show} onReady={settle} />}
        {shown !== null && shown !== NEW && shown !== LIST && (
          <Edited key={shown} id={shown} filters={filters} onDone={toList} />
        )}
      </div>
    </Drawer>
  );
}

const useMails = () => useEndpoint('reportMails', {});

function List({ onOpen, onReady }: { onOpen: (what: string) => void; onReady: () => void }) {
  const { t } = useTranslation('report-mails');
  const found = useMails();
  const isReady = found.isSuccess;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when there is something to focus
  useEffect(() => {
    if (isReady) onReady();
  }, [isReady]);
  if (found.isPending) return <LoadingRows rows={3} height={120} />;
  if (found.isError)
    return <ErrorState title={t('failed')} error={found.error} onRetry={() => void found.refetch()} />;
  const { items } = found.data;
  const add = (
    <WriteButton
      variant="filled"
      leftSection={<IconMail size={16} aria-hidden="true" />}
      data-mail={NEW}
      data-autofocus
      onClick={() => onOpen(NEW)}
    >
      {t('new')}
    </WriteButton>
  );
  if (items.length === 0)
    return (
      <>
        <NoMailNotice />
        <EmptyState icon={IconMail} title={t('none')} action={add}>
          {t('noneBody')}
        </EmptyState>
      </>
    );
  return (
    <>
      <NoMailNotice />
      <p className="secondary">{t('intro')}</p>
      <ul className={styles.list} aria-label={t('list')}>
        {items.map((mail) => (
          <MailRow key={mail._id} mail={mail} onEdit={() => onOpen(mail._id)} />
        ))}
      </ul>
      {add}
    </>
  );
}

function Edited({ id, filters, onDone }: { id: string; filters: Filters; onDone: () => void }) {
  const { t } = useTranslation('report-mails');
  const found = useMails();
  if (found.isPending) return <LoadingRows rows={4} height={64} />;
  if (found.isError)
    return <ErrorState title={t('failed')} error={found.error} onRetry={() => void found.refetch()} />;
  const mail = found.data.items.find(({ _id, editable }) => _id === id && editable);
  if (!mail)
    return (
      <EmptyState
        icon={IconMailOff}
        title={t('gone')}
        action={<Button onClick={onDone}>{t('toList')}</Button>}
      >
        {t('goneBody')}
      </EmptyState>
    );
  return <MailForm mail={mail} filters={filters} onDone={onDone} />;
}
