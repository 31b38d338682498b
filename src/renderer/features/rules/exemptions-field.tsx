import { ActionIcon, Button, Switch, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../components/inputs/date-field.tsx';
import { FieldFailure, fieldProps } from '../../components/inputs/field.tsx';
import { TypedSelect } from '../../components/inputs/typed-select.tsx';
import type { FieldsProps } from './fields-props.ts';
import type { ExemptionValues } from './form.ts';
import { useFolders } from './queries.ts';
import styles from './rules.module.css';

/** Folders that are exempt from the rule for a while, each with a reason; and whether the rule is active at all. */
export function ExemptionsField({ values, change, errors, seed }: FieldsProps) {
  const { t } = useTranslation('rules');
  const folders = useFolders(seed.group);
  const judged =
    values.appliesTo === 'folder'
      ? [{ _id: seed.folder, name: seed.name }]
      : (folders.data ?? []).filter((each) => (each.parent ?? seed.group) === seed.folder);
  const taken = new Set(values.exemptions.map((each) => each.folder));
  const free = judged.filter((each) => !taken.has(each._id));
  const set = (at: number, next: Partial<ExemptionValues>): void =>
    change({
      exemptions: values.exemptions.map((each, here) => (here === at ? { ...each, ...next } : each)),
    });
  return (
    <fieldset className={styles.section}>
      <legend>{t('sections.exemptions')}</legend>
      {values.exemptions.length === 0 && (
        <p className="secondary">
          {t(judged.length === 0 && folders.isSuccess ? 'exemption.noChildren' : 'exemption.none')}
        </p>
      )}
      {values.exemptions.map((exemption, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name of their own, and are only added and taken away
        <div key={at} className={styles.exemption}>
          <TypedSelect
            label={t('exemption.folder')}
            data={judged
              .filter((each) => each._id === exemption.folder || !taken.has(each._id))
              .map((each) => ({ value: each._id, label: each.name }))}
            value={exemption.folder || null}
            onChange={(folder) => set(at, { folder: folder ?? '' })}
            {...fieldProps({
              error: folders.isError ? (
                <FieldFailure text={t('listFailed')} onRetry={() => void folders.refetch()} />
              ) : (
                errors[`exemptions.${at}.folder`]
              ),
            })}
          />
          {/* The date field adds a hidden input, which would take a cell of the grid. */}
          <div>
            <DateField
              label={t('exemption.until')}
              placeholder={t('exemption.forever')}
              clearable
              value={exemption.until}
              onChange={(until) => set(at, { until })}
              {...fieldProps({ error: errors[`exemptions.${at}.until`] })}
            />
          </div>
          <ActionIcon
            className={styles.drop ?? ''}
            size={36}
            aria-label={t('exemption.remove', { number: at + 1 })}
            onClick={() => change({ exemptions: values.exemptions.filter((_, here) => here !== at) })}
          >
            <IconX size={16} />
          </ActionIcon>
          <TextInput
            className={styles.why ?? ''}
            label={t('exemption.reason')}
            maxLength={200}
            value={exemption.reason}
            onChange={(event) => set(at, { reason: event.currentTarget.value })}
            {...fieldProps({ error: errors[`exemptions.${at}.reason`] })}
          />
        </div>
      ))}
      {free.length > 0 && (
        <div>
          <Button
            leftSection={<IconPlus size={16} aria-hidden="true" />}
            onClick={() =>
              change({
                exemptions: [
                  ...values.exemptions,
                  { folder: free.length === 1 ? (free[0]?._id ?? '') : '', reason: '', until: '' },
                ],
              })
            }
          >
            {t('exemption.add')}
          </Button>
        </div>
      )}
      <Switch
        label={t('active')}
        checked={values.active}
        onChange={(event) => change({ active: event.currentTarget.checked })}
      />
    </fieldset>
  );
}
