import { Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { SCOPE_LABELS, SCOPES, type Scope } from '#shared/access/scopes.ts';
import type { Record } from '#shared/documents/records.schemas.ts';
import { labelPath } from '#shared/labels/label-path.ts';
import { NOTES_MAX, TITLE } from '#shared/platform/limits.ts';
import { useEndpoint } from '../../../api/client.ts';
import { DragFile } from '../../../components/documents/drag-out/drag-file.tsx';
import { draggedFile } from '../../../components/documents/drag-out/dragged-file.ts';
import { FileIcon } from '../../../components/documents/file-icon.tsx';
import { StatePill } from '../../../components/documents/state-pill.tsx';
import { DateField } from '../../../components/inputs/date-field.tsx';
import { fieldProps } from '../../../components/inputs/field.tsx';
import { nothingFound } from '../../../components/inputs/nothing-found.ts';
import { MultiSelect, Select } from '../../../components/inputs/select.tsx';
import { TypedSelect } from '../../../components/inputs/typed-select.tsx';
import { yearHint } from '../../../components/inputs/year-hint.ts';
import { PersonAvatar } from '../../../components/people/person-avatar.tsx';
import { useAskBeforeUnload } from '../../../hooks/use-unsaved.ts';
import { formatSize, fullName } from '../../../i18n/format.ts';
import { useDocumentTypes, useMembers } from '../queries.ts';
import { FieldConflict } from './field-conflict.tsx';
import styles from './information.module.css';
import { InformationList } from './information-list.tsx';
import { PublishedValue } from './published-value.tsx';
import { Row } from './row.tsx';
import type { Sheet } from './sheet.ts';
import { SheetFooter } from './sheet-footer.tsx';
import { type Names, showField } from './show-field.ts';
import { useSheet } from './use-sheet.ts';

/** The information sheet: read-only, or edited in place and saved with Guardar. */
export function InformationPanel({
  record,
  onEditing,
}: {
  record: Record;
  /** Called when unsaved changes begin to exist, and when there are none any more. */
  onEditing: (editing: boolean) => void;
}) {
  return record.may.edit ? (
    <EditableSheet record={record} onEditing={onEditing} />
  ) : (
    <InformationList record={record} />
  );
}

function EditableSheet({ record, onEditing }: { record: Record; onEditing: (editing: boolean) => void }) {
  const { t } = useTranslation('records');
  const form = useSheet(record);
  const { sheet, set, errors } = form;
  const types = useDocumentTypes();
  const labels = useEndpoint('labels', { query: { group: record.group._id } });
  const members = useMembers(record.group._id);
  // At once: the screen hears of it one step later (record-screen.tsx), and somebody may close the window before.
  useAskBeforeUnload(form.changes > 0);
  useEffect(() => onEditing(form.changes > 0), [form.changes, onEditing]);

  const known = new Map([
    ...record.labels.map((label) => [label._id, label.name] as const),
    ...(labels.data ?? []).map((label) => [label._id, labelPath(label)] as const),
  ]);
  const people = new Map([
    ...record.authors.map(({ user }) => [user._id, fullName(user)] as const),
    ...(members.data ?? []).map(({ user }) => [user._id, fullName(user)] as const),
  ]);
  const names: Names = {
    label: (id) => known.get(id),
    person: (id) => people.get(id),
    type: (id) =>
      types.data?.find((type) => type._id === id)?.name ??
      (record.documentType?._id === id ? record.documentType.name : undefined),
  };
  /** Below a field: the choice where somebody else saved another value, and the published value where it differs. */
  const below = (field: keyof Sheet): ReactNode => (
    <>
      {form.disputed.includes(field) && (
        <FieldConflict
          field={field}
          mine={showField(field, sheet, names)}
          theirs={showField(field, form.theirs, names)}
          onDecide={(whose) => form.decide(field, whose)}
        />
      )}
      <PublishedValue record={record} field={field} />
    </>
  );
  const options = (map: ReadonlyMap<string, string>) => [...map].map(([value, label]) => ({ value, label }));

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!form.invalid && form.disputed.length === 0) void form.save();
      }}
    >
      <div className={styles.rows}>
        <Row label={t('fields.state')}>
          <StatePill state={record.state} />
        </Row>
        <Row label={t('fields.title')} htmlFor="sheet-title" below={below('title')}>
          <Textarea
            id="sheet-title"
            autosize
            value={sheet.title}
            onChange={(event) => set('title', event.currentTarget.value.replace(/\n/g, ' '))}
            {...fieldProps({
              error: errors.title,
              ...(errors.title ? { used: sheet.title.trim().length, max: TITLE.max } : {}),
            })}
          />
        </Row>
        <Row label={t('fields.type')} htmlFor="sheet-type" below={below('documentType')}>
          <TypedSelect
            id="sheet-type"
            clearable
            placeholder={t('fields.none')}
            data={(types.data ?? []).map((type) => ({ value: type._id, label: type.name }))}
            value={sheet.documentType || null}
            onChange={(value) => set('documentType', value ?? '')}
            {...fieldProps({ error: errors.documentType })}
          />
        </Row>
        <Row
          label={t('fields.scope')}
          below={below('scope')}
          {...(record.may.changeScope ? { htmlFor: 'sheet-scope' } : {})}
        >
          {record.may.changeScope ? (
            <Select
              id="sheet-scope"
              allowDeselect={false}
              data={SCOPES.map((scope) => ({ value: scope, label: SCOPE_LABELS[scope] }))}
              value={sheet.scope}
              onChange={(value) => value && set('scope', value as Scope)}
              {...fieldProps({
                error: errors.scope,
                hint: record.may.changeScope ? undefined : t('info.scopeLocked'),
              })}
            />
          ) : (
            <span title={t('info.scopeLocked')}>{SCOPE_LABELS[record.scope]}</span>
          )}
        </Row>
        <Row
          label={t('fields.authors')}
          below={below('authors')}
          {...(record.may.changeAuthors ? { htmlFor: 'sheet-authors' } : {})}
        >
          {record.may.changeAuthors ? (
            <MultiSelect
              id="sheet-authors"
              searchable
              data={options(people)}
              value={sheet.authors}
              onChange={(value) => set('authors', value)}
              placeholder={t('info.add')}
              nothingFoundMessage={nothingFound(members, t('info.noMatch'))}
              {...fieldProps({ error: errors.authors })}
            />
          ) : (
            <ul className={styles.people}>
              {record.authors.map(({ user }) => (
                <li key={user._id}>
                  <PersonAvatar person={user} size={22} />
                  {fullName(user)}
                </li>
              ))}
            </ul>
          )}
        </Row>
        <Row label={t('fields.code')} htmlFor="sheet-code" below={below('code')}>
          <TextInput
            id="sheet-code"
            placeholder={t('fields.none')}
            value={sheet.code}
            onChange={(event) => set('code', event.currentTarget.value)}
            {...fieldProps({ error: errors.code })}
          />
        </Row>
        {(['date', 'issuedOn', 'validFrom', 'expiresOn', 'nextReviewOn'] as const).map((field) => (
          <Row key={field} label={t(`fields.${field}`)} htmlFor={`sheet-${field}`} below={below(field)}>
            <DateField
              id={`sheet-${field}`}
              iso={field === 'date'}
              clearable={field !== 'date'}
              placeholder={t('fields.none')}
              value={sheet[field]}
              onChange={(value) => set(field, value)}
              {...fieldProps({ error: errors[field], hint: yearHint(sheet[field]) })}
            />
          </Row>
        ))}
        <Row label={t('fields.labels')} htmlFor="sheet-labels" below={below('labels')}>
          <MultiSelect
            id="sheet-labels"
            className={styles.labels}
            searchable
            data={options(known)}
            value={sheet.labels}
            onChange={(value) => set('labels', value)}
            placeholder={t('info.add')}
            nothingFoundMessage={nothingFound(labels, t('info.noLabel'))}
            {...fieldProps({ error: errors.labels })}
          />
        </Row>
        <Row label={t('fields.file')} below={<PublishedValue record={record} field="name" />}>
          <DragFile file={draggedFile(record, record.currentVersion)} className={styles.file}>
            <FileIcon name={record.file.name} type={record.file.type} />
            <span className={styles.name}>
              {record.file.name} · {formatSize(record.size)}
            </span>
          </DragFile>
        </Row>
        {record.sender && (
          <Row label={t('fields.sender')}>
            <span className={styles.name}>{t('receivedBy', record.sender)}</span>
          </Row>
        )}
        <Row label={t('fields.notes')} htmlFor="sheet-notes" below={below('notes')}>
          <Textarea
            id="sheet-notes"
            autosize
            minRows={2}
            placeholder={t('fields.none')}
            value={sheet.notes}
            onChange={(event) => set('notes', event.currentTarget.value)}
            {...fieldProps({
              error: errors.notes,
              ...(sheet.notes !== record.notes ? { used: sheet.notes.length, max: NOTES_MAX } : {}),
            })}
          />
        </Row>
      </div>
      <SheetFooter form={form} tooLong={sheet.notes.length > NOTES_MAX} />
    </form>
  );
}
