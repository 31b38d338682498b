import { NumberInput, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { STATES } from '#shared/access/states.ts';
import { PERIODICITIES, SEVERITIES, VALIDITY_BASES } from '#shared/compliance/rule.ts';
import { DateField } from '../../components/inputs/date-field.tsx';
import { FieldFailure, FieldLabel, fieldProps } from '../../components/inputs/field.tsx';
import { nothingFound } from '../../components/inputs/nothing-found.ts';
import { MultiSelect, Select } from '../../components/inputs/select.tsx';
import { TypedSelect } from '../../components/inputs/typed-select.tsx';
import { fullName } from '../../i18n/format.ts';
import type { FieldsProps } from './fields-props.ts';
import { useDocumentTypes, useLabels, useMembers } from './queries.ts';
import styles from './rules.module.css';
import { reachKey } from './store.ts';

const WARN_DAYS = ['90', '60', '45', '30', '15', '7', '1'] as const;

/** Which documents the rule requires, how many, and in which states. */
export function WhatFields({ values, change, errors, seed }: FieldsProps) {
  const { t } = useTranslation('rules');
  const types = useDocumentTypes();
  const labels = useLabels(seed.group);
  const optional = (text: string) => <FieldLabel aside={t('common:optional')}>{text}</FieldLabel>;
  const choices = (labels.data ?? []).map((each) => ({ value: each._id, label: each.name }));
  const labelsFailure = labels.isError && (
    <FieldFailure text={t('listFailed')} onRetry={() => void labels.refetch()} />
  );
  return (
    <fieldset className={styles.section}>
      <legend>{t('sections.what')}</legend>
      <div className={styles.narrow}>
        <TextInput
          label={t('fields.code')}
          maxLength={40}
          value={values.code}
          onChange={(event) => change({ code: event.currentTarget.value })}
          {...fieldProps({ error: errors.code })}
        />
        <TextInput
          label={t('fields.name')}
          data-autofocus
          maxLength={80}
          value={values.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
          {...fieldProps({ error: errors.name })}
        />
      </div>
      <Select
        label={t('fields.appliesTo')}
        allowDeselect={false}
        data={(['folder', 'eachChild'] as const).map((value) => ({
          value,
          label: t(reachKey(value, seed)),
        }))}
        value={values.appliesTo}
        onChange={(value) =>
          change({ appliesTo: value === 'eachChild' ? 'eachChild' : 'folder', exemptions: [] })
        }
        {...fieldProps({ hint: values.appliesTo === 'eachChild' ? t('appliesToHint') : undefined })}
      />
      <div className={styles.pair}>
        <TypedSelect
          label={t('fields.documentType')}
          placeholder={t('anyType')}
          clearable
          nothingFoundMessage={nothingFound(types, t('noMatch'))}
          data={(types.data ?? []).map((each) => ({ value: each._id, label: each.name }))}
          value={values.documentType}
          onChange={(documentType) => change({ documentType })}
          {...fieldProps({
            error: types.isError ? (
              <FieldFailure text={t('listFailed')} onRetry={() => void types.refetch()} />
            ) : (
              (errors.documentType ?? errors.match)
            ),
          })}
        />
        <TextInput
          label={optional(t('fields.titlePattern'))}
          maxLength={80}
          value={values.titlePattern}
          onChange={(event) => change({ titlePattern: event.currentTarget.value })}
          {...fieldProps({ error: errors.titlePattern, hint: t('hints.titlePattern') })}
        />
      </div>
      <MultiSelect
        label={optional(t('fields.labelsAll'))}
        searchable
        nothingFoundMessage={nothingFound(labels, t('noMatch'))}
        data={choices}
        value={values.labelsAll}
        onChange={(labelsAll) => change({ labelsAll })}
        {...fieldProps({ error: labelsFailure || errors.labels })}
      />
      <MultiSelect
        label={optional(t('fields.labelsAny'))}
        searchable
        nothingFoundMessage={nothingFound(labels, t('noMatch'))}
        data={choices}
        value={values.labelsAny}
        onChange={(labelsAny) => change({ labelsAny })}
        {...fieldProps({ error: labelsFailure })}
      />
      <div className={styles.narrow}>
        <NumberInput
          label={t('fields.minCount')}
          min={1}
          max={1000}
          clampBehavior="none"
          allowDecimal={false}
          allowNegative={false}
          value={values.minCount}
          onChange={(minCount) => change({ minCount })}
          {...fieldProps({ error: errors.minCount })}
        />
        <MultiSelect
          label={t('fields.acceptedStates')}
          data={STATES.map((row) => ({ value: String(row.value), label: row.label }))}
          value={values.acceptedStates}
          onChange={(acceptedStates) => change({ acceptedStates })}
          {...fieldProps({ error: errors.acceptedStates })}
        />
      </div>
    </fieldset>
  );
}

/** How often it recurs, until when a document is valid, and when to warn. */
export function WhenFields({ values, change, errors }: FieldsProps) {
  const { t } = useTranslation('rules');
  const once = values.periodicity === 'once';
  const judged = values.basis !== 'none' || !once;
  const days = [...new Set([...WARN_DAYS, ...values.warnDays])].sort((a, b) => Number(b) - Number(a));
  return (
    <fieldset className={styles.section}>
      <legend>{t('sections.when')}</legend>
      <div className={styles.pair}>
        <Select
          label={t('fields.periodicity')}
          allowDeselect={false}
          data={PERIODICITIES.map((value) => ({ value, label: t(`periodicity.${value}`) }))}
          value={values.periodicity}
          onChange={(value) => {
            const periodicity = PERIODICITIES.find((each) => each === value) ?? 'once';
            // Monthly papers belong to a period; a one-time paper does not.
            const basis =
              periodicity === 'once' ? (values.basis === 'period' ? 'none' : values.basis) : 'period';
            change({ periodicity, basis });
          }}
          {...fieldProps({ error: errors.periodicity })}
        />
        <Select
          label={t('fields.basis')}
          allowDeselect={false}
          data={VALIDITY_BASES.map((value) => ({
            value,
            label: t(`basis.${value}`),
            disabled: value === 'period' && once,
          }))}
          value={values.basis}
          onChange={(value) => change({ basis: VALIDITY_BASES.find((each) => each === value) ?? 'none' })}
          {...fieldProps({
            error: errors.basis,
            hint: values.basis === 'period' ? t('hints.period') : undefined,
          })}
        />
      </div>
      {judged && (
        <div className={styles.pair}>
          <NumberInput
            label={t('fields.graceDays')}
            min={0}
            max={366}
            clampBehavior="none"
            allowDecimal={false}
            allowNegative={false}
            value={values.graceDays}
            onChange={(graceDays) => change({ graceDays })}
            {...fieldProps({ error: errors.graceDays, hint: t('hints.graceDays') })}
          />
          {values.basis === 'issuedOn' && once && (
            <NumberInput
              label={t('fields.months')}
              min={1}
              max={600}
              clampBehavior="none"
              allowDecimal={false}
              allowNegative={false}
              value={values.months}
              onChange={(months) => change({ months })}
              {...fieldProps({ error: errors.months })}
            />
          )}
        </div>
      )}
      <DateField
        label={<FieldLabel aside={t('common:optional')}>{t('fields.startsOn')}</FieldLabel>}
        clearable
        value={values.startsOn}
        onChange={(startsOn) => change({ startsOn })}
        {...fieldProps({
          error: errors.startsOn,
          hint: t(
            values.startsOn === '' ? 'hints.always' : once ? 'hints.startsOn' : 'hints.startsOnPeriods',
          ),
        })}
      />
      <MultiSelect
        label={t('fields.warnDays')}
        data={days.map((value) => ({ value, label: t('days', { count: Number(value) }) }))}
        value={values.warnDays}
        onChange={(warnDays) => change({ warnDays })}
        {...fieldProps({ error: errors.warnDays, hint: t('hints.warnDays') })}
      />
    </fieldset>
  );
}

/** The severity, the roles that are notified, and the reason for the rule. */
export function HowFields({ values, change, errors, seed }: FieldsProps) {
  const { t } = useTranslation('rules');
  const members = useMembers(seed.group);
  return (
    <fieldset className={styles.section}>
      <legend>{t('sections.how')}</legend>
      <div className={styles.pair}>
        <Select
          label={t('fields.severity')}
          allowDeselect={false}
          data={SEVERITIES.map((value) => ({ value, label: t(`severity.${value}`) }))}
          value={values.severity}
          onChange={(value) => change({ severity: value === 'warning' ? 'warning' : 'blocking' })}
          {...fieldProps({ hint: t('severityHint') })}
        />
        <TypedSelect
          label={<FieldLabel aside={t('common:optional')}>{t('fields.responsible')}</FieldLabel>}
          placeholder={t('nobody')}
          clearable
          nothingFoundMessage={nothingFound(members, t('noMatch'))}
          data={(members.data ?? []).map(({ user }) => ({ value: user._id, label: fullName(user) }))}
          value={values.responsible}
          onChange={(responsible) => change({ responsible })}
          {...fieldProps({
            error: members.isError ? (
              <FieldFailure text={t('listFailed')} onRetry={() => void members.refetch()} />
            ) : (
              errors.responsible
            ),
          })}
        />
      </div>
      <TextInput
        label={<FieldLabel aside={t('common:optional')}>{t('fields.legalBasis')}</FieldLabel>}
        maxLength={200}
        value={values.legalBasis}
        onChange={(event) => change({ legalBasis: event.currentTarget.value })}
        {...fieldProps({ error: errors.legalBasis })}
      />
    </fieldset>
  );
}
