import { Button, Progress } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from '#shared/people/users.schemas.ts';
import { errorMessage } from '../../../api/errors.ts';
import dialog from '../../../components/dialog.module.css';
import { Modal } from '../../../components/modal.tsx';
import { toast } from '../../../components/toast.tsx';
import { WriteButton } from '../../../components/write.tsx';
import { formatNumber, fullName } from '../../../i18n/format.ts';
import styles from './bulk.module.css';
import type { Change, TakeBack } from './changes.ts';
import { useBulk } from './use-bulk.ts';

/** How many are named where something could not be done; the others are counted. */
const NAMED = 8;

export type BulkKind = 'libraries' | 'department' | 'disable' | 'enable' | 'resend';

/**
 * Asks what is to be done to several people, does it with its progress, and names those with whom it could not be done.
 * Mounted for one opening.
 */
export function BulkDialog({
  kind,
  people,
  change,
  danger = false,
  onClose,
  children,
}: {
  kind: BulkKind;
  people: readonly Account[];
  /** Undefined where something is missing; `children` then say what. */
  change: () => Change | undefined;
  danger?: boolean;
  /** @param settled those with whom nothing is left to do, or null where nothing was done */
  onClose: (settled: ReadonlySet<string> | null) => void;
  children: ReactNode;
}) {
  const { t } = useTranslation('users');
  const { stage, run, stop, finish } = useBulk(({ count, takeBack, open }) => {
    tell(count, takeBack);
    onClose(new Set(people.map(({ _id }) => _id).filter((id) => !open.has(id))));
  });
  const running = stage.kind === 'running';

  function tell(done: number, takeBack: ReadonlyMap<Account, TakeBack>): void {
    if (done === 0) return;
    const said = t(`bulk.done.${kind}`, { count: done, shown: formatNumber(done) });
    if (takeBack.size === 0) toast.success(said);
    else toast.undo(said, () => void undo(takeBack));
  }
  async function undo(takeBack: ReadonlyMap<Account, TakeBack>): Promise<void> {
    const kept: string[] = [];
    for (const [person, back] of takeBack)
      if (!(await back().catch(() => false))) kept.push(fullName(person));
    if (kept.length === 0) toast.success(t('bulk.undone'));
    else toast.notice(t('bulk.keptSome', { count: kept.length, names: kept.slice(0, NAMED).join(', ') }));
  }
  const begin = (): void => {
    const wanted = change();
    if (wanted) void run(people, wanted);
  };

  return (
    <Modal
      opened
      onClose={() => (stage.kind === 'told' ? finish() : !running && onClose(null))}
      title={t(`bulk.title.${kind}`, { count: people.length, shown: formatNumber(people.length) })}
      size="lg"
    >
      {stage.kind === 'asking' && (
        <>
          <div className={dialog.fields}>{children}</div>
          <div className={dialog.buttons}>
            <Button onClick={() => onClose(null)}>{t('common:cancel')}</Button>
            <WriteButton variant="filled" {...(danger ? { color: 'red' } : {})} onClick={begin}>
              {t(`bulk.apply.${kind}`)}
            </WriteButton>
          </div>
        </>
      )}
      {stage.kind === 'running' && (
        <>
          <p role="status">
            {t('bulk.running', { over: formatNumber(stage.over), all: formatNumber(stage.all) })}
          </p>
          <Progress mt={10} value={(100 * stage.over) / stage.all} aria-label={t('bulk.progress')} />
          <div className={dialog.buttons}>
            <Button onClick={stop}>{t('bulk.stop')}</Button>
          </div>
        </>
      )}
      {stage.kind === 'told' && (
        <>
          <div className={dialog.fields} role="alert">
            {stage.done > 0 && (
              <p>{t(`bulk.done.${kind}`, { count: stage.done, shown: formatNumber(stage.done) })}</p>
            )}
            <Named
              title={t('bulk.refused', { count: stage.outcome.refused.length })}
              people={stage.outcome.refused.map(({ item, error }) => ({ item, why: errorMessage(error) }))}
            />
            <Named
              title={t('bulk.left', { count: stage.outcome.left.length })}
              people={stage.outcome.left.map((item) => ({ item }))}
            />
          </div>
          <div className={dialog.buttons}>
            <Button onClick={finish}>{t('bulk.close')}</Button>
            {stage.outcome.left.length > 0 && (
              <WriteButton
                variant="filled"
                onClick={() => {
                  const wanted = change();
                  if (wanted) void run(stage.outcome.left, wanted);
                }}
              >
                {t('bulk.goOn')}
              </WriteButton>
            )}
          </div>
        </>
      )}
    </Modal>
  );
}

function Named({
  title,
  people,
}: {
  title: string;
  people: readonly { readonly item: Account; readonly why?: string }[];
}) {
  const { t } = useTranslation('users');
  if (people.length === 0) return null;
  return (
    <section aria-label={title}>
      <p>
        <b>{title}</b>
      </p>
      <ul className={styles.named}>
        {people.slice(0, NAMED).map(({ item, why }) => (
          <li key={item._id}>
            {fullName(item)} {why && <span className="meta">{why}</span>}
          </li>
        ))}
      </ul>
      {people.length > NAMED && <p className="meta">{t('duties.more', { count: people.length - NAMED })}</p>}
    </section>
  );
}
