import { useForm } from '@mantine/form';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { sentencesByField } from '#shared/platform/texts/sentences.ts';
import { ApiError, errorMessage, fieldErrors } from '../../api/errors.ts';
import { useUnsent } from '../../hooks/unsent.ts';
import { fieldProps } from '../inputs/field.tsx';

interface Options<Values extends Record<string, unknown>, Schema extends z.ZodType> {
  /** The initial values; used again after `reset` and after saving. */
  initial: Values;
  /** The schema of the call's body, which the server validates with too. */
  schema: Schema;
  /** Converts the values to the call's body. */
  bodyOf: (values: Values) => z.input<Schema>;
  /** Sends the body. A rejection is shown at its field, or above the buttons. */
  send: (body: z.input<Schema>, values: Values) => Promise<unknown>;
  /** Fields of the body that have other names in the form. */
  fieldOf?: (name: string) => string;
  /** Where a form may be closed by Escape: what its values are kept for until they are sent (`useUnsent`). */
  keepFor?: string;
  /** The field that an error code belongs to: `{ email_taken: 'email' }`. */
  refusals?: Readonly<Record<string, keyof Values & string>>;
}

/** The state of an entity's form: its values, its errors by field, and how to save. */
export function useEntityForm<Values extends Record<string, unknown>, Schema extends z.ZodType>({
  initial,
  schema,
  bodyOf,
  send,
  fieldOf = (name) => name,
  refusals = {},
  keepFor,
}: Options<Values, Schema>) {
  const { t } = useTranslation();
  const element = useRef<HTMLFormElement>(null);
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const unsent = useUnsent(keepFor ?? 'nothing', initial);
  const form = useForm<Values>({
    mode: 'controlled',
    initialValues: keepFor ? unsent.value : initial,
    ...(keepFor ? { onValuesChange: unsent.set } : {}),
    clearInputErrorOnChange: true,
    validate: (values) => {
      const { error } = schema.safeParse(bodyOf(values), { reportInput: true });
      const found = Object.entries(sentencesByField(error?.issues ?? []));
      return Object.fromEntries(found.map(([name, sentence]) => [fieldOf(name), sentence]));
    },
  });

  /** Focuses the first invalid field after its error was rendered. */
  const [refused, setRefused] = useState(0);
  const showFirst = (): void => setRefused((times) => times + 1);
  useEffect(() => {
    if (refused > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refused]);

  /** Shows a refusal at its field, or above the buttons. */
  const tell = (error: unknown): void => {
    const code = error instanceof ApiError ? error.code : '';
    const at = refusals[code];
    const fields = at ? [[at, errorMessage(error)]] : Object.entries(fieldErrors(error));
    if (fields.length === 0) {
      setFailure(errorMessage(error));
      return;
    }
    form.setErrors(Object.fromEntries(fields.map(([name, text]) => [fieldOf(name ?? ''), text])));
    setFailure(t('form.check'));
    showFirst();
  };

  const submit = async (event?: FormEvent<HTMLFormElement>): Promise<void> => {
    event?.preventDefault();
    if (sending) return;
    setFailure(undefined);
    if (form.validate().hasErrors) {
      setFailure(t('form.check'));
      showFirst();
      return;
    }
    setSending(true);
    try {
      const { values } = form;
      await send(bodyOf(values), values);
      form.resetDirty(values);
      if (keepFor) unsent.forget();
    } catch (error) {
      tell(error);
    } finally {
      setSending(false);
    }
  };

  return {
    element,
    values: form.values,
    dirty: form.isDirty(),
    sending,
    failure,
    submit,
    /** The error of a field. */
    errorOf: (name: string) => form.errors[name],
    set: (values: Partial<Values>): void => {
      setFailure(undefined);
      form.setValues(values);
    },
    /** Resets to the saved values, or to those that somebody else saved. */
    reset: (to?: Values): void => {
      setFailure(undefined);
      if (to) form.setInitialValues(to);
      form.reset();
    },
    /** Props of a Mantine input for this field, with its message line. */
    field: (name: keyof Values & string, message: { hint?: string; max?: number } = {}) => {
      const { error, ...input } = form.getInputProps(name);
      const used = message.max === undefined ? {} : { used: String(form.values[name] ?? '').length };
      return { ...input, ...fieldProps({ ...message, ...used, error }) };
    },
    /** Props of a checkbox or switch for this field. */
    check: (name: keyof Values & string) => form.getInputProps(name, { type: 'checkbox' }),
  };
}

export type EntityForm = Pick<
  ReturnType<typeof useEntityForm<Record<string, unknown>, z.ZodType>>,
  'element' | 'dirty' | 'sending' | 'failure' | 'submit'
> & { reset: () => void };
