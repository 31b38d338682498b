import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { title as titleSchema } from '#shared/documents/records.schemas.ts';
import { AUTHORS_MAX, CODE_MAX, TITLE } from '#shared/platform/limits.ts';
import { call } from '../../api/client.ts';
import { ApiError, errorMessage, fieldErrors } from '../../api/errors.ts';
import { newId } from '../../api/http.ts';
import dialog from '../../components/dialog.module.css';
import { DialogFailure } from '../../components/dialog-parts.tsx';
import { FieldFailure, FieldLabel, fieldProps } from '../../components/inputs/field.tsx';
import { nothingFound } from '../../components/inputs/nothing-found.ts';
import { MultiSelect } from '../../components/inputs/select.tsx';
import { TypedSelect } from '../../components/inputs/typed-select.tsx';
import { toast } from '../../components/toast.tsx';
import { WriteButton } from '../../components/write.tsx';
import { fullName } from '../../i18n/format.ts';
import styles from './collaborative.module.css';
import { useFolders, useLibraries, useWriters } from './queries.ts';
import { closeCollaborative, type Draft, edit, finish, useCollaborative } from './store.ts';
import { TemplateField } from './template-field.tsx';

/** Maximum number of people shown at a time: a library may have hundreds. */
const SHOWN = 50;

/** Error codes that concern one field and bring no sentence for it. */
const FIELD_OF: Readonly<Record<string, string>> = { code_taken: 'code', author_not_member: 'authors' };

function refusedFields(error: unknown): Record<string, string> {
  const fields = fieldErrors(error);
  const field = error instanceof ApiError ? FIELD_OF[error.code] : undefined;
  return field ? { ...fields, [field]: errorMessage(error) } : fields;
}

const bodyOf = (draft: Draft) => ({
  title: draft.title.trim(),
  group: draft.group ?? '',
  folder: draft.folder,
  template: draft.template,
  authors: [...draft.authors],
  code: draft.code.trim() || null,
});

/** The idempotency key stays the same for the same content, so that a repeated call creates no second document. */
function useSubmit() {
  const { t } = useTranslation('collaborative');
  const navigate = useNavigate();
  const sent = useRef({ json: '', key: '' });
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const submit = async (draft: Draft): Promise<void> => {
    const body = bodyOf(draft);
    const json = JSON.stringify(body);
    if (sent.current.json !== json) sent.current = { json, key: newId() };
    setBusy(true);
    setError(undefined);
    try {
      const made = await call('collaborativeCreate', { body }, { idempotencyKey: sent.current.key });
      finish();
      toast.success(t('done'));
      void navigate(`/records/view/${made.record._id}`);
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return { submit, busy, error };
}

/** Asks for title, place, template and authors, then opens the new document. */
export function CreateForm() {
  const { t } = useTranslation('collaborative');
  const { draft } = useCollaborative();
  const { submit, busy, error } = useSubmit();
  const [tried, setTried] = useState(false);
  const refused = refusedFields(error);
  const titleFits = titleSchema.safeParse(draft.title).success;
  const failure = error !== undefined && Object.keys(refused).length === 0 ? errorMessage(error) : undefined;

  const send = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (titleFits && draft.group !== null && !busy) void submit(draft);
  };

  return (
    <form className={dialog.fields} onSubmit={send} noValidate>
      <TextInput
        label={t('fields.title')}
        placeholder={t('fields.titleHint')}
        required
        data-autofocus
        value={draft.title}
        onChange={(event) => edit({ title: event.currentTarget.value })}
        {...fieldProps({
          error: tried && !titleFits ? t('fields.titleRule', TITLE) : refused.title,
          used: draft.title.trim().length,
          max: TITLE.max,
        })}
      />
      <Place tried={tried} refused={refused} />
      <TemplateField refused={refused.template} />
      <People refused={refused.authors} />
      <TextInput
        className={styles.code}
        label={<FieldLabel aside={t('common:optional')}>{t('fields.code')}</FieldLabel>}
        value={draft.code}
        maxLength={CODE_MAX}
        onChange={(event) => edit({ code: event.currentTarget.value })}
        {...fieldProps({ error: refused.code })}
      />
      <p className={styles.how}>{t('how')}</p>
      <DialogFailure text={failure} />
      <div className={styles.buttons}>
        <Button onClick={closeCollaborative}>{t('common:cancel')}</Button>
        <WriteButton type="submit" variant="filled" loading={busy}>
          {t('create')}
        </WriteButton>
      </div>
    </form>
  );
}

function Place({ tried, refused }: { tried: boolean; refused: Record<string, string> }) {
  const { t } = useTranslation('collaborative');
  const { draft } = useCollaborative();
  const libraries = useLibraries();
  const folders = useFolders(draft.group);
  const missing = tried && draft.group === null ? t('fields.groupRule') : refused.group;
  const folderHint =
    (!draft.group && t('fields.groupFirst')) ||
    (folders.isPending && t('common:loading')) ||
    (folders.data?.length === 0 && t('fields.noFolders')) ||
    t('fields.folderRoot');
  return (
    <div className={styles.pair}>
      <TypedSelect
        label={t('fields.group')}
        placeholder={libraries.isPending ? t('common:loading') : t('fields.groupHint')}
        required
        data={(libraries.data ?? []).map(({ _id, name }) => ({ value: _id, label: name }))}
        value={libraries.data ? draft.group : null}
        onChange={(group) => edit({ group, folder: null, authors: [] })}
        nothingFoundMessage={nothingFound(libraries, t('fields.none'))}
        {...fieldProps({
          error: libraries.isError ? (
            <FieldFailure text={t('fields.groupFailed')} onRetry={() => void libraries.refetch()} />
          ) : (
            missing
          ),
        })}
      />
      <TypedSelect
        label={<FieldLabel aside={t('common:optional')}>{t('fields.folder')}</FieldLabel>}
        placeholder={folderHint}
        disabled={!folders.data?.length}
        clearable
        clearButtonProps={{ 'aria-label': t('fields.clear') }}
        limit={200}
        data={(folders.data ?? []).map(({ _id, path }) => ({ value: _id, label: path }))}
        value={folders.data ? draft.folder : null}
        onChange={(folder) => edit({ folder })}
        nothingFoundMessage={nothingFound(folders, t('fields.none'))}
        {...fieldProps({
          error: folders.isError ? (
            <FieldFailure text={t('fields.folderFailed')} onRetry={() => void folders.refetch()} />
          ) : (
            refused.folder
          ),
        })}
      />
    </div>
  );
}

function People({ refused }: { refused: string | undefined }) {
  const { t } = useTranslation('collaborative');
  const { draft } = useCollaborative();
  const writers = useWriters(draft.group);
  const alone = writers.data?.length === 0;
  const empty = draft.authors.length === 0;
  return (
    <MultiSelect
      label={<FieldLabel aside={t('common:optional')}>{t('fields.authors')}</FieldLabel>}
      placeholder={empty && draft.group ? t('fields.authorsHint') : ''}
      disabled={!draft.group || alone}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('fields.clear') }}
      limit={SHOWN}
      maxValues={AUTHORS_MAX - 1}
      data={(writers.data ?? []).map(({ user }) => ({ value: user._id, label: fullName(user) }))}
      value={[...draft.authors]}
      onChange={(authors) => edit({ authors })}
      nothingFoundMessage={nothingFound(writers, t('fields.nobody'))}
      {...fieldProps({
        error: writers.isError ? (
          <FieldFailure text={t('fields.authorsFailed')} onRetry={() => void writers.refetch()} />
        ) : (
          refused
        ),
        hint: !draft.group ? t('fields.groupFirst') : alone ? t('fields.alone') : t('fields.authorsNote'),
      })}
    />
  );
}
