import { TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { DEFAULT_LABEL_ICON, isLabelIcon, type LabelIconName } from '#shared/labels/label-icons.ts';
import { whyNotBelow } from '#shared/labels/label-tree.ts';
import {
  type LabelDetail,
  type labelCreate,
  labelUpdate,
  type ManagedLabel,
} from '#shared/labels/labels.schemas.ts';
import { LABEL_NAME_MAX } from '#shared/platform/limits.ts';
import { ApiError } from '../../api/errors.ts';
import { EntityFormView, FormSection } from '../../components/form-page/form-page.tsx';
import { useEntityForm } from '../../components/form-page/use-entity-form.ts';
import { FieldFailure, FieldLabel } from '../../components/inputs/field.tsx';
import { nothingFound } from '../../components/inputs/nothing-found.ts';
import { MultiSelect } from '../../components/inputs/select.tsx';
import { TypedSelect } from '../../components/inputs/typed-select.tsx';
import { StaleNote } from '../../components/page/stale-note.tsx';
import { formatNumber } from '../../i18n/format.ts';
import { IconPicker } from './icon-picker.tsx';
import styles from './labels.module.css';
import { asTree, placedLabels, useLibraries } from './queries.ts';

interface Values extends Record<string, unknown> {
  name: string;
  icon: LabelIconName;
  /** Empty for a label at the top. */
  parent: string;
  groups: string[];
}

const REFUSALS = { label_taken: 'name', label_cycle: 'parent', label_depth: 'parent' } as const;

export type LabelBody = z.input<typeof labelCreate>;

/** Name, icon, parent and libraries of a new or existing label. */
export function LabelForm({
  label,
  labels,
  parent = null,
  send,
  onCancel,
  onLoad,
  children,
}: {
  label?: LabelDetail;
  labels: readonly ManagedLabel[];
  /** The parent of a new label. */
  parent?: string | null;
  send: (body: LabelBody & { rev: number }) => Promise<unknown>;
  onCancel?: () => void;
  /** Loads the label as it is now. */
  onLoad?: () => void;
  children?: ReactNode;
}) {
  const { t } = useTranslation('labels');
  const libraries = useLibraries();
  const [stale, setStale] = useState<string>();
  const form = useEntityForm<Values, typeof labelUpdate>({
    initial: {
      name: label?.name ?? '',
      icon: label && isLabelIcon(label.icon) ? label.icon : DEFAULT_LABEL_ICON,
      parent: label ? (label.parent?._id ?? '') : (parent ?? ''),
      groups: [...(label?.groups ?? [])],
    },
    schema: labelUpdate,
    bodyOf: ({ name, icon, parent: at, groups }) => ({
      rev: label?.rev ?? 0,
      name,
      icon,
      parent: at || null,
      groups,
    }),
    refusals: REFUSALS,
    send: async ({ rev, ...body }) => {
      setStale(undefined);
      try {
        await send({ rev, ...(body as LabelBody) });
      } catch (error) {
        if (error instanceof ApiError && error.code === 'rev_changed') setStale(error.message);
        throw error;
      }
    },
  });
  const { values } = form;
  const tree = asTree(labels);
  const places = placedLabels(labels).filter(
    (each) => !label || whyNotBelow(tree, label._id, each.label._id) === null,
  );
  const outside =
    values.groups.length === 0
      ? []
      : (label?.use.libraries ?? []).filter(({ _id }) => !values.groups.includes(_id));
  const kept = outside.reduce((total, each) => total + each.records, 0);
  return (
    <EntityFormView
      form={form}
      label={t(label ? 'form.edit' : 'form.create')}
      always={!label}
      {...(label ? {} : { save: t('form.createButton') })}
      {...(onCancel ? { onCancel } : {})}
    >
      <FormSection title={t('form.what')} intro={t('form.whatIntro')}>
        <TextInput label={t('form.name')} data-autofocus {...form.field('name', { max: LABEL_NAME_MAX })} />
        <TypedSelect
          label={t('form.parent')}
          clearable
          clearButtonProps={{ 'aria-label': t('common:clearSelection') }}
          placeholder={t('top')}
          nothingFoundMessage={t('noMatch')}
          data={places.map((each) => ({ value: each.label._id, label: each.path }))}
          {...form.field('parent', { hint: t('form.parentHint') })}
          value={values.parent || null}
          onChange={(value) => form.set({ parent: value ?? '' })}
        />
        <MultiSelect
          label={<FieldLabel aside={t('common:optional')}>{t('form.groups')}</FieldLabel>}
          searchable
          placeholder={values.groups.length === 0 ? t('form.everywhere') : undefined}
          nothingFoundMessage={nothingFound(libraries, t('noMatch'))}
          data={(libraries.data ?? []).map(({ _id, name }) => ({ value: _id, label: name }))}
          {...form.field('groups', { hint: t('form.groupsHint') })}
          {...(libraries.isError
            ? {
                error: (
                  <FieldFailure text={t('form.groupsFailed')} onRetry={() => void libraries.refetch()} />
                ),
              }
            : {})}
        />
        {kept > 0 && (
          <p className={styles.kept} role="status">
            <IconAlertTriangle size={16} aria-hidden="true" />
            {t('form.kept', { count: kept, shown: formatNumber(kept) })}
          </p>
        )}
      </FormSection>
      <FormSection title={t('form.icon')} intro={t('form.iconIntro')}>
        <IconPicker value={values.icon} onChange={(icon) => form.set({ icon })} />
      </FormSection>
      {children}
      {stale && onLoad && <StaleNote text={stale} onLoad={onLoad} />}
    </EntityFormView>
  );
}
