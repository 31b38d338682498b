import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useOffline } from '../../api/connection.ts';
import { useUnsaved } from '../../hooks/use-unsaved.ts';
import styles from './form-page.module.css';
import type { EntityForm } from './use-entity-form.ts';

/** A section of a form: its title on the left, its fields on the right; below each other on narrow screens. */
export function FormSection({
  title,
  intro,
  wide = false,
  children,
}: {
  title: string;
  intro?: ReactNode;
  /** For a table: it takes the whole width, below the title. */
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
  /** Accessible name of the form. */
  label: string;
  /** Text of the button; Guardar by default. */
  save?: string;
  /** Where to go on cancelling a new entity: its list. */
  onCancel?: () => void;
  /** Shows the buttons even without changes: for a new entity. */
  always?: boolean;
  /** Stored on this computer, so it needs no connection. */
  local?: boolean;
  children: ReactNode;
}

/** A form with its sections. Guardar stays visible at its end, and leaving with changes asks first. */
export function EntityFormView(props: FormProps) {
  useUnsaved(props.form.dirty && !props.form.sending);
  return <EntityFormParts {...props} />;
}

/** For one of several forms on a page, which asks for all of them at once (useUnsaved). */
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
        <div className={styles.save} data-bottom-bar>
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
