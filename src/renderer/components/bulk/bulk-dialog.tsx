import './catalogue.ts';
import { Button, Progress } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage, fieldErrors } from '../../api/errors.ts';
import { useAskBeforeUnload } from '../../hooks/use-unsaved.ts';
import { formatNumber } from '../../i18n/format.ts';
import dialog from '../dialog.module.css';
import { Modal } from '../modal.tsx';
import { WriteButton } from '../write.tsx';
import styles from './bulk.module.css';
import type { Change } from './change.ts';
import { type Item, useBulk } from './use-bulk.ts';

interface Props<T> {
  items: readonly T[];
  nameOf: (item: T) => string;
  title: string;
  submit: string;
  /** What was done with so many of them, in words. */
  said: (done: number) => string;
  /** What did not come back with those that were taken back, under a title. Asked for when all of it is over. */
  stayed?: (() => { readonly title: string; readonly items: readonly NamedItem[] }) | undefined;
  /** Undefined where something is missing; `children` then say what. */
  change: () => Change<T> | undefined;
  danger?: boolean;
  /** @param settled those with which nothing is left to do, or null where nothing was begun */
  onClose: (settled: ReadonlySet<string> | null) => void;
  children: ReactNode;
}

/**
 * Asks what is to be done with several things, does it with its progress, and says with how many it was done and with which
 * it was not. All of it is taken back from here, for as long as it is open. Mounted for one opening.
 */
export function BulkDialog<T extends Item>(props: Props<T>) {
  const { items, nameOf, title, submit, said, stayed, change, danger = false, onClose, children } = props;
  const { t } = useTranslation('bulk');
  const { stage, run, undo, stop, settled } = useBulk<T>();
  const running = stage.kind === 'running';
  useAskBeforeUnload(running);
  // The button that was pressed is gone with its stage.
  const next = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each stage has a button of its own
  useEffect(() => next.current?.focus(), [stage.kind]);

  const begin = (some: readonly T[]): void => {
    const wanted = change();
    if (wanted) void run(some, wanted);
  };
  const close = (): void => {
    if (stage.kind === 'asking') onClose(null);
    else if (!running) onClose(settled());
  };
  const refusal = (item: T, error: unknown) => ({
    id: item._id,
    name: nameOf(item),
    why:
      error === undefined ? t('changedSince') : (Object.values(fieldErrors(error))[0] ?? errorMessage(error)),
  });
  const rest = stage.kind === 'undone' ? stayed?.() : undefined;
  const list = (some: readonly T[]) => some.map((item) => ({ id: item._id, name: nameOf(item) }));

  return (
    <Modal opened onClose={close} title={title} size="lg">
      {stage.kind === 'asking' && (
        <>
          <div className={dialog.fields}>{children}</div>
          <div className={dialog.buttons}>
            <Button onClick={close}>{t('common:cancel')}</Button>
            <WriteButton variant="filled" {...(danger ? { color: 'red' } : {})} onClick={() => begin(items)}>
              {submit}
            </WriteButton>
          </div>
        </>
      )}
      {running && (
        <>
          <p role="status">
            {t('running', { over: formatNumber(stage.over), all: formatNumber(stage.all) })}
          </p>
          <Progress mt={10} value={(100 * stage.over) / stage.all} aria-label={t('progress')} />
          <div className={dialog.buttons}>
            <Button ref={next} onClick={stop}>
              {t('stop')}
            </Button>
          </div>
        </>
      )}
      {stage.kind === 'told' && (
        <>
          <div className={dialog.fields} role="alert">
            {stage.done > 0 && <p>{said(stage.done)}</p>}
            <Named
              title={t('refused', { count: stage.outcome.refused.length })}
              items={stage.outcome.refused.map(({ item, error }) => refusal(item, error))}
            />
            <Named title={t('left', { count: stage.outcome.left.length })} items={list(stage.outcome.left)} />
          </div>
          <div className={dialog.buttons}>
            {stage.undoable && <WriteButton onClick={() => void undo()}>{t('common:undo')}</WriteButton>}
            {stage.outcome.left.length > 0 && (
              <WriteButton onClick={() => begin(stage.outcome.left)}>{t('goOn')}</WriteButton>
            )}
            <Button ref={next} variant="filled" onClick={close}>
              {t('close')}
            </Button>
          </div>
        </>
      )}
      {stage.kind === 'undone' && (
        <>
          <div className={dialog.fields} role="alert">
            {rest && <Named {...rest} />}
            {stage.kept.length + stage.left.length === 0 && (
              <p>{t(rest && rest.items.length > 0 ? 'undoneRest' : 'undone')}</p>
            )}
            <Named
              title={t('kept', { count: stage.kept.length })}
              items={stage.kept.map(({ item, error }) => refusal(item, error))}
            />
            <Named title={t('notUndone', { count: stage.left.length })} items={list(stage.left)} />
          </div>
          <div className={dialog.buttons}>
            {stage.left.length > 0 && <WriteButton onClick={() => void undo()}>{t('undoRest')}</WriteButton>}
            <Button ref={next} variant="filled" onClick={close}>
              {t('close')}
            </Button>
          </div>
        </>
      )}
    </Modal>
  );
}

interface NamedItem {
  readonly id: string;
  readonly name: string;
  readonly why?: string;
}

function Named({ title, items }: { title: string; items: readonly NamedItem[] }) {
  if (items.length === 0) return null;
  return (
    <section aria-label={title}>
      <p>
        <b>{title}</b>
      </p>
      <ul className={styles.named}>
        {items.map(({ id, name, why }) => (
          <li key={id}>
            {name} {why && <span className="meta">{why}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
