import { NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isScope, SCOPE_LABELS, SCOPES } from '#shared/access/scopes.ts';
import { type ManagedType, typeUpdate } from '#shared/labels/document-types.schemas.ts';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import dialog from '../../components/dialog.module.css';
import { DialogEnd } from '../../components/dialog-parts.tsx';
import { useEntityForm } from '../../components/form-page/use-entity-form.ts';
import { FieldLabel } from '../../components/inputs/field.tsx';
import { Select } from '../../components/inputs/select.tsx';
import { Modal } from '../../components/modal.tsx';
import { StaleNote } from '../../components/page/stale-note.tsx';
import { toast } from '../../components/toast.tsx';
import { monthsOf, RetentionFields, type Typed } from './retention-fields.tsx';

/** Creates or edits a document type. */
export function TypeDialog({
  type,
  onClose,
  onLoad,
}: {
  type: ManagedType | 'new' | undefined;
  onClose: () => void;
  onLoad: () => void;
}) {
  const { t } = useTranslation('settings');
  return (
    <Modal
      opened={type !== undefined}
      onClose={onClose}
      title={type && type !== 'new' ? t('types.editTitle', { name: type.name }) : t('types.add')}
    >
      {type && (
        <TypeForm
          type={type === 'new' ? undefined : type}
          onClose={onClose}
          onLoad={() => {
            onLoad();
            onClose();
          }}
        />
      )}
    </Modal>
  );
}

const numberOf = (typed: Typed): number | null => (typed === '' ? null : Number(typed));

function TypeForm({
  type,
  onClose,
  onLoad,
}: {
  type: ManagedType | undefined;
  onClose: () => void;
  onLoad: () => void;
}) {
  const { t } = useTranslation('settings');
  const [stale, setStale] = useState<string>();
  const months = type?.retentionMonths ?? null;
  const form = useEntityForm({
    initial: {
      name: type?.name ?? '',
      code: type?.code ?? '',
      scope: (type?.scope ?? '') as string,
      retention: type?.retention ?? 'none',
      retentionYears: (months === null ? '' : Math.floor(months / 12)) as Typed,
      retentionMonths: (months === null || months % 12 === 0 ? '' : months % 12) as Typed,
      retentionFrom: type?.retentionFrom ?? 'creation',
      retentionBasis: type?.retentionBasis ?? '',
      reviewMonths: (type?.reviewMonths ?? '') as Typed,
    },
    schema: typeUpdate,
    // The retention period is one value with two fields.
    fieldOf: (name) => (name === 'retentionMonths' ? 'retentionYears' : name),
    bodyOf: ({ name, code, scope, reviewMonths, ...kept }) => ({
      name,
      code,
      scope: isScope(scope) ? scope : null,
      retention: kept.retention,
      retentionMonths: kept.retention === 'period' ? monthsOf(kept) : null,
      retentionFrom: kept.retentionFrom,
      retentionBasis: kept.retention === 'none' ? null : kept.retentionBasis.trim() || null,
      reviewMonths: numberOf(reviewMonths),
      rev: type?.rev ?? 0,
    }),
    send: async ({ rev, ...body }) => {
      try {
        const saved = type
          ? await call('typeUpdate', { params: { id: type._id }, body: { ...body, rev } })
          : await call('typeCreate', { body });
        toast.success(t('types.saved', { name: saved.name }));
        onClose();
      } catch (error) {
        if (error instanceof ApiError && error.code === 'rev_changed') setStale(error.message);
        // Whether name or code is taken is in the error's details, as with `invalid`.
        if (error instanceof ApiError && error.code === 'type_taken')
          throw new ApiError(400, 'invalid', error.message, error.details);
        throw error;
      }
    },
  });
  const optional = (label: string) => <FieldLabel aside={t('common:optional')}>{label}</FieldLabel>;
  return (
    <form
      ref={form.element}
      noValidate
      className={dialog.fields}
      onSubmit={(event) => void form.submit(event)}
    >
      <TextInput label={t('types.name')} data-autofocus {...form.field('name')} />
      <TextInput label={t('types.code')} maw={200} {...form.field('code', { hint: t('types.codeHint') })} />
      <Select
        label={optional(t('types.scope'))}
        placeholder={t('types.scopeNone')}
        clearable
        clearButtonProps={{ 'aria-label': t('common:clearSelection') }}
        data={SCOPES.map((each) => ({ value: each, label: SCOPE_LABELS[each] }))}
        {...form.field('scope', { hint: t('types.scopeHint') })}
        value={form.values.scope || null}
        onChange={(value) => form.set({ scope: value ?? '' })}
      />
      <RetentionFields form={form} documents={type?.documents ?? 0} />
      <NumberInput
        label={optional(t('types.review'))}
        decimalScale={0}
        maw={200}
        {...form.field('reviewMonths', { hint: t('types.reviewHint') })}
      />
      {stale && <StaleNote text={stale} onLoad={onLoad} />}
      <DialogEnd
        form={{ ...form, failure: stale ? undefined : form.failure }}
        submit={t('common:save')}
        onCancel={onClose}
      />
    </form>
  );
}
