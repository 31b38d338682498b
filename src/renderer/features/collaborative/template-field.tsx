import { Radio } from '@mantine/core';
import {
  IconClipboardText,
  IconFile,
  IconFileText,
  IconListCheck,
  IconReportAnalytics,
  type TablerIcon,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { BUILT_IN_TEMPLATES, type BuiltInTemplate } from '#shared/collaborative/document-templates.ts';
import { useUser } from '../../api/session-store.ts';
import { FieldFailure, FieldLabel, fieldProps } from '../../components/inputs/field.tsx';
import styles from './collaborative.module.css';
import { useTemplates } from './queries.ts';
import { edit, show, useCollaborative } from './store.ts';

const ICONS: Readonly<Record<BuiltInTemplate, TablerIcon>> = {
  blank: IconFile,
  acta: IconClipboardText,
  procedimiento: IconListCheck,
  informe: IconReportAnalytics,
};

function Card({
  value,
  icon: Icon,
  name,
  body,
}: {
  value: string;
  icon: TablerIcon;
  name: string;
  body: string;
}) {
  return (
    <Radio.Card value={value} className={styles.card ?? ''} aria-label={`${name}. ${body}`}>
      <Icon size={20} className={styles.icon} aria-hidden="true" />
      <span className="grow">
        <b className="ellipsis" title={name}>
          {name}
        </b>
        <span className="meta">{body}</span>
      </span>
      <Radio.Indicator size="xs" className={styles.mark ?? ''} />
    </Radio.Card>
  );
}

/** Chooses a template: built-in, or one of the organization's own. */
export function TemplateField({ refused }: { refused: string | undefined }) {
  const { t } = useTranslation('collaborative');
  const { draft } = useCollaborative();
  const { isAdmin } = useUser();
  const templates = useTemplates();
  const manage = isAdmin && (
    <button type="button" className="link" onClick={() => show('templates')}>
      {t('manage.open')}
    </button>
  );
  return (
    <Radio.Group
      label={<FieldLabel aside={manage}>{t('fields.template')}</FieldLabel>}
      value={draft.template}
      onChange={(template) => edit({ template })}
      {...fieldProps({
        error: templates.isError ? (
          <FieldFailure text={t('fields.templatesFailed')} onRetry={() => void templates.refetch()} />
        ) : (
          refused
        ),
      })}
    >
      <div className={styles.cards}>
        {BUILT_IN_TEMPLATES.map((name) => (
          <Card
            key={name}
            value={name}
            icon={ICONS[name]}
            name={t(`templates.${name}`)}
            body={t(`templates.${name}Body`)}
          />
        ))}
        {(templates.data ?? []).map((each) => (
          <Card
            key={each._id}
            value={each._id}
            icon={IconFileText}
            name={each.name}
            body={t('templates.own')}
          />
        ))}
      </div>
    </Radio.Group>
  );
}
