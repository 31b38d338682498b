import { useTranslation } from 'react-i18next';
import type { StarterSetPreview } from '#shared/starting/starting.schemas.ts';
import { FormSection } from '../../components/form-page/form-page.tsx';
import { DateField } from '../../components/inputs/date-field.tsx';
import { fieldProps } from '../../components/inputs/field.tsx';
import { Select } from '../../components/inputs/select.tsx';
import { PersonSelect } from '../../components/people/person-select.tsx';

export interface Making {
  /** YYYY-MM-DD */
  startsOn: string;
  responsible: string | null;
  library: string | null;
}

/** What is asked once for all rules and obligations. */
export function MakingFields({
  values,
  onChange,
  libraries,
  errors,
  duties,
}: {
  values: Making;
  onChange: (values: Making) => void;
  libraries: StarterSetPreview['libraries'];
  errors: Readonly<Record<string, string>>;
  /** Whether obligations are chosen: only they have people and evidence. */
  duties: boolean;
}) {
  const { t } = useTranslation('starting');
  return (
    <div data-tour="starting-making">
      <FormSection title={t('sections.making')} intro={t('sections.makingIntro')}>
        <DateField
          label={t('startsOn')}
          value={values.startsOn}
          onChange={(startsOn) => onChange({ ...values, startsOn })}
          {...fieldProps({ error: errors.startsOn, hint: t('startsOnHint') })}
        />
        {duties && (
          <>
            <PersonSelect
              label={t('responsible')}
              placeholder={t('nobody')}
              value={values.responsible}
              onChange={(responsible) => onChange({ ...values, responsible })}
              error={errors.responsible}
              hint={t(values.responsible ? 'responsibleHint' : 'nobodyHint')}
            />
            <Select
              label={t('library')}
              data={[
                { value: '', label: t('ownFolders') },
                ...libraries.map(({ _id, name }) => ({ value: _id, label: name })),
              ]}
              value={values.library ?? ''}
              allowDeselect={false}
              onChange={(library) => onChange({ ...values, library: library || null })}
              {...fieldProps({ error: errors.library, hint: t('libraryHint') })}
            />
          </>
        )}
      </FormSection>
    </div>
  );
}
