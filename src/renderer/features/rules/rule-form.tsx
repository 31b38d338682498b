import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { Rule } from '#shared/compliance/compliance.schemas.ts';
import { useCall } from '../../api/client.ts';
import { ApiError, errorMessage, fieldErrors } from '../../api/errors.ts';
import { DialogFailure } from '../../components/dialog-parts.tsx';
import { toast } from '../../components/toast.tsx';
import { WriteButton } from '../../components/write.tsx';
import type { RulesSeed } from '../../hooks/shell-actions.ts';
import { formatIsoDate } from '../../i18n/format.ts';
import { ExemptionsField } from './exemptions-field.tsx';
import { bodyOf, fieldOf, newRule, type RuleValues, valuesOf } from './form.ts';
import { useProblems } from './problems.ts';
import { HowFields, WhatFields, WhenFields } from './rule-fields.tsx';
import styles from './rules.module.css';
import { setDirty, show } from './store.ts';
import { useLeave } from './use-leave.ts';

/** The rule as somebody else saved it, from the error of a refused save. */
const currentOf = (error: unknown): Rule | undefined =>
  error instanceof ApiError && error.code === 'rev_changed'
    ? (error.details as { current?: Rule } | undefined)?.current
    : undefined;

/** All fields of a new or existing rule. */
export function RuleForm({ seed, rule }: { seed: RulesSeed; rule: Rule | undefined }) {
  const { t } = useTranslation('rules');
  const leave = useLeave();
  const [values, setValues] = useState<RuleValues>(() =>
    rule ? valuesOf(rule) : newRule(formatIsoDate(new Date())),
  );
  const [version, setVersion] = useState(rule?.version ?? 0);
  const [tried, setTried] = useState(false);
  const done = {
    onSuccess: ({ name }: Rule) => {
      toast.success(t('saved', { name }));
      show({ kind: 'list' });
    },
  };
  const create = useCall('ruleCreate', done);
  const update = useCall('ruleUpdate', done);
  const { error, isPending } = rule ? update : create;
  const current = currentOf(error);
  const problems = useProblems(values);
  const refused = Object.fromEntries(
    Object.entries(fieldErrors(error)).map(([name, sentence]) => [fieldOf(name), sentence]),
  );
  const errors = { ...refused, ...(tried ? problems : {}) };

  function change(next: Partial<RuleValues>): void {
    setValues((before) => ({ ...before, ...next }));
    setDirty(true);
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    // Drawn at once: the error marks are there for the focus, and the next key meets it in the field.
    flushSync(() => setTried(true));
    if (Object.keys(problems).length > 0) {
      event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      return;
    }
    const body = bodyOf(values);
    if (rule) update.mutate({ params: { id: rule._id }, body: { ...body, version } });
    else create.mutate({ body: { ...body, folder: seed.folder } });
  }

  const props = { values, change, errors, seed };
  return (
    <form noValidate onSubmit={submit}>
      {current && (
        <div className={styles.conflict} role="alert">
          <span>{t('conflict')}</span>
          <button
            type="button"
            className="link"
            onClick={() => {
              setValues(valuesOf(current));
              setVersion(current.version);
              update.reset();
            }}
          >
            {t('conflictLoad')}
          </button>
        </div>
      )}
      <WhatFields {...props} />
      <WhenFields {...props} />
      <HowFields {...props} />
      <ExemptionsField {...props} />
      <DialogFailure text={error && !current && Object.keys(refused).length === 0 && errorMessage(error)} />
      <div className={styles.foot}>
        <Button variant="subtle" onClick={() => leave(() => show({ kind: 'list' }))}>
          {t('back')}
        </Button>
        <WriteButton type="submit" variant="filled" loading={isPending}>
          {t('common:save')}
        </WriteButton>
      </div>
    </form>
  );
}
