import { Button, Modal, Select } from '@mantine/core';
import { notifications as toasts } from '@mantine/notifications';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall, useEndpoint } from '../api/client.ts';
import { errorMessage } from '../api/errors.ts';
import styles from './dialog.module.css';

interface Movable {
  _id: string;
  group: { _id: string; name: string };
  folder: { _id: string } | null;
}

const ROOT = 'root';

/** Moves a document to another folder or library, and says first what is lost on the way. */
export function MoveDialog({
  records,
  opened,
  onClose,
}: {
  records: readonly Movable[];
  opened: boolean;
  onClose: () => void;
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
        toasts.show({
          color: 'red',
          title: t('move.failed', { count: refused.length }),
          message: one.error.message,
        });
      } else toasts.show({ message: t('move.done', { count: results.length }) });
      onClose();
    },
  });
  const across = first !== undefined && group !== first.group._id;
  const unchanged = first !== undefined && !across && folder === (first.folder?._id ?? ROOT);
  const places = (folders.data ?? []).map((each) => ({ value: each._id, label: each.path }));

  return (
    <Modal opened={opened} onClose={onClose} title={t('move.title')}>
      <div className={styles.fields}>
        <Select
          label={t('move.library')}
          allowDeselect={false}
          searchable
          data={(libraries.data ?? [])
            .filter((each) => each.roles?.includes('upload'))
            .map((each) => ({ value: each._id, label: each.name }))}
          value={group}
          onChange={(value) => {
            setGroup(value ?? '');
            setFolder(ROOT);
          }}
        />
        <Select
          label={t('move.folder')}
          allowDeselect={false}
          searchable
          data={[{ value: ROOT, label: t('move.root') }, ...places]}
          value={folder}
          onChange={(value) => setFolder(value ?? ROOT)}
        />
      </div>
      {across && <p className={styles.warning}>{t('move.across')}</p>}
      {error && (
        <p className={styles.warning} role="alert">
          {errorMessage(error)}
        </p>
      )}
      <div className={styles.buttons}>
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button
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
        </Button>
      </div>
    </Modal>
  );
}
