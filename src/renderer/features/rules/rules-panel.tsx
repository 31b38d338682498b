import { Button } from '@mantine/core';
import { IconChecklist, IconPlus, IconTemplate } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState, ErrorState, LoadingRows } from '../../components/page/screen-states.tsx';
import type { RulesSeed } from '../../hooks/shell-actions.ts';
import { useRulesOf } from './queries.ts';
import { RuleForm } from './rule-form.tsx';
import { RuleRow } from './rule-row.tsx';
import styles from './rules.module.css';
import { show, useRules } from './store.ts';
import { TemplateChooser } from './template-chooser.tsx';

/** The rules of one folder: their list, the form of one rule, or the templates. */
export function RulesPanel({ seed }: { seed: RulesSeed }) {
  const view = useRules((state) => state.view);
  if (view.kind === 'form') return <RuleForm seed={seed} rule={view.rule} />;
  if (view.kind === 'templates') return <TemplateChooser seed={seed} />;
  return <RuleList seed={seed} />;
}

function RuleList({ seed }: { seed: RulesSeed }) {
  const { t } = useTranslation('rules');
  const found = useRulesOf(seed.folder);
  const top = useRef<HTMLDivElement>(null);
  // After a form the focus returns to the list, where a screen reader goes on.
  useEffect(() => top.current?.focus(), []);
  if (found.isPending) return <LoadingRows rows={5} height={56} />;
  if (found.isError) {
    return <ErrorState title={t('failed')} error={found.error} onRetry={() => void found.refetch()} />;
  }
  const { rules, may } = found.data;
  const buttons = may && (
    <div className={styles.buttons}>
      <Button
        leftSection={<IconTemplate size={16} aria-hidden="true" />}
        onClick={() => show({ kind: 'templates' })}
      >
        {t('template.use')}
      </Button>
      <Button
        variant="filled"
        leftSection={<IconPlus size={16} aria-hidden="true" />}
        onClick={() => show({ kind: 'form', rule: undefined })}
      >
        {t('new')}
      </Button>
    </div>
  );
  return (
    <div ref={top} tabIndex={-1} className={styles.panel}>
      {rules.length === 0 ? (
        <EmptyState
          icon={IconChecklist}
          title={t(seed.folder === seed.group ? 'noneRoot' : 'none')}
          action={buttons}
        >
          {t(may ? 'noneBody' : 'noneReader')}
        </EmptyState>
      ) : (
        <>
          <ul className={styles.list} aria-label={t('title')}>
            {rules.map((rule) => (
              <RuleRow key={rule._id} rule={rule} may={may} seed={seed} />
            ))}
          </ul>
          {buttons}
        </>
      )}
    </div>
  );
}
