import './catalogue.ts';
import { Button, Textarea } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRecordState, nextStates, type RecordState, STATE, stateRow } from '#shared/access/states.ts';
import { COMMENT_MAX } from '#shared/platform/limits.ts';
import type { SearchItem } from '#shared/search/search.schemas.ts';
import { call, type Input, type Result, useEndpoint } from '../../api/client.ts';
import { errorMessage } from '../../api/errors.ts';
import { inBatches } from '../../api/in-batches.ts';
import { useUnsent } from '../../hooks/unsent.ts';
import dialog from '../dialog.module.css';
import { fieldProps } from '../inputs/field.tsx';
import { nothingFound } from '../inputs/nothing-found.ts';
import { Select } from '../inputs/select.tsx';
import { Modal } from '../modal.tsx';
import { WriteButton } from '../write.tsx';
import { BatchItems } from './batch-items.tsx';
import styles from './batch-state-dialog.module.css';

/** The button that was pressed is gone. */
const focus = (button: HTMLButtonElement | null): void => button?.focus();

/** Changes the state of many documents, and shows the result of each. */
export function BatchStateDialog({
  items: selected,
  seen,
  preset,
  opened,
  onClose,
  onDone,
  onClosed,
}: {
  items: readonly SearchItem[];
  /** A document as it was when it was selected; what changed since is left out, and said. */
  seen: (id: string) => SearchItem | undefined;
  /** The state that was chosen before the dialog opened. */
  preset?: RecordState | undefined;
  opened: boolean;
  onClose: () => void;
  /** Called before `onClose` where the state was changed; not where the dialog was closed without that. */
  onDone: () => void;
  /** Called once it is out of sight. */
  onClosed?: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  const libraries = useEndpoint('groupsByMember', {});
  // A copy of the selection: a decided document may leave the list while its result is still shown.
  const [items, setItems] = useState<readonly SearchItem[]>(selected);
  const [changed, setChanged] = useState<readonly SearchItem[]>([]);
  const [state, setState] = useState<string | null>(null);
  const words = useUnsent(`state of ${items.map(({ _id }) => _id).join(' ')}`, '');
  const { value: comment } = words;
  const [results, setResults] = useState<Result<'batchState'>['results']>();
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ items, ...decision }: Input<'batchState'>['body']) =>
      inBatches(items, (some) => call('batchState', { body: { ...decision, items: some } })),
    onSuccess: (answer) => {
      words.forget();
      setResults(answer);
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the selection at the time of opening counts
  useEffect(() => {
    if (!opened) return;
    const isAsSeen = (item: SearchItem): boolean => (seen(item._id)?.rev ?? item.rev) === item.rev;
    setItems(selected.filter(isAsSeen));
    setChanged(selected.filter((item) => !isAsSeen(item)));
    setState(preset === undefined ? null : String(preset));
    setResults(undefined);
  }, [opened, preset]);

  const rolesOf = (group: string) => libraries.data?.find((each) => each._id === group)?.roles ?? [];
  const offered = [
    ...new Set(items.flatMap((item) => nextStates(item.state, rolesOf(item.group._id)))),
  ].sort();
  const needsComment = Number(state) === STATE.rejected && state !== null && comment.trim() === '';

  const close = (): void => {
    if (results) onDone();
    onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={t('documents:batch.title', { count: items.length })}
      {...(onClosed ? { onExitTransitionEnd: onClosed } : {})}
    >
      {results ? (
        <>
          <ul className={styles.results}>
            {results.map((result) => (
              <li key={result.record}>
                {result.ok ? (
                  <IconCircleCheck size={16} className={styles.good} aria-hidden="true" />
                ) : (
                  <IconAlertTriangle size={16} className={styles.bad} aria-hidden="true" />
                )}
                <span className="grow">
                  {items.find((item) => item._id === result.record)?.title}
                  <span className="meta">
                    {result.ok ? t('documents:batch.changed') : result.error?.message}
                  </span>
                </span>
              </li>
            ))}
          </ul>
          <div className={dialog.buttons}>
            <Button variant="filled" ref={focus} onClick={close}>
              {t('close')}
            </Button>
          </div>
        </>
      ) : (
        <>
          <BatchItems items={items} changed={changed} />
          <div className={dialog.fields}>
            <Select
              label={t('documents:batch.state')}
              data={offered
                .filter(isRecordState)
                .map((each) => ({ value: String(each), label: stateRow(each).label }))}
              value={state}
              onChange={setState}
              nothingFoundMessage={nothingFound(libraries, t('documents:batch.none'))}
              {...fieldProps({
                hint: offered.length === 0 ? t('documents:batch.none') : t('documents:batch.hint'),
              })}
            />
            <Textarea
              label={t('documents:batch.comment')}
              autosize
              minRows={2}
              value={comment}
              onChange={(event) => words.set(event.currentTarget.value)}
              {...fieldProps({
                error: needsComment ? t('documents:batch.commentNeeded') : undefined,
                used: comment.length,
                max: COMMENT_MAX,
              })}
            />
          </div>
          {error && (
            <p className={dialog.warning} role="alert">
              {errorMessage(error)}
            </p>
          )}
          <div className={dialog.buttons}>
            <Button onClick={onClose}>{t('cancel')}</Button>
            <WriteButton
              variant="filled"
              loading={isPending}
              disabled={state === null || needsComment || items.length === 0}
              onClick={() =>
                mutate({
                  items: items.map((item) => ({ record: item._id, rev: item.rev })),
                  state: Number(state) as SearchItem['state'],
                  comment,
                })
              }
            >
              {t('documents:batch.confirm')}
            </WriteButton>
          </div>
        </>
      )}
    </Modal>
  );
}
