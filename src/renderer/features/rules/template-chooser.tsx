import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { RULE_TEMPLATES } from '#shared/compliance/templates.ts';
import { ErrorState, LoadingRows } from '../../components/page/screen-states.tsx';
import type { RulesSeed } from '../../hooks/shell-actions.ts';
import { useDocumentTypes } from './queries.ts';
import styles from './rules.module.css';
import { RulesTemplate } from './rules-template.tsx';
import { show } from './store.ts';

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
        <RulesTemplate key={template.key} template={template} seed={seed} types={types.data} />
      ))}
      <div className={styles.foot}>
        <Button variant="subtle" onClick={() => show({ kind: 'list' })}>
          {t('back')}
        </Button>
      </div>
    </div>
  );
}
