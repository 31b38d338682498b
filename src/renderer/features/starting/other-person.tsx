import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PersonSelect } from '../../components/people/person-select.tsx';
import styles from './starting.module.css';

/** Gives one obligation to somebody else than the others. */
export function OtherPerson({
  name,
  value,
  onChange,
}: {
  name: string;
  value: string | null;
  onChange: (person: string | null) => void;
}) {
  const { t } = useTranslation('starting');
  const [open, setOpen] = useState(false);
  const field = useRef<HTMLDivElement>(null);
  // The button gives way to the field, and would leave the focus to the page.
  useEffect(() => {
    if (open) field.current?.querySelector('input')?.focus();
  }, [open]);
  if (!open && value === null) {
    return (
      <button type="button" className={`link ${styles.other}`} onClick={() => setOpen(true)}>
        {t('otherPerson')}
      </button>
    );
  }
  return (
    <div className={styles.other} ref={field}>
      <PersonSelect
        label={t('responsibleOf', { name })}
        placeholder={t('sameAsAll')}
        value={value}
        onChange={onChange}
      />
    </div>
  );
}
