import { Button } from '@mantine/core';
import { IconCircleCheck, IconEyeOff, IconShieldX, IconSnowflake } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import type { Snapshot } from '#shared/report/report.schemas.ts';
import { call, useEndpoint } from '../../../api/client.ts';
import { Page } from '../../../components/page/page.tsx';
import { ErrorState } from '../../../components/page/screen-states.tsx';
import { formatDateTime, fullName } from '../../../i18n/format.ts';
import { ExportActions } from '../export-actions.tsx';
import { viewIn } from '../filters/filters.ts';
import { LoadingReport } from '../loading-report.tsx';
import { MasterTable } from '../master-table.tsx';
import styles from '../report.module.css';
import { ReportBody } from '../report-body.tsx';
import { ReportSheet } from '../report-sheet.tsx';
import { dayInWords } from './as-of.tsx';
import { Hash } from './frozen-list.tsx';
import { PaperHead } from './paper-head.tsx';

const nothing = () => undefined;

/** A frozen report, read-only, with who froze it and whether its hash still matches. */
export function FrozenScreen({ id }: { id: string }) {
  const { t } = useTranslation('report');
  const [params] = useSearchParams();
  const query = useEndpoint('snapshotGet', { params: { id } });
  const frozen = query.data;
  const back = { to: '/calendars/report', label: t('frozen.back') };
  return (
    <ReportSheet>
      <Page
        wide
        title={frozen?.name ?? t('frozen.one')}
        back={back}
        intro={frozen && `${t('asOf.at')} ${dayInWords(frozen.asOf)}`}
        actions={
          frozen && (
            <ExportActions
              formats={['pdf', 'xlsx', 'csv'] as const}
              view={viewIn(params)}
              fetch={(format, part) => call('snapshotExport', { params: { id }, query: { format, part } })}
            />
          )
        }
      >
        {query.isPending && <LoadingReport />}
        {query.isError && (
          <ErrorState
            title={t('frozen.failedOne')}
            error={query.error}
            onRetry={() => void query.refetch()}
          />
        )}
        {frozen && <Loaded frozen={frozen} />}
      </Page>
    </ReportSheet>
  );
}

function Loaded({ frozen }: { frozen: Snapshot }) {
  const { t } = useTranslation('report');
  return (
    <>
      <PaperHead />
      <aside className={styles.banner} aria-label={t('frozen.one')}>
        <IconSnowflake size={20} aria-hidden="true" />
        <div>
          <p>
            {t('frozen.taken', { when: formatDateTime(frozen.takenAt), who: fullName(frozen.takenBy) })}{' '}
            <span className={styles.seal} data-broken={!frozen.intact || undefined}>
              {frozen.intact ? (
                <IconCircleCheck size={16} aria-hidden="true" />
              ) : (
                <IconShieldX size={16} aria-hidden="true" />
              )}
              {t(frozen.intact ? 'frozen.intact' : 'frozen.altered')}
            </span>
          </p>
          {frozen.note && <p>{frozen.note}</p>}
          {frozen.partial && (
            <p className="secondary">
              <IconEyeOff size={14} aria-hidden="true" style={{ display: 'inline', verticalAlign: '-2px' }} />{' '}
              {t('frozen.partial')}
            </p>
          )}
          <Hash value={frozen.sha256} />
        </div>
        <Button component={Link} to="/calendars/report" className={styles.screenOnly ?? ''}>
          {t('frozen.now')}
        </Button>
      </aside>
      <ReportBody
        report={frozen.report}
        scope={frozen.scope}
        closed
        none={<p className={styles.panel}>{t('empty.frozen')}</p>}
        master={
          <>
            <MasterTable rows={frozen.master} hasMore={false} onMore={nothing} />
            {frozen.masterMore && <p className="meta">{t('frozen.masterMore')}</p>}
          </>
        }
      />
    </>
  );
}
