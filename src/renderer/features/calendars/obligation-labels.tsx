import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { labelPath } from '#shared/labels/label-path.ts';
import { LABELS_MAX } from '#shared/platform/limits.ts';
import type { Named } from '#shared/platform/primitives.ts';
import { useEndpoint } from '../../api/client.ts';
import { FieldFailure, FieldLabel, fieldProps } from '../../components/inputs/field.tsx';
import { nothingFound } from '../../components/inputs/nothing-found.ts';
import { MultiSelect } from '../../components/inputs/select.tsx';

/**
 * The labels of an obligation with their path in the tree. Labels that it already has are named even if the person
 * cannot read them.
 */
export function ObligationLabels({
  kept,
  value,
  onChange,
  error,
}: {
  kept: readonly Named[];
  value: string[];
  onChange: (labels: string[]) => void;
  error: React.ReactNode;
}) {
  const { t } = useTranslation('calendars');
  const query = useEndpoint('labelsByOrganization', {});
  const data = useMemo(() => {
    const known = (query.data ?? []).map((label) => ({ value: label._id, label: labelPath(label) }));
    const there = new Set(known.map((each) => each.value));
    return [
      ...known,
      ...kept.filter(({ _id }) => !there.has(_id)).map(({ _id, name }) => ({ value: _id, label: name })),
    ];
  }, [query.data, kept]);
  return (
    <MultiSelect
      label={<FieldLabel aside={t('common:optional')}>{t('fields.labels')}</FieldLabel>}
      data={data}
      value={value}
      onChange={onChange}
      searchable
      hidePickedOptions
      maxValues={LABELS_MAX}
      limit={50}
      nothingFoundMessage={nothingFound(query, t('fields.labelsNone'))}
      {...fieldProps({
        error: query.isError ? (
          <FieldFailure text={t('fields.labelsFailed')} onRetry={() => void query.refetch()} />
        ) : (
          error
        ),
        hint: t('fields.labelsHint'),
      })}
    />
  );
}
