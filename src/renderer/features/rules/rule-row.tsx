import { Switch } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Rule } from '#shared/compliance/compliance.schemas.ts';
import { useCall } from '../../api/client.ts';
import { modals } from '../../components/dialogs.ts';
import { toast } from '../../components/toast.tsx';
import { useWritePause, WriteIcon } from '../../components/write.tsx';
import type { RulesSeed } from '../../hooks/shell-actions.ts';
import { bodyOf, valuesOf } from './form.ts';
import styles from './rules.module.css';
import { show } from './store.ts';
import { useSummary } from './summary.ts';

/** One rule in words, whether it is active, and its actions. */
export function RuleRow({ rule, may, seed }: { rule: Rule; may: boolean; seed: RulesSeed }) {
  const { t } = useTranslation('rules');
  const summary = useSummary(seed);
  const pause = useWritePause();
  const update = useCall('ruleUpdate', { onError: (error) => toast.error(t('notChanged'), error) });
  const remove = useCall('ruleDelete', {
    onSuccess: () => toast.success(t('deleted', { name: rule.name })),
    onError: (error) => toast.error(t('notDeleted'), error),
  });
  return (
    <li className={styles.row} data-off={!rule.active || undefined}>
      <div className="grow">
        <p className={styles.name}>
          {rule.code && <span className="meta">{rule.code}</span>}
          <b>{rule.name}</b>
        </p>
        <p className={styles.facts}>{summary(rule)}</p>
        {rule.exemptions.length > 0 && (
          <p className="meta">
            {t('exempted', { count: rule.exemptions.length })}{' '}
            {rule.exemptions.map((each) => each.folder.name).join(', ')}
          </p>
        )}
      </div>
      {may ? (
        <div className={styles.tools}>
          <Switch
            aria-label={t('activeOf', { name: rule.name })}
            checked={rule.active}
            disabled={update.isPending || pause.disabled}
            title={pause.title}
            onChange={(event) =>
              update.mutate({
                params: { id: rule._id },
                body: {
                  ...bodyOf(valuesOf(rule)),
                  active: event.currentTarget.checked,
                  version: rule.version,
                },
              })
            }
          />
          <WriteIcon aria-label={t('edit', { name: rule.name })} onClick={() => show({ kind: 'form', rule })}>
            <IconPencil size={16} />
          </WriteIcon>
          <WriteIcon
            aria-label={t('delete', { name: rule.name })}
            loading={remove.isPending}
            onClick={() =>
              modals.openConfirmModal({
                title: t('deleteTitle'),
                children: t('deleteBody', { name: rule.name }),
                labels: { confirm: t('deleteGo'), cancel: t('common:cancel') },
                confirmProps: { variant: 'filled', color: 'red' },
                onConfirm: () => remove.mutate({ params: { id: rule._id } }),
              })
            }
          >
            <IconTrash size={16} />
          </WriteIcon>
        </div>
      ) : (
        !rule.active && <span className="meta">{t('inactive')}</span>
      )}
    </li>
  );
}
