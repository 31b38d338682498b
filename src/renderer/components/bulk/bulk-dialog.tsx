import './catalogue.ts';
import { Button, Progress } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/errors.ts';
import { formatNumber } from '../../i18n/format.ts';
import dialog from '../dialog.module.css';
import { Modal } from '../modal.tsx';
import { toast } from '../toast.tsx';
import { WriteButton } from '../write.tsx';
import styles from './bulk.module.css';
import type { Change, TakeBack } from './change.ts';
import { type Item, useBulk } from './use-bulk.ts';

/** How many are named where something could not be done; the others are counted. */
const NAMED = 8;

/**
 * Asks what is to be done with several things, does it with its progress, and names those with which it could not be done.
 * Mounted for one opening.
 */
export function BulkDialog<T extends Item>({
  items,
  nameOf,
  title,
  submit,
  said,
  change,
  danger = false,
  onClose,
  children,
}: {
  items: readonly T[];
  nameOf: (item: T) => string;
  title: string;
  submit: string;
  /** What was done with so many of them, in words. */
  said: (done: number) => string;
  /** Undefined where something is missing; `children` then say what. */
  change: () => Change<T> | undefined;
  danger?: boolean;
  /** @param settled those with which nothing is left to do, or null where nothing was done */
  onClose: (settled: ReadonlySet<string> | null) => void;
  children: ReactNode;
}) {
  const { t } = useTranslation('bulk');
  const { stage, run, stop, finish } = useBulk<T>(({ count, takeBack, open }) => {
    tell(count, takeBack);
    onClose(new Set(items.map(({ _id }) => _id).filter((id) => !open.has(id))));
  });
  const running = stage.kind === 'running';

  function tell(done: number, takeBack: ReadonlyMap<T, TakeBack>): void {
    if (done === 0) return;
    if (takeBack.size === 0) toast.success(said(done));
    else toast.undo(said(done), () => void undo(takeBack));
  }
  async function undo(takeBack: ReadonlyMap<T, TakeBack>): Promise<void> {
    const kept: string[] = [];
    for (const [item, back] of takeBack) if (!(await back().catch(() => false))) kept.push(nameOf(item));
    if (kept.length === 0) toast.success(t('undone'));
    else toast.notice(t('keptSome', { count: kept.length, names: kept.slice(0, NAMED).join(', ') }));
  }
  const begin = (): void => {
    const wanted = change();
    if (wanted) void run(items, wanted);
  };

  return (
    <Modal
      opened
      onClose={() => (stage.kind === 'told' ? finish() : !running && onClose(null))}
      title={title}
      size="lg"
    >
      {stage.kind === 'asking' && (
        <>
          <div className={dialog.fields}>{children}</div>
          <div className={dialog.buttons}>
            <Button onClick={() => onClose(null)}>{t('common:cancel')}</Button>
            <WriteButton variant="filled" {...(danger ? { color: 'red' } : {})} onClick={begin}>
              {submit}
            </WriteButton>
          </div>
        </>
      )}
      {stage.kind === 'running' && (
        <>
          <p role="status">
            {t('running', { over: formatNumber(stage.over), all: formatNumber(stage.all) })}
          </p>
          <Progress mt={10} value={(100 * stage.over) / stage.all} aria-label={t('progress')} />
          <div className={dialog.buttons}>
            <Button onClick={stop}>{t('stop')}</Button>
          </div>
        </>
      )}
      {stage.kind === 'told' && (
        <>
          <div className={dialog.fields} role="alert">
            {stage.done > 0 && <p>{said(stage.done)}</p>}
            <Named
              title={t('refused', { count: stage.outcome.refused.length })}
              items={stage.outcome.refused.map(({ item, error }) => ({
                id: item._id,
                name: nameOf(item),
                why: errorMessage(error),
              }))}
            />
            <Named
              title={t('left', { count: stage.outcome.left.length })}
              items={stage.outcome.left.map((item) => ({ id: item._id, name: nameOf(item) }))}
            />
          </div>
          <div className={dialog.buttons}>
            <Button onClick={finish}>{t('close')}</Button>
            {stage.outcome.left.length > 0 && (
              <WriteButton
                variant="filled"
                onClick={() => {
                  const wanted = change();
                  if (wanted) void run(stage.outcome.left, wanted);
                }}
              >
                {t('goOn')}
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
  items,
}: {
  title: string;
  items: readonly { readonly id: string; readonly name: string; readonly why?: string }[];
}) {
  const { t } = useTranslation('bulk');
  if (items.length === 0) return null;
  return (
    <section aria-label={title}>
      <p>
        <b>{title}</b>
      </p>
      <ul className={styles.named}>
        {items.slice(0, NAMED).map(({ id, name, why }) => (
          <li key={id}>
            {name} {why && <span className="meta">{why}</span>}
          </li>
        ))}
      </ul>
      {items.length > NAMED && <p className="meta">{t('more', { count: items.length - NAMED })}</p>}
    </section>
  );
}
