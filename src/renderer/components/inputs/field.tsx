import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './field.module.css';

/**
 * The line below a field: its message on the left, the count on the right. Pass it as Mantine's `error` or
 * `description`.
 */
export function FieldMessage({
  error,
  hint,
  used,
  max,
}: {
  error?: ReactNode;
  hint?: ReactNode;
  used?: number;
  max?: number;
}) {
  const { t } = useTranslation();
  if (!error && !hint && max === undefined) return null;
  const over = max !== undefined && (used ?? 0) > max;
  return (
    <span className={styles.line}>
      {error ? (
        <span className={styles.error}>
          <IconAlertTriangle size={14} aria-hidden="true" />
          {error}
        </span>
      ) : (
        hint && <span className={styles.hint}>{hint}</span>
      )}
      {max !== undefined && (
        <span className={`${styles.counter} ${over ? styles.over : ''}`}>
          <span aria-hidden="true">{t('counter', { used: used ?? 0, max })}</span>
          <span className="visually-hidden">{t('counterLabel', { used: used ?? 0, max })}</span>
        </span>
      )}
    </span>
  );
}

/**
 * Props that give a Mantine input its message line. An error must be passed as `error`, so that the input is marked
 * invalid and described by it; a hint or count alone is passed as `description`, below the input.
 */
export function fieldProps(message: { error?: ReactNode; hint?: ReactNode; used?: number; max?: number }) {
  const line = <FieldMessage {...message} />;
  return {
    inputWrapperOrder: ['label', 'input', 'error', 'description'] as (
      | 'label'
      | 'input'
      | 'error'
      | 'description'
    )[],
    error: message.error ? line : undefined,
    description: !message.error && (message.hint || message.max !== undefined) ? line : undefined,
  };
}

/** Shows that a field's choices could not be loaded, with a retry. Pass it as the field's error. */
export function FieldFailure({ text, onRetry }: { text: string; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <span className={styles.retry}>
      {text}
      <button type="button" className="link" onClick={onRetry}>
        {t('retry')}
      </button>
    </span>
  );
}

/** A label with a remark on its right: "Opcional", or a link. */
export function FieldLabel({ children, aside }: { children: ReactNode; aside?: ReactNode }) {
  return (
    <span className={styles.label}>
      <span>{children}</span>
      {aside && <span className={styles.aside}>{aside}</span>}
    </span>
  );
}
