import { Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { type Party, partyUpdate } from '#shared/contractors/contractors.schemas.ts';
import type { PartyKind } from '#shared/contractors/party.ts';
import { formatRut, parseRut } from '#shared/people/rut.ts';
import { NOTES_MAX } from '#shared/platform/limits.ts';
import type { useEntityForm } from '../../components/form-page/use-entity-form.ts';
import { FieldLabel } from '../../components/inputs/field.tsx';
import { type Chosen, ContractorSelect } from './contractor-select.tsx';
import styles from './contractors.module.css';

/** What is typed about a contractor, a worker or a site. */
export type PartyValues = {
  name: string;
  rut: string;
  contact: string;
  email: string;
  phone: string;
  notes: string;
  contractor: Chosen | null;
};

export const EMPTY: PartyValues = {
  name: '',
  rut: '',
  contact: '',
  email: '',
  phone: '',
  notes: '',
  contractor: null,
};

export const valuesOf = (party: Party): PartyValues => ({
  name: party.name,
  rut: party.rut ? formatRut(party.rut) : '',
  contact: party.contact ?? '',
  email: party.email ?? '',
  phone: party.phone ?? '',
  notes: party.notes,
  contractor: party.contractor,
});

/** What a call takes: nothing where nothing was typed. */
export const factsOf = ({ name, rut, contact, email, phone, notes, contractor }: PartyValues) => ({
  name: name.trim(),
  rut: rut.trim() || null,
  contact: contact.trim() || null,
  email: email.trim() || null,
  phone: phone.trim() || null,
  notes,
  contractor: contractor?._id ?? null,
});

/** One person's facts, as the server checks them. */
export const factsSchema = partyUpdate.omit({ rev: true }).required({ name: true });

type Form = Pick<
  ReturnType<typeof useEntityForm<PartyValues, z.ZodType>>,
  'field' | 'values' | 'set' | 'errorOf'
>;

/** The fields of one contractor, worker or site. */
export function PartyFields({
  kind,
  form,
  named = true,
}: {
  kind: PartyKind;
  form: Form;
  /** Whether the name is asked for: a folder that exists has one. */
  named?: boolean;
}) {
  const { t } = useTranslation('contractors');
  const optional = (label: string) => <FieldLabel aside={t('common:optional')}>{label}</FieldLabel>;
  const contractorError = form.errorOf('contractor');
  return (
    <>
      {named && (
        <TextInput
          label={t(`fields.name.${kind}`)}
          autoComplete="off"
          data-autofocus
          {...form.field('name', { hint: t('fields.nameHint') })}
        />
      )}
      {kind === 'worker' && (
        <ContractorSelect
          value={form.values.contractor}
          onChange={(contractor) => form.set({ contractor })}
          error={typeof contractorError === 'string' ? contractorError : undefined}
        />
      )}
      <div className={styles.pair}>
        {kind !== 'site' && (
          <TextInput
            label={optional(t('fields.rut'))}
            autoComplete="off"
            {...form.field('rut')}
            onBlur={() => {
              const parsed = parseRut(form.values.rut);
              if (parsed) form.set({ rut: formatRut(parsed) });
            }}
          />
        )}
        {kind !== 'worker' && (
          <TextInput label={optional(t('fields.contact'))} autoComplete="off" {...form.field('contact')} />
        )}
        <TextInput
          type="email"
          label={optional(t('fields.email'))}
          autoComplete="off"
          {...form.field('email')}
        />
        <TextInput
          type="tel"
          label={optional(t('fields.phone'))}
          autoComplete="off"
          {...form.field('phone')}
        />
      </div>
      <Textarea
        label={optional(t('fields.notes'))}
        autosize
        minRows={2}
        maxRows={8}
        {...form.field('notes', { max: NOTES_MAX })}
      />
    </>
  );
}
