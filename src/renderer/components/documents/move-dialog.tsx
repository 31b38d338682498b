import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall, useEndpoint } from '../../api/client.ts';
import { errorMessage } from '../../api/errors.ts';
import styles from '../dialog.module.css';
import { FieldFailure, fieldProps } from '../inputs/field.tsx';
import { TypedSelect } from '../inputs/typed-select.tsx';
import { Modal } from '../modal.tsx';
import { toast } from '../toast.tsx';
import { WriteButton } from '../write.tsx';

interface Movable {
  _id: string;
  group: { _id: string; name: string };
  folder: { _id: string } | null;
}

const ROOT = 'root';

/** Moves a document to another folder or library, after showing what it loses. */
export function MoveDialog({
  records,
  opened,
  onClose,
  onDone,
  onClosed,
}: {
  records: readonly Movable[];
  opened: boolean;
  onClose: () => void;
  /** Called before `onClose` where documents were moved; not where the dialog was closed without that. */
  onDone?: () => void;
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

  const { mutate, isPending, error } = useCall('batchMove', {
    onSuccess: ({ results }) => {
      const refused = results.filter((each) => !each.ok);
      const [one] = refused;
      if (one?.error) {
        toast.error(t('move.failed', { count: refused.length }), one.error.message);
      } else toast.success(t('move.done', { count: results.length }));
      onDone?.();
      onClose();
    },
  });
  const across = first !== undefined && group !== first.group._id;
  const unchanged = first !== undefined && !across && folder === (first.folder?._id ?? ROOT);
  const places = (folders.data ?? []).map((each) => ({ value: each._id, label: each.path }));

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('move.title')}
      {...(onClosed ? { onExitTransitionEnd: onClosed } : {})}
    >
      <div className={styles.fields}>
        <TypedSelect
          label={t('move.library')}
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
              <FieldFailure text={t('move.librariesFailed')} onRetry={() => void libraries.refetch()} />
            ),
          })}
        />
        <TypedSelect
          label={t('move.folder')}
          data={[{ value: ROOT, label: t('move.root') }, ...places]}
          value={folder}
          onChange={(value) => setFolder(value ?? ROOT)}
          {...fieldProps({
            error: folders.isError && (
              <FieldFailure text={t('move.foldersFailed')} onRetry={() => void folders.refetch()} />
            ),
          })}
        />
      </div>
      {across && <p className={styles.warning}>{t('move.across')}</p>}
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
          onClick={() =>
            mutate({
              body: {
                items: records.map((each) => ({ record: each._id })),
                group,
                folder: folder === ROOT ? null : folder,
              },
            })
          }
        >
          {t('move.confirm')}
        </WriteButton>
      </div>
    </Modal>
  );
}
