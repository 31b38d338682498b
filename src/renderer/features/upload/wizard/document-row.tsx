import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { SCOPE_LABELS } from '#shared/access/scopes.ts';
import type { DocumentType } from '#shared/labels/document-types.schemas.ts';
import { FileIcon } from '../../../components/documents/file-icon.tsx';
import { FieldMessage, fieldProps } from '../../../components/inputs/field.tsx';
import { removeDocument, setType } from './document-actions.ts';
import styles from './documents-sheet.module.css';
import { DayField } from './fields/day-field.tsx';
import { TitleField } from './fields/title-field.tsx';
import type { Document } from './steps/steps.ts';
import { useWizard } from './wizard-store.ts';

/** The document's type, where it is not that of all; with the scope that comes with it. */
function TypeCell({ document, types }: { document: Document; types: readonly DocumentType[] | undefined }) {
  const { t } = useTranslation('upload');
  const sharedType = useWizard(({ details }) => details.documentType);
  const sharedScope = useWizard(({ details }) => details.scope);
  const list = types ?? [];
  const shared = list.find(({ _id }) => _id === sharedType)?.name ?? t('details.typeNone');
  const { documentType, scope, refused, id, file } = document;
  return (
    <NativeSelect
      aria-label={t('details.typeOf', { name: file.name })}
      data-column="type"
      disabled={!types}
      value={documentType ?? ''}
      onChange={({ currentTarget: { value } }) =>
        setType(id, value || null, list.find(({ _id }) => _id === value)?.scope ?? null)
      }
      data={[{ value: '', label: shared }, ...list.map(({ _id, name }) => ({ value: _id, label: name }))]}
      {...fieldProps({
        error: refused?.documentType,
        hint: scope && scope !== sharedScope && t('details.scopeOfType', { scope: SCOPE_LABELS[scope] }),
      })}
    />
  );
}

/** Drawn again only where its own document changes: there may be hundreds, and somebody types in one. */
export const DocumentRow = memo(function DocumentRow({
  document,
  twice,
  types,
}: {
  document: Document;
  /** Another row has the same title. */
  twice: boolean;
  types: readonly DocumentType[] | undefined;
}) {
  const { t } = useTranslation('upload');
  const { id, file, failed } = document;
  return (
    <tr data-document={id}>
      <td className={styles.icon}>
        <FileIcon name={file.name} type={file.type} size={22} />
      </td>
      <td className={styles.title}>
        <TitleField document={document} twice={twice} />
        {failed && (
          <div className="meta">
            <FieldMessage error={failed} />
          </div>
        )}
      </td>
      <td className={styles.date}>
        <DayField document={document} />
      </td>
      <td className={styles.type}>
        <TypeCell document={document} types={types} />
      </td>
      <td className={styles.remove}>
        <ActionIcon
          size="sm"
          aria-label={t('file.remove', { name: file.name })}
          onClick={() => removeDocument(id)}
        >
          <IconX size={15} />
        </ActionIcon>
      </td>
    </tr>
  );
});
