import { TextInput } from '@mantine/core';
import { IconDeviceLaptop, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Client, clientUpdate } from '#shared/sync-feed/sync.schemas.ts';
import { DialogEnd } from '../dialog-parts.tsx';
import { modals } from '../dialogs.ts';
import { useEntityForm } from '../form-page/use-entity-form.ts';
import { Modal } from '../modal.tsx';
import { When } from '../when.tsx';
import { WriteButton, WriteIcon } from '../write.tsx';
import styles from './access.module.css';
import './catalogue.ts';

/** Names of the systems, by Node's names. */
const PLATFORMS: Readonly<Record<string, string>> = { win32: 'Windows', darwin: 'macOS', linux: 'Linux' };

type Rename = (desktop: Client, name: string) => Promise<unknown>;

function RenameForm({
  desktop,
  onRename,
  onClose,
}: {
  desktop: Client;
  onRename: Rename;
  onClose: () => void;
}) {
  const { t } = useTranslation('access');
  const form = useEntityForm({
    initial: { name: desktop.name },
    schema: clientUpdate,
    bodyOf: ({ name }) => ({ name }),
    send: async ({ name }) => {
      await onRename(desktop, name);
      onClose();
    },
  });
  return (
    <form ref={form.element} noValidate onSubmit={(event) => void form.submit(event)}>
      <TextInput label={t('rename.label')} data-autofocus {...form.field('name', { max: 80 })} />
      <DialogEnd form={form} submit={t('save')} onCancel={onClose} />
    </form>
  );
}

/** Computers that sync. They can be renamed or removed, with a note on what happens to the files there. */
export function DesktopsList({
  desktops,
  onRename,
  onRevoke,
}: {
  desktops: readonly Client[];
  onRename: Rename;
  onRevoke: (desktop: Client) => void;
}) {
  const { t } = useTranslation('access');
  const [renaming, setRenaming] = useState<Client>();
  const ask = (desktop: Client): void => {
    modals.openConfirmModal({
      title: t('revoke.title', { name: desktop.name }),
      children: t('revoke.body'),
      labels: { confirm: t('revoke.button'), cancel: t('cancel') },
      confirmProps: { color: 'red', variant: 'filled' },
      onConfirm: () => onRevoke(desktop),
    });
  };
  if (desktops.length === 0) return <p className="meta">{t('noDesktops')}</p>;
  return (
    <>
      <ul className={styles.list} aria-label={t('desktops')}>
        {desktops.map((desktop) => (
          <li key={desktop._id} className={styles.row}>
            <IconDeviceLaptop size={20} aria-hidden="true" className={styles.icon} />
            <div className="grow">
              <p className={styles.name}>
                <b>{desktop.name}</b>
              </p>
              <p className="meta">
                {PLATFORMS[desktop.platform] ?? desktop.platform}
                {' · '}
                {desktop.online ? (
                  <span className={styles.online}>{t('online')}</span>
                ) : (
                  <>
                    {t('seen')} <When value={desktop.lastSeenAt} />
                  </>
                )}
              </p>
            </div>
            <div className={styles.tools}>
              <WriteIcon
                aria-label={t('rename.of', { name: desktop.name })}
                title={t('rename.title')}
                onClick={() => setRenaming(desktop)}
              >
                <IconPencil size={17} />
              </WriteIcon>
              <WriteButton aria-label={t('revoke.of', { name: desktop.name })} onClick={() => ask(desktop)}>
                {t('revoke.button')}
              </WriteButton>
            </div>
          </li>
        ))}
      </ul>
      <Modal opened={renaming !== undefined} onClose={() => setRenaming(undefined)} title={t('rename.title')}>
        {renaming && (
          <RenameForm desktop={renaming} onRename={onRename} onClose={() => setRenaming(undefined)} />
        )}
      </Modal>
    </>
  );
}
