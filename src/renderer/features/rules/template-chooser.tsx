import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RULE_TEMPLATES, type RuleTemplate } from '#shared/compliance/templates.ts';
import { call } from '../../api/client.ts';
import { errorMessage } from '../../api/errors.ts';
import dialog from '../../components/dialog.module.css';
import { ErrorState, LoadingRows } from '../../components/page/screen-states.tsx';
import { toast } from '../../components/toast.tsx';
import { WriteButton } from '../../components/write.tsx';
import type { RulesSeed } from '../../hooks/shell-actions.ts';
import { bodyOf, valuesOfTemplate } from './form.ts';
import { useDocumentTypes } from './queries.ts';
import styles from './rules.module.css';
import { reachKey, show } from './store.ts';

/** Rules to start from. Each is added as shown here, and can be edited afterwards. */
export function TemplateChooser({ seed }: { seed: RulesSeed }) {
  const { t } = useTranslation('rules');
  const types = useDocumentTypes();
  if (types.isPending) return <LoadingRows rows={6} height={40} />;
  if (types.isError) {
    return <ErrorState title={t('listFailed')} error={types.error} onRetry={() => void types.refetch()} />;
  }
  return (
    <div>
      <p className="secondary">{t('template.intro')}</p>
      {RULE_TEMPLATES.map((template) => (
        <Template key={template.key} template={template} seed={seed} types={types.data} />
      ))}
      <div className={styles.foot}>
        <Button variant="subtle" onClick={() => show({ kind: 'list' })}>
          {t('back')}
        </Button>
      </div>
    </div>
  );
}

function Template({
  template,
  seed,
  types,
}: {
  template: RuleTemplate;
  seed: RulesSeed;
  types: readonly { _id: string; name: string; code: string }[];
}) {
  const { t } = useTranslation('rules');
  const [left, setLeft] = useState<readonly string[]>(template.rules.map((rule) => rule.code));
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();

  /** Created one after the other. If one fails, those before it exist, and the others stay selected. */
  async function add(): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    const chosen = template.rules.filter((rule) => left.includes(rule.code));
    try {
      for (const rule of chosen) {
        await call('ruleCreate', { body: { ...bodyOf(valuesOfTemplate(rule, types)), folder: seed.folder } });
        setLeft((before) => before.filter((code) => code !== rule.code));
      }
      toast.success(t('template.added', { count: chosen.length }));
      show({ kind: 'list' });
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <section className={styles.template}>
      <h3>{t(`template.${template.key}`)}</h3>
      <p className="meta">{t(`template.${template.key}Hint`)}</p>
      <ul>
        {template.rules.map((rule) => (
          <li key={rule.code}>
            <Checkbox
              label={rule.name}
              description={[
                t(reachKey(rule.appliesTo, seed)),
                t(`periodicity.${rule.periodicity}`),
                t(`severity.${rule.severity}`),
                rule.legalBasis,
              ].join(' · ')}
              checked={left.includes(rule.code)}
              disabled={busy}
              onChange={(event) => {
                const { checked } = event.currentTarget;
                setLeft((before) =>
                  checked ? [...before, rule.code] : before.filter((code) => code !== rule.code),
                );
              }}
            />
          </li>
        ))}
      </ul>
      {failure !== undefined && (
        <p className={dialog.failure} role="alert">
          {t('template.failed')} {errorMessage(failure)}
        </p>
      )}
      <WriteButton loading={busy} disabled={left.length === 0} onClick={() => void add()}>
        {t('template.add', { count: left.length })}
      </WriteButton>
    </section>
  );
}
