import { Checkbox } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { SCOPE_LABELS } from '#shared/access/scopes.ts';
import type { RecordState } from '#shared/access/states.ts';
import type { DocumentType } from '#shared/labels/document-types.schemas.ts';
import { labelPath } from '#shared/labels/label-path.ts';
import { useEndpoint } from '../../../../api/client.ts';
import { FileIcon } from '../../../../components/documents/file-icon.tsx';
import { StatePill } from '../../../../components/documents/state-pill.tsx';
import { Tag } from '../../../../components/documents/tag.tsx';
import { FieldMessage } from '../../../../components/inputs/field.tsx';
import { formatSize } from '../../../../i18n/format.ts';
import { useGroups } from '../fields/place-fields.tsx';
import { CopyNote } from '../files/copy-note.tsx';
import { setConfirmed, useWizard } from '../wizard-store.ts';
import styles from './confirm-step.module.css';
import { type Document, uploadableDocuments } from './steps.ts';

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** What a document has beside what all have: its type and that type's scope, and labels. */
function OwnFacts({ document, types }: { document: Document; types: readonly DocumentType[] | undefined }) {
  const { t } = useTranslation('upload');
  const { documentType, scope, labels } = document;
  const type = types?.find(({ _id }) => _id === documentType)?.name;
  if (!type && labels.length === 0) return null;
  return (
    <div className={`meta ${styles.own}`}>
      {type && <span>{t('confirm.type', { type })}</span>}
      {scope && <span>{t('details.scopeOfType', { scope: SCOPE_LABELS[scope] })}</span>}
      {labels.map((label) => (
        <Tag key={label._id} title={labelPath(label)}>
          {label.name}
        </Tag>
      ))}
    </div>
  );
}

/** After an attempt that failed, the focus is on the first of the documents that stayed. */
function useFirstFailed(): React.RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null);
  const failure = useWizard((state) => state.failure);
  useEffect(() => {
    if (failure) list.current?.querySelector<HTMLElement>('[data-failed]')?.focus();
  }, [failure]);
  return list;
}

/** Everything that will be created, and a box that must be ticked before. */
export function ConfirmStep() {
  const { t } = useTranslation('upload');
  const draft = useWizard();
  const { details, labels, confirmed, submitting } = draft;
  const { group, folder, documentType } = details;
  const documents = uploadableDocuments(draft);
  const list = useFirstFailed();
  const groups = useGroups();
  const folders = useEndpoint(
    'foldersByGroup',
    { params: { group: group ?? '' } },
    { enabled: folder !== null },
  );
  const types = useEndpoint(
    'documentTypes',
    {},
    { enabled: documentType !== null || documents.some((each) => each.documentType) },
  );
  const nameIn = (list: readonly { _id: string; name: string }[] | undefined, id: string | null) =>
    list?.find(({ _id }) => _id === id)?.name;
  return (
    <div>
      <h3>{t('confirm.documents', { count: documents.length })}</h3>
      <ul className={styles.documents} ref={list}>
        {documents.map((document) => {
          const { id, file, title, failed } = document;
          return (
            <li
              key={id}
              className={styles.document}
              data-failed={failed ? true : undefined}
              tabIndex={failed ? -1 : undefined}
            >
              <FileIcon name={file.name} type={file.type} />
              <div className="grow">
                <b>{title.trim()}</b>
                <div className="meta">{[file.name, formatSize(file.size), document.date].join(' · ')}</div>
                <OwnFacts document={document} types={types.data} />
                <CopyNote document={document} />
                {failed && (
                  <div className="meta">
                    <FieldMessage error={failed} />
                  </div>
                )}
              </div>
            </li>
          );
        })}
      </ul>
      <dl className={styles.facts}>
        <Fact name={t('details.group')}>{nameIn(groups.data, group) ?? '—'}</Fact>
        {folder && (
          <Fact name={t('details.folder')}>{folders.data?.find(({ _id }) => _id === folder)?.path}</Fact>
        )}
        <Fact name={t('details.state')}>
          <StatePill state={details.state as RecordState} />
        </Fact>
        {documentType && <Fact name={t('details.type')}>{nameIn(types.data, documentType)}</Fact>}
        <Fact name={t('details.scope')}>{SCOPE_LABELS[details.scope]}</Fact>
        <Fact name={t('labels.title')}>
          <span className={styles.tags}>
            {labels.map((label) => (
              <Tag key={label._id} title={labelPath(label)}>
                {labelPath(label)}
              </Tag>
            ))}
          </span>
        </Fact>
        {details.notes.trim() && (
          <Fact name={t('details.notes')}>
            <span className={styles.notes}>{details.notes.trim()}</span>
          </Fact>
        )}
      </dl>
      <div className={styles.box}>
        <Checkbox
          label={t('confirm.box')}
          checked={confirmed}
          disabled={submitting}
          onChange={(event) => setConfirmed(event.currentTarget.checked)}
        />
      </div>
    </div>
  );
}
