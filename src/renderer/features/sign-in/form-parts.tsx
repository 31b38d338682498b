import { ActionIcon, Button, TextInput, type TextInputProps } from '@mantine/core';
import { IconAlertTriangle, IconEye, IconEyeOff } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isTotpCode, isTotpOrRecovery, plainCode } from '#shared/identity/typed-codes.ts';
import { isEmail } from '#shared/platform/email-address.ts';
import { PASSWORD_MIN } from '#shared/platform/limits.ts';
import { ApiError, errorMessage, fieldErrors } from '../../api/errors.ts';
import { FieldMessage } from '../../components/inputs/field.tsx';
import styles from './form-parts.module.css';

/** Validation rules: undefined for a valid value, else the catalogue key of the error. */
export const rules = {
  email: (value: string) => (isEmail(value) ? undefined : 'rules.email'),
  password: (value: string) => (value ? undefined : 'rules.password'),
  newPassword: (value: string) => (value.length >= PASSWORD_MIN ? undefined : 'rules.newPassword'),
  code: (value: string) => (/^\d{6}$/.test(value.trim()) ? undefined : 'rules.code'),
  totp: (value: string) => (isTotpCode(plainCode(value)) ? undefined : 'rules.code'),
  recovery: (value: string) =>
    isTotpOrRecovery(plainCode(value)) && !isTotpCode(plainCode(value)) ? undefined : 'rules.recovery',
  required: (value: string) => (value.trim() ? undefined : 'rules.required'),
  organization: (value: string) => (value.trim().length >= 2 ? undefined : 'rules.organization'),
};

type Rule = (value: string) => string | undefined;

/**
 * State of a small form. Typed values stay after an error. A field's error appears after the field was left or the form
 * was sent, and disappears as soon as the value is valid.
 */
export function useSmallForm<Name extends string>(
  initial: Record<Name, string>,
  check: Partial<Record<Name, Rule>>,
) {
  const { t } = useTranslation('sign-in');
  const [values, setValues] = useState(initial);
  const [touched, setTouched] = useState<Partial<Record<Name, boolean>>>({});
  const [refused, setRefused] = useState<Partial<Record<Name, string>>>({});
  const [failure, setFailure] = useState<unknown>();
  const [busy, setBusy] = useState(false);

  const wrong = (name: Name): string | undefined => {
    const key = check[name]?.(values[name]);
    return key && t(key, { min: PASSWORD_MIN });
  };

  const field = (name: Name) => ({
    value: values[name],
    error: refused[name] ?? (touched[name] ? wrong(name) : undefined),
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setValues((before) => ({ ...before, [name]: value }));
      setRefused((before) => ({ ...before, [name]: undefined }));
    },
    onBlur: () => {
      // Leaving an empty field is not an error yet.
      if (values[name]) setTouched((before) => ({ ...before, [name]: true }));
    },
  });

  /** Submits the form if it is valid. `at` maps the server's error codes to fields. */
  const submit =
    (send: (values: Record<Name, string>) => Promise<void>, at: Partial<Record<string, Name>> = {}) =>
    async (event: { preventDefault: () => void; currentTarget: HTMLFormElement }): Promise<void> => {
      event.preventDefault();
      const form = event.currentTarget;
      const names = Object.keys(values) as Name[];
      setTouched(Object.fromEntries(names.map((name) => [name, true])) as Record<Name, boolean>);
      const bad = names.find((name) => check[name]?.(values[name]));
      if (bad) {
        form.querySelector<HTMLElement>(`[name="${bad}"]`)?.focus();
        return;
      }
      setBusy(true);
      setFailure(undefined);
      setRefused({});
      try {
        await send(values);
      } catch (error) {
        const name = error instanceof ApiError ? at[error.code] : undefined;
        if (name) {
          setRefused({ [name]: errorMessage(error) } as Partial<Record<Name, string>>);
          form.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
        } else {
          const details = fieldErrors(error);
          setRefused(details as Partial<Record<Name, string>>);
          if (Object.keys(details).length === 0) setFailure(error);
        }
      } finally {
        setBusy(false);
      }
    };

  const set = (name: Name, value: string): void => setValues((before) => ({ ...before, [name]: value }));

  return { values, field, set, submit, busy, failure };
}

/** A field with its message below it, in the size of these pages. */
export function FormField({
  error,
  hint,
  ...props
}: Omit<TextInputProps, 'error'> & { error: string | undefined; hint?: ReactNode }) {
  return (
    <TextInput
      size="md"
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      {...props}
      error={error && <FieldMessage error={error} />}
      description={!error && hint}
    />
  );
}

/** A password field whose value can be shown. */
export function PasswordField(props: Omit<Parameters<typeof FormField>[0], 'type' | 'rightSection'>) {
  const { t } = useTranslation('sign-in');
  const [shown, setShown] = useState(false);
  const label = shown ? t('hide') : t('show');
  return (
    <FormField
      {...props}
      type={shown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      rightSection={
        <ActionIcon
          size="sm"
          aria-label={label}
          title={label}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          {shown ? <IconEyeOff size={17} /> : <IconEye size={17} />}
        </ActionIcon>
      }
    />
  );
}

/** An error of the whole form; after a rate limit, with the time to wait. */
function FormFailure({ error }: { error: unknown }) {
  const { t } = useTranslation('sign-in');
  const wait = error instanceof ApiError ? (error.retryAfter ?? 0) : 0;
  const [left, setLeft] = useState(wait);
  useEffect(() => setLeft(wait), [wait]);
  useEffect(() => {
    if (left <= 0) return undefined;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  if (!error) return null;
  const message = errorMessage(error);
  return (
    <p className={styles.failure} role="alert">
      <IconAlertTriangle size={16} aria-hidden="true" />
      <span>{left > 0 ? t('wait', { message, count: left }) : message}</span>
    </p>
  );
}

/** The e-mail address that signs in. */
export function EmailField(props: Omit<Parameters<typeof FormField>[0], 'type' | 'label' | 'name'>) {
  const { t } = useTranslation('sign-in');
  return <FormField {...props} name="email" label={t('email')} type="email" autoComplete="username" />;
}

/** A new password, with the policy below it. */
export function NewPasswordField(props: Omit<Parameters<typeof PasswordField>[0], 'hint' | 'name'>) {
  const { t } = useTranslation('sign-in');
  return (
    <PasswordField
      label={t('newPassword.label')}
      {...props}
      name="password"
      hint={t('newPassword.hint', { min: PASSWORD_MIN })}
      autoComplete="new-password"
    />
  );
}

/** The form around its fields: its error and its button. */
export function SmallForm<Name extends string>({
  form,
  send,
  at,
  submit,
  children,
}: {
  form: ReturnType<typeof useSmallForm<Name>>;
  send: (values: Record<Name, string>) => Promise<void>;
  /** The field that an error concerns, by code. */
  at?: Partial<Record<string, NoInfer<Name>>>;
  submit: string;
  children: ReactNode;
}) {
  return (
    <form noValidate onSubmit={form.submit(send, at)}>
      {children}
      <FormFailure error={form.failure} />
      <Button type="submit" variant="filled" size="lg" fullWidth loading={form.busy}>
        {submit}
      </Button>
    </form>
  );
}

export function BackToSignIn() {
  const { t } = useTranslation('sign-in');
  return (
    <Link to="/" className="link">
      {t('backToSignIn')}
    </Link>
  );
}
