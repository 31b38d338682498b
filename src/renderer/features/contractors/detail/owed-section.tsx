import { Button } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { PartyDetail } from '#shared/contractors/contractors.schemas.ts';
import { folderReasonsHref } from '#shared/platform/hrefs.ts';
import { useEndpoint } from '../../../api/client.ts';
import { RuleResults, RuleSummary } from '../../../components/compliance/rule-results.tsx';
import { EmptyState } from '../../../components/page/screen-states.tsx';
import { useShell } from '../../../hooks/shell-actions.ts';
import { AskButton } from './ask-button.tsx';
import styles from './detail.module.css';
import { Section } from './section.tsx';

/** What a party owes, rule by rule, as its folder says it. */
export function OwedSection({ party }: { party: PartyDetail }) {
  const { t } = useTranslation('contractors');
  const { results, standing, group, folder } = party;
  return (
    <Section
      title={t(`owed.${party.kind}`)}
      tour="contractors-owed"
      actions={party.may.edit && <AskButton party={party} />}
    >
      {standing.unsure && (
        <p className={styles.unsure} role="status">
          {t('owed.unsure')}
        </p>
      )}
      {results.length > 0 ? (
        <div className="framed">
          <RuleSummary colour={standing.colour} results={results} />
          <RuleResults results={results} />
        </div>
      ) : standing.colour === 'none' ? (
        <NoRules party={party} />
      ) : (
        <p className="secondary">
          {t('owed.below')}{' '}
          <Link className="link" to={folderReasonsHref(group._id, folder._id)}>
            {t('owed.seeFolder')}
          </Link>
        </p>
      )}
    </Section>
  );
}

/** Nothing is asked of it. Whoever may make rules makes them in the folder above, for each folder in it. */
function NoRules({ party }: { party: PartyDetail }) {
  const { t } = useTranslation('contractors');
  const { openRules } = useShell();
  const { group, folder, path } = party;
  const above = path.filter(({ _id }) => _id !== folder._id).at(-1) ?? group;
  const { data: rules } = useEndpoint('rulesByFolder', { params: { id: above._id } });
  return (
    <EmptyState
      icon={IconChecklist}
      title={t(`owed.none.${party.kind}`)}
      action={
        rules?.may && (
          <Button onClick={() => openRules({ group: group._id, folder: above._id, name: above.name })}>
            {t('owed.rules', { folder: above.name })}
          </Button>
        )
      }
    >
      {t(rules?.may ? 'owed.mayRule' : 'owed.noneBody', { folder: above.name })}
    </EmptyState>
  );
}
