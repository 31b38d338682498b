import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '../../api/client.ts';
import { errorMessage } from '../../api/errors.ts';
import { useAskBeforeUnload } from '../../hooks/use-unsaved.ts';
import styles from '../dialog.module.css';
import { FieldFailure, fieldProps } from '../inputs/field.tsx';
import { TypedSelect } from '../inputs/typed-select.tsx';
import { Modal } from '../modal.tsx';
import { Running } from '../running.tsx';
import { WriteButton } from '../write.tsx';
import { type MovableRecord, type RecordPlace, useMoveRecords } from './move-records.ts';
import './catalogue.ts';

const ROOT = 'root';
/** From more documents than these on, moving says how far it is. */
const LONG = 20;

/** Moves a document to another folder or library, after showing what it loses. */
export function MoveDialog({
  records,
  opened,
  onClose,
  onDone,
  onClosed,
}: {
  records: readonly MovableRecord[];
  opened: boolean;
  onClose: () => void;
  /** Called before `onClose` where documents were moved; not where the dialog was closed without that. */
  onDone?: (moved: readonly string[]) => void;
  /** Called once it is out of sight. */
  onClosed?: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  const [first] = records;
  const [group, setGroup] = useState(first?.group._id ?? '');
  const [folder, setFolder] = useState(first?.folder?._id ?? ROOT);
  const libraries = useEndpoint('groupsByMember', {}, { enabled: opened });
  const folders = useEndpoint('foldersByGroup', { params: { group } }, { enabled: opened && group !== '' });
  useEffect(() => {
    if (!opened) return;
    setGroup(first?.group._id ?? '');
    setFolder(first?.folder?._id ?? ROOT);
  }, [opened, first]);

  const move = useMoveRecords();
  /** How many are done of those that are being moved. */
  const [done, setDone] = useState(0);
  const stopped = useRef(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (place: RecordPlace) => {
      stopped.current = false;
      return move(records, place, { onProgress: setDone, isStopped: () => stopped.current });
    },
    onSuccess: (moved) => {
      onDone?.(moved);
      onClose();
    },
  });
  useAskBeforeUnload(isPending);
  const isLong = isPending && records.length > LONG;
  const across = first !== undefined && group !== first.group._id;
  const unchanged = first !== undefined && !across && folder === (first.folder?._id ?? ROOT);
  const places = (folders.data ?? []).map((each) => ({ value: each._id, label: each.path }));

  return (
    <Modal
      opened={opened}
      // While it runs it is stopped, never hidden: a list without its dialog would look as if nothing happened.
      onClose={() => !isPending && onClose()}
      withCloseButton={!isPending}
      title={t('documents:move.title')}
      {...(onClosed ? { onExitTransitionEnd: onClosed } : {})}
    >
      {isLong ? (
        <Running
          text={t('documents:move.running', { count: records.length, done })}
          done={done}
          total={records.length}
          onStop={() => (stopped.current = true)}
        />
      ) : (
        <>
          {' '}
          <div className={styles.fields}>
            <TypedSelect
              label={t('documents:move.library')}
              data={(libraries.data ?? [])
                .filter((each) => each.roles?.includes('upload'))
                .map((each) => ({ value: each._id, label: each.name }))}
              value={group}
              onChange={(value) => {
                setGroup(value ?? '');
                setFolder(ROOT);
              }}
              {...fieldProps({
                error: libraries.isError && (
                  <FieldFailure
                    text={t('documents:move.librariesFailed')}
                    onRetry={() => void libraries.refetch()}
                  />
                ),
              })}
            />
            <TypedSelect
              label={t('documents:move.folder')}
              data={[{ value: ROOT, label: t('documents:move.root') }, ...places]}
              value={folder}
              onChange={(value) => setFolder(value ?? ROOT)}
              {...fieldProps({
                error: folders.isError && (
                  <FieldFailure
                    text={t('documents:move.foldersFailed')}
                    onRetry={() => void folders.refetch()}
                  />
                ),
              })}
            />
          </div>
          {across && <p className={styles.warning}>{t('documents:move.across')}</p>}
          {error && (
            <p className={styles.failure} role="alert">
              {errorMessage(error)}
            </p>
          )}
          <div className={styles.buttons}>
            <Button onClick={onClose}>{t('cancel')}</Button>
            <WriteButton
              variant="filled"
              loading={isPending}
              disabled={unchanged}
              onClick={() => mutate({ group, folder: folder === ROOT ? null : folder })}
            >
              {t('documents:move.confirm')}
            </WriteButton>
          </div>
        </>
      )}
    </Modal>
  );
}
