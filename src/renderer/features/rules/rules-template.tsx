import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ownType, type RuleTemplate, type TemplateRule } from '#shared/compliance/templates.ts';
import type { DocumentType } from '#shared/labels/document-types.schemas.ts';
import { call } from '../../api/client.ts';
import { errorMessage } from '../../api/errors.ts';
import { useUser } from '../../api/session-store.ts';
import dialog from '../../components/dialog.module.css';
import { DialogFailure } from '../../components/dialog-parts.tsx';
import { TypedSelect } from '../../components/inputs/typed-select.tsx';
import { toast } from '../../components/toast.tsx';
import { WriteButton } from '../../components/write.tsx';
import type { RulesSeed } from '../../hooks/shell-actions.ts';
import { formatIsoDate } from '../../i18n/format.ts';
import { bodyOf, valuesOfTemplate } from './form.ts';
import styles from './rules.module.css';
import { reachKey, show } from './store.ts';

/**
 * One template: its rules, each with the document type that it asks for. Where the organization has no such type, an
 * administrator makes it here, or another one is chosen: a rule is never met by the words of a title.
 */
export function RulesTemplate({
  template,
  seed,
  types,
}: {
  template: RuleTemplate;
  seed: RulesSeed;
  types: readonly DocumentType[];
}) {
  const { t } = useTranslation('rules');
  const { isAdmin } = useUser();
  const [left, setLeft] = useState<readonly string[]>(template.rules.map((rule) => rule.code));
  /** Types that were chosen instead of those that are missing, by the rule's code. */
  const [instead, setInstead] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState<'types' | 'rules'>();
  const [failure, setFailure] = useState<unknown>();

  const typeOf = (rule: TemplateRule): string | undefined => ownType(rule, types)?._id ?? instead[rule.code];
  const ready = template.rules.filter((rule) => left.includes(rule.code) && typeOf(rule) !== undefined);
  const missing = template.rules.filter((rule) => left.includes(rule.code) && typeOf(rule) === undefined);

  /** One after the other. If one fails, those before it exist, and the others stay. */
  async function run(what: 'types' | 'rules', work: () => Promise<void>): Promise<void> {
    setBusy(what);
    setFailure(undefined);
    try {
      await work();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(undefined);
    }
  }
  const makeTypes = () =>
    run('types', async () => {
      for (const { type } of missing) await call('typeCreate', { body: { ...type } });
      toast.success(t('template.typesMade', { count: missing.length }));
    });
  const add = () =>
    run('rules', async () => {
      for (const rule of ready) {
        const values = valuesOfTemplate(rule, typeOf(rule) ?? '', formatIsoDate(new Date()));
        await call('ruleCreate', { body: { ...bodyOf(values), folder: seed.folder } });
        setLeft((before) => before.filter((code) => code !== rule.code));
      }
      toast.success(t('template.added', { count: ready.length }));
      if (missing.length === 0) show({ kind: 'list' });
    });

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
              disabled={busy !== undefined}
              onChange={(event) => {
                const { checked } = event.currentTarget;
                setLeft((before) =>
                  checked ? [...before, rule.code] : before.filter((code) => code !== rule.code),
                );
              }}
            />
            {left.includes(rule.code) && !ownType(rule, types) && (
              <TypedSelect
                className={styles.instead}
                label={t('template.instead', { name: rule.type.name })}
                placeholder={t('template.choose')}
                clearable
                disabled={busy !== undefined}
                data={types.map(({ _id, name }) => ({ value: _id, label: name }))}
                value={instead[rule.code] ?? null}
                onChange={(next) =>
                  setInstead(({ [rule.code]: _, ...others }) =>
                    next ? { ...others, [rule.code]: next } : others,
                  )
                }
              />
            )}
          </li>
        ))}
      </ul>
      {missing.length > 0 && (
        <p className={dialog.warning}>
          {t(isAdmin ? 'template.missing' : 'template.missingAsk', { count: missing.length })}
        </p>
      )}
      <DialogFailure text={failure !== undefined && `${t('template.failed')} ${errorMessage(failure)}`} />
      <div className={styles.templateButtons}>
        {isAdmin && missing.length > 0 && (
          <WriteButton
            loading={busy === 'types'}
            disabled={busy !== undefined}
            onClick={() => void makeTypes()}
          >
            {t('template.makeTypes', { count: missing.length })}
          </WriteButton>
        )}
        <WriteButton
          loading={busy === 'rules'}
          disabled={ready.length === 0 || busy !== undefined}
          onClick={() => void add()}
        >
          {t('template.add', { count: ready.length })}
        </WriteButton>
      </div>
    </section>
  );
}
