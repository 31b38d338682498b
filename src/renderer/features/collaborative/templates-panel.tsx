import { ActionIcon, Button, FileInput, TextInput } from '@mantine/core';
import {
  IconDots,
  IconDownload,
  IconFileText,
  IconPaperclip,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type DocumentTemplate, templateName } from '#shared/collaborative/collaborative.schemas.ts';
import { TEMPLATE_VARIABLES } from '#shared/collaborative/document-templates.ts';
import { TEMPLATE_NAME } from '#shared/platform/limits.ts';
import { call } from '../../api/client.ts';
import { ApiError, errorMessage, fieldErrors } from '../../api/errors.ts';
import { encodeFile } from '../../api/file-data.ts';
import { DialogFailure } from '../../components/dialog-parts.tsx';
import { modals } from '../../components/dialogs.ts';
import { fieldProps } from '../../components/inputs/field.tsx';
import { Menu } from '../../components/menu.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../components/page/screen-states.tsx';
import { toast } from '../../components/toast.tsx';
import { WriteButton, WriteItem } from '../../components/write.tsx';
import { formatList, formatSize, fullName } from '../../i18n/format.ts';
import styles from './collaborative.module.css';
import { useTemplates } from './queries.ts';
import { show } from './store.ts';
import { downloadTemplate, tooLarge } from './template-file.ts';

/** The organization's own templates. Only admins see this. */
export function TemplatesPanel() {
  const { t } = useTranslation('collaborative');
  const templates = useTemplates();
  const [editing, setEditing] = useState<DocumentTemplate>();
  return (
    <div>
      <p className="secondary">{t('manage.intro')}</p>
      <p className={styles.known}>
        {Object.values(TEMPLATE_VARIABLES).map((name) => (
          <code key={name}>{`{{${name}}}`}</code>
        ))}
      </p>
      {templates.isPending && <LoadingRows rows={3} height={52} />}
      {templates.isError && (
        <ErrorState
          title={t('manage.failed')}
          error={templates.error}
          onRetry={() => void templates.refetch()}
        />
      )}
      {templates.data?.length === 0 && (
        <EmptyState icon={IconFileText} title={t('manage.empty')}>
          {t('manage.emptyBody')}
        </EmptyState>
      )}
      {templates.data && templates.data.length > 0 && (
        <ul className={styles.list} aria-label={t('manage.list')}>
          {templates.data.map((each) => (
            <Row key={each._id} template={each} onEdit={() => setEditing(each)} />
          ))}
        </ul>
      )}
      {templates.data && (
        <TemplateForm
          key={editing ? `${editing._id} ${editing.rev}` : `new ${templates.data.length}`}
          template={editing}
          onDone={() => setEditing(undefined)}
        />
      )}
      <div className={styles.foot}>
        <Button variant="subtle" onClick={() => show('form')}>
          {t('manage.back')}
        </Button>
      </div>
    </div>
  );
}

function Row({ template, onEdit }: { template: DocumentTemplate; onEdit: () => void }) {
  const { t } = useTranslation('collaborative');
  const { name, file, variables, unknown, updatedBy } = template;
  const remove = (): void => {
    modals.openConfirmModal({
      title: t('manage.removeTitle', { name }),
      children: t('manage.removeBody'),
      labels: { confirm: t('manage.remove'), cancel: t('common:cancel') },
      confirmProps: { variant: 'filled', color: 'red' },
      onConfirm: () => {
        call('templateDelete', { params: { id: template._id } }).then(
          () => toast.success(t('manage.removed')),
          (error: unknown) => toast.error(t('manage.removeFailed'), error),
        );
      },
    });
  };
  const download = (): void => {
    downloadTemplate(template).catch((error: unknown) => toast.error(t('manage.downloadFailed'), error));
  };
  return (
    <li className={styles.template}>
      <IconFileText size={20} className={styles.icon} aria-hidden="true" />
      <div className="grow">
        <b>{name}</b>
        <span className="meta">
          {t('manage.by', { file: file.name, size: formatSize(file.size), person: fullName(updatedBy) })}
        </span>
        <div className={styles.vars}>
          {variables.length > 0 ? (
            variables.map((each) => <code key={each}>{`{{${each}}}`}</code>)
          ) : (
            <span className="meta">{t('manage.noVariables')}</span>
          )}
        </div>
        {unknown.length > 0 && (
          <p className={styles.unknown}>
            {t('manage.unknown', {
              count: unknown.length,
              names: formatList(unknown.map((each) => `{{${each}}}`)),
            })}
          </p>
        )}
      </div>
      <Menu position="bottom-end" withinPortal={false}>
        <Menu.Target>
          <ActionIcon aria-label={t('manage.menu', { name })}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconDownload size={16} aria-hidden="true" />} onClick={download}>
            {t('manage.download')}
          </Menu.Item>
          <WriteItem leftSection={<IconPencil size={16} aria-hidden="true" />} onClick={onEdit}>
            {t('manage.edit')}
          </WriteItem>
          <Menu.Divider />
          <WriteItem color="red" leftSection={<IconTrash size={16} aria-hidden="true" />} onClick={remove}>
            {t('manage.remove')}
          </WriteItem>
        </Menu.Dropdown>
      </Menu>
    </li>
  );
}

/** Adds a template, or replaces the name or the document of one. */
function TemplateForm({ template, onDone }: { template: DocumentTemplate | undefined; onDone: () => void }) {
  const { t } = useTranslation('collaborative');
  const [name, setName] = useState(template?.name ?? '');
  const [file, setFile] = useState<File | null>(null);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const refused = fieldErrors(error);
  const taken =
    error instanceof ApiError && error.code === 'template_taken' ? errorMessage(error) : undefined;
  const nameFits = templateName.safeParse(name).success;
  const fileError = file && tooLarge(file) ? t('manage.fileLarge') : refused.file;
  const missing = !template && !file;

  const save = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      const sent = file ? { file: await encodeFile(file) } : {};
      const saved = template
        ? await call('templateUpdate', {
            params: { id: template._id },
            body: { rev: template.rev, name: name.trim(), ...sent },
          })
        : await call('templateCreate', {
            body: { name: name.trim(), file: { name: '', data: '' }, ...sent },
          });
      toast.success(t('manage.saved', { name: saved.name }));
      onDone();
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  const send = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (nameFits && !missing && !(file && tooLarge(file)) && !busy) void save();
  };
  const general = error !== undefined && !taken && Object.keys(refused).length === 0;
  return (
    <form onSubmit={send} noValidate aria-label={t(template ? 'manage.edit' : 'manage.add')}>
      <div className={styles.add}>
        <TextInput
          label={t('manage.name')}
          required
          value={name}
          maxLength={TEMPLATE_NAME.max}
          onChange={(event) => setName(event.currentTarget.value)}
          {...fieldProps({
            error: tried && !nameFits ? t('manage.nameRule', TEMPLATE_NAME) : (refused.name ?? taken),
          })}
        />
        <FileInput
          label={t(template ? 'manage.fileNew' : 'manage.file')}
          placeholder={template ? template.file.name : t('manage.filePick')}
          required={!template}
          accept=".docx"
          leftSection={<IconPaperclip size={16} aria-hidden="true" />}
          clearable
          clearButtonProps={{ 'aria-label': t('fields.clear') }}
          value={file}
          onChange={setFile}
          {...fieldProps({ error: tried && missing ? t('manage.fileRule') : fileError })}
        />
        <WriteButton type="submit" variant="filled" loading={busy}>
          {t(template ? 'manage.save' : 'manage.add')}
        </WriteButton>
      </div>
      <DialogFailure text={general && errorMessage(error)} />
      {template && (
        <button type="button" className={`link ${styles.give}`} onClick={onDone}>
          {t('common:cancel')}
        </button>
      )}
    </form>
  );
}
