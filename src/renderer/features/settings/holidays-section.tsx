import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chileanHolidays } from '#shared/organization/holidays.ts';
import { holidaysUpdate } from '#shared/organization/settings.schemas.ts';
import { call } from '../../api/client.ts';
import { DateField } from '../../components/inputs/date-field.tsx';
import { fieldProps } from '../../components/inputs/field.tsx';
import { formatDate } from '../../i18n/format.ts';
import { SectionForm, type SectionProps, useSection } from './section-form.tsx';
import styles from './settings.module.css';

interface Own {
  day: string;
  name: string;
}

/** Chile's holidays of any year, each of which can be made a working day, and the organization's own holidays. */
export function HolidaysSection(props: SectionProps) {
  const { t } = useTranslation('settings');
  const [year, setYear] = useState(new Date().getFullYear());
  const { form, note } = useSection({
    ...props,
    section: 'holidays',
    valuesOf: ({ holidays }) => ({
      added: holidays.added.map((each) => ({ ...each })),
      removed: [...holidays.removed],
    }),
    schema: holidaysUpdate,
    bodyOf: ({ added, removed }, rev) => ({ added, removed, rev }),
    send: (body) => call('settingsHolidays', { body }),
  });
  const { added, removed } = form.values;
  return (
    <SectionForm section="holidays" form={form} note={note}>
      <div>
        <div className={styles.year}>
          <ActionIcon
            aria-label={t('holidays.before')}
            onClick={() => setYear(year - 1)}
            disabled={year <= 1990}
          >
            <IconChevronLeft size={18} />
          </ActionIcon>
          <b aria-live="polite">{t('holidays.year', { year })}</b>
          <ActionIcon
            aria-label={t('holidays.after')}
            onClick={() => setYear(year + 1)}
            disabled={year >= 2100}
          >
            <IconChevronRight size={18} />
          </ActionIcon>
        </div>
        <ul className={styles.days} aria-label={t('holidays.chile', { year })}>
          {chileanHolidays(year).map(({ day, name }) => (
            <li key={day}>
              <span className={styles.day}>{formatDate(day)}</span>
              <span className={`grow ${removed.includes(day) ? styles.worked : ''}`}>{name}</span>
              <Checkbox
                label={t('holidays.worked')}
                aria-label={t('holidays.workedOn', { name })}
                checked={removed.includes(day)}
                onChange={({ currentTarget: { checked } }) =>
                  form.set({
                    removed: checked ? [...removed, day].sort() : removed.filter((each) => each !== day),
                  })
                }
              />
            </li>
          ))}
        </ul>
      </div>
      <div>
        <h3>{t('holidays.own')}</h3>
        {added.length === 0 && <p className="meta">{t('holidays.noneOwn')}</p>}
        <ul className={styles.days} aria-label={t('holidays.own')}>
          {added.map((each) => (
            <li key={each.day}>
              <span className={styles.day}>{formatDate(each.day)}</span>
              <span className="grow">{each.name}</span>
              <ActionIcon
                aria-label={t('holidays.remove', { name: each.name })}
                onClick={() => form.set({ added: added.filter(({ day }) => day !== each.day) })}
              >
                <IconTrash size={17} />
              </ActionIcon>
            </li>
          ))}
        </ul>
        <NewDay
          taken={added.map(({ day }) => day)}
          onAdd={(own) => form.set({ added: [...added, own].sort((a, b) => (a.day < b.day ? -1 : 1)) })}
        />
        {form.errorOf('added') && <p className={styles.wrong}>{form.errorOf('added')}</p>}
      </div>
    </SectionForm>
  );
}

function NewDay({ taken, onAdd }: { taken: readonly string[]; onAdd: (own: Own) => void }) {
  const { t } = useTranslation('settings');
  const [day, setDay] = useState('');
  const [name, setName] = useState('');
  const [tried, setTried] = useState(false);
  const dayError = !day ? t('holidays.noDay') : taken.includes(day) ? t('holidays.taken') : undefined;
  const nameError = name.trim() === '' ? t('holidays.noName') : undefined;
  const add = (): void => {
    setTried(true);
    if (dayError || nameError) return;
    onAdd({ day, name: name.trim() });
    setDay('');
    setName('');
    setTried(false);
  };
  return (
    <div className={styles.newDay}>
      <DateField
        label={t('holidays.day')}
        value={day}
        onChange={setDay}
        {...fieldProps({ error: tried ? dayError : undefined })}
      />
      <TextInput
        label={t('holidays.name')}
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          add();
        }}
        {...fieldProps({ error: tried ? nameError : undefined })}
      />
      <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={add}>
        {t('holidays.add')}
      </Button>
    </div>
  );
}
