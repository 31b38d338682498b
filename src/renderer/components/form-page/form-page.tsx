import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useOffline } from '../../api/connection.ts';
import { useUnsaved } from '../../hooks/use-unsaved.ts';
import styles from './form-page.module.css';
import type { EntityForm } from './use-entity-form.ts';

/** A part of a form: what it is about at the left, its fields at the right; below each other where room is short. */
export function FormSection({
  title,
  intro,
  wide = false,
  children,
}: {
  title: string;
  intro?: ReactNode;
  /** A table: it takes the whole row, below what it is about. */
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <section className={`${styles.section} ${wide ? styles.wide : ''}`} aria-label={title}>
      <div className={styles.about}>
        <h2>{title}</h2>
        {intro && <p className="meta">{intro}</p>}
      </div>
      <div className={styles.fields}>{children}</div>
    </section>
  );
}

interface FormProps {
  form: EntityForm;
  /** What the form is for, for those who hear it. */
  label: string;
  /** The word on the button; Guardar where it is missing. */
  save?: string;
  /** Where a new thing is made: back to the list. */
  onCancel?: () => void;
  /** The buttons stand there without changes too: a new thing. */
  always?: boolean;
  /** It is kept on this computer: no connection is needed. */
  local?: boolean;
  children: ReactNode;
}

/** A form with its sections; Guardar stands at its end and stays in sight, and leaving with changes asks. */
export function EntityFormView(props: FormProps) {
  useUnsaved(props.form.dirty && !props.form.sending);
  return <EntityFormParts {...props} />;
}

/** The same on a page of several, which asks for all of them: there is one question at a time (useUnsaved). */
export function EntityFormParts({
  form,
  label,
  save,
  onCancel,
  always = false,
  local = false,
  children,
}: FormProps) {
  const { t } = useTranslation();
  const offline = useOffline() && !local;
  const note = useId();
  return (
    <form ref={form.element} noValidate aria-label={label} onSubmit={(event) => void form.submit(event)}>
      {children}
      {form.failure && (
        <Alert
          color="red"
          variant="light"
          role="alert"
          className={styles.failure}
          icon={<IconAlertTriangle size={18} aria-hidden="true" />}
        >
          {form.failure}
        </Alert>
      )}
      {(always || form.dirty) && (
        <div className={styles.save}>
          <span className="meta grow" id={note}>
            {offline ? t('form.offline') : form.dirty && t('form.unsaved')}
          </span>
          {onCancel ? (
            <Button variant="subtle" onClick={onCancel}>
              {t('cancel')}
            </Button>
          ) : (
            <Button variant="subtle" onClick={() => form.reset()}>
              {t('form.discard')}
            </Button>
          )}
          <Button
            type="submit"
            variant="filled"
            loading={form.sending}
            disabled={offline}
            aria-describedby={note}
          >
            {save ?? t('save')}
          </Button>
        </div>
      )}
    </form>
  );
}
