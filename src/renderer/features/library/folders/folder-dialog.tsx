import { Button, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Folder } from '#shared/documents/folders.schemas.ts';
import { folderNameProblem } from '#shared/platform/files/names.ts';
import { call } from '../../../api/client.ts';
import { ApiError, errorMessage, fieldErrors } from '../../../api/errors.ts';
import dialog from '../../../components/dialog.module.css';
import { fieldProps } from '../../../components/inputs/field.tsx';
import { useNameOnDisk } from '../../../components/inputs/name-on-disk.ts';
import { TypedSelect } from '../../../components/inputs/typed-select.tsx';
import { Modal } from '../../../components/modal.tsx';
import { toast } from '../../../components/toast.tsx';
import { WriteButton } from '../../../components/write.tsx';

export type FolderAction =
  | { kind: 'create'; group: string; parent: string | null }
  | { kind: 'rename'; folder: Folder }
  | { kind: 'move'; folder: Folder }
  | { kind: 'delete'; folder: Folder };

const ROOT = 'root';

/** Creates, renames, moves or deletes a folder. One dialog serves all, since each is a field and a button. */
export function FolderDialog({
  action,
  folders,
  onClose,
}: {
  action: FolderAction | undefined;
  folders: readonly Folder[];
  onClose: () => void;
}) {
  const { t } = useTranslation('library');
  // Keeps the last texts while the dialog fades out.
  const [shown, setShown] = useState(action);
  useEffect(() => {
    if (action) setShown(action);
  }, [action]);
  return (
    <Modal
      opened={action !== undefined}
      onClose={onClose}
      title={shown ? t(`folder.${shown.kind}Title`) : ''}
    >
      {shown && <FolderForm key={JSON.stringify(shown)} action={shown} folders={folders} onClose={onClose} />}
    </Modal>
  );
}

function FolderForm({
  action,
  folders,
  onClose,
}: {
  action: FolderAction;
  folders: readonly Folder[];
  onClose: () => void;
}) {
  const { t } = useTranslation('library');
  const navigate = useNavigate();
  const [name, setName] = useState(action.kind === 'rename' ? action.folder.name : '');
  const [parent, setParent] = useState(action.kind === 'move' ? (action.folder.parent ?? ROOT) : ROOT);
  const [failure, setFailure] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const [touched, setTouched] = useState(false);

  const named = action.kind === 'create' || action.kind === 'rename';
  const onDisk = useNameOnDisk(named ? name : '');
  const problem = named && name.trim() !== '' ? folderNameProblem(name.trim()) : undefined;
  const empty = named && name.trim() === '';
  const taken = failure instanceof ApiError && failure.code === 'name_taken';
  const nameError = problem
    ? t('folder.badName')
    : empty && touched
      ? t('folder.nameNeeded')
      : taken
        ? errorMessage(failure)
        : fieldErrors(failure).name;

  async function send(): Promise<void> {
    switch (action.kind) {
      case 'create': {
        const made = await call('folderCreate', {
          body: { group: action.group, parent: action.parent, name: name.trim() },
        });
        toast.success(t('folder.created', { name: made.name }));
        return;
      }
      case 'rename':
        await call('folderUpdate', {
          params: { id: action.folder._id },
          body: { name: name.trim(), rev: action.folder.rev },
        });
        return;
      case 'move':
        await call('folderUpdate', {
          params: { id: action.folder._id },
          body: { parent: parent === ROOT ? null : parent, rev: action.folder.rev },
        });
        return;
      case 'delete': {
        await call('folderDelete', { params: { id: action.folder._id } });
        const up = action.folder.parent ? `&folder=${action.folder.parent}` : '';
        void navigate(`/records/search?group=${action.folder.group}${up}`, { replace: true });
      }
    }
  }

  async function submit(): Promise<void> {
    setTouched(true);
    if (empty || problem) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await send();
      onClose();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {named && (
        <TextInput
          label={t('folder.name')}
          data-autofocus
          required
          withAsterisk={false}
          maxLength={200}
          value={name}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setFailure(undefined);
          }}
          onBlur={() => setTouched(name !== '')}
          {...fieldProps({ error: nameError, hint: onDisk })}
        />
      )}
      {action.kind === 'move' && (
        <TypedSelect
          label={t('folder.target')}
          data={[
            { value: ROOT, label: t('folder.root') },
            ...folders
              .filter((each) => each._id !== action.folder._id && !isBelow(folders, each, action.folder._id))
              .map((each) => ({ value: each._id, label: each.path })),
          ]}
          value={parent}
          onChange={(value) => setParent(value ?? ROOT)}
        />
      )}
      {action.kind === 'delete' && <p>{t('folder.deleteBody', { name: action.folder.name })}</p>}
      {failure !== undefined && !nameError && (
        <p className={dialog.warning} role="alert">
          {errorMessage(failure)}
        </p>
      )}
      <div className={dialog.buttons}>
        <Button onClick={onClose}>{t('common:cancel')}</Button>
        <WriteButton
          type="submit"
          variant="filled"
          loading={busy}
          {...(action.kind === 'delete' ? { color: 'red' } : {})}
        >
          {t(`folder.${action.kind}Confirm`)}
        </WriteButton>
      </div>
    </form>
  );
}

function isBelow(folders: readonly Folder[], folder: Folder, above: string): boolean {
  for (let at: Folder | undefined = folder; at; at = folders.find((each) => each._id === at?.parent)) {
    if (at.parent === above) return true;
  }
  return false;
}
