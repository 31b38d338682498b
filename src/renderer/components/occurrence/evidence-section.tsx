import { IconFileOff, IconX } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { stateRow } from '#shared/access/states.ts';
import type { OccurrenceSheet } from '#shared/calendars/calendars.schemas.ts';
import { LOCALE } from '#shared/platform/limits.ts';
import { call } from '../../api/client.ts';
import { useUser } from '../../api/session-store.ts';
import { useShell } from '../../hooks/shell-actions.ts';
import { formatList } from '../../i18n/format.ts';
import { StatePill } from '../documents/state-pill.tsx';
import { WriteButton } from '../write.tsx';
import { EvidencePicker } from './evidence-picker.tsx';
import { GiveEvidence } from './give-evidence.tsx';
import styles from './occurrence.module.css';
import { placeWords } from './place-words.ts';
import './catalogue.ts';

const ANY_OF = new Intl.ListFormat(LOCALE, { type: 'disjunction' });

/** What shows that a due day was met: in words, what is there, what is on its way, and ways to add to it. */
export function EvidenceSection({
  item,
  busy,
  act,
  onChanged,
  onAsk,
}: {
  item: OccurrenceSheet;
  busy: boolean;
  act: (work: () => Promise<unknown>) => Promise<void>;
  onChanged: () => void;
  /** Asks somebody else for the document, where the person may. */
  onAsk: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  const { documents } = useShell();
  const me = useUser()._id;
  const params = { id: item._id };
  const { evidence, shown, may, decision, uploading } = item;
  const byHand = evidence.minCount === 0;
  const aside = decision === 'waived' || decision === 'cancelled';
  const takes = may.give && !aside && !byHand;
  if (byHand && shown.length + evidence.hidden + evidence.gone + uploading.length === 0) return null;
  return (
    <section aria-label={t('occurrence:evidence.title')} className={styles.part}>
      <h4>{t('occurrence:evidence.title')}</h4>
      {!byHand && <Wanted item={item} />}
      {shown.map((each) => (
        <div key={each.version} className={styles.evidence}>
          <Link className="grow" to={`/records/view/${each.record._id}`}>
            {each.record.title}
          </Link>
          <span className="meta">{t('occurrence:evidence.version', { number: each.number })}</span>
          <StatePill state={each.state} />
          {(may.fulfil || each.linkedBy._id === me) && !aside && (
            <WriteButton
              variant="subtle"
              size="compact-sm"
              aria-label={t('occurrence:evidence.removeOne', { title: each.record.title })}
              disabled={busy}
              onClick={() =>
                void act(() => call('evidenceDelete', { params: { ...params, version: each.version } }))
              }
            >
              <IconX size={15} aria-hidden="true" />
            </WriteButton>
          )}
        </div>
      ))}
      {evidence.hidden > 0 && (
        <div className={styles.evidence}>
          <IconFileOff size={16} aria-hidden="true" />
          <span className="grow secondary">
            {t('occurrence:evidence.hidden', { count: evidence.hidden })}
          </span>
        </div>
      )}
      {evidence.gone > 0 && (
        <div className={styles.evidence}>
          <IconFileOff size={16} aria-hidden="true" />
          <span className="grow secondary">{t('occurrence:evidence.gone', { count: evidence.gone })}</span>
        </div>
      )}
      {uploading.length > 0 && (
        <Suspense>
          <documents.OwnUploads label={t('occurrence:evidence.uploading')} records={uploading} />
        </Suspense>
      )}
      {takes && (
        <>
          <GiveEvidence item={item} onGiven={onChanged} />
          <EvidencePicker
            busy={busy}
            onAsk={onAsk}
            onPick={(record) =>
              void act(() => call('evidenceCreate', { params, body: { rev: item.rev, record } }))
            }
          />
        </>
      )}
    </section>
  );
}

/** How far it is, and which documents are asked for: of which type, with which labels, where, in which state. */
function Wanted({ item }: { item: OccurrenceSheet }) {
  const { t } = useTranslation();
  const { evidence, documentType, labels, acceptedStates } = item;
  const place = placeWords(item);
  const names = formatList(labels.map(({ name }) => `«${name}»`));
  const which = [
    ...(documentType ? [t('occurrence:evidence.ofType', { type: documentType.name })] : []),
    ...(labels.length > 0 ? [t('occurrence:evidence.labelled', { count: labels.length, names })] : []),
    ...(place ? [t('occurrence:evidence.in', { place })] : []),
  ].join(', ');
  const states = ANY_OF.format(acceptedStates.map((state) => `«${stateRow(state).label}»`));
  const count = evidence.minCount;
  return (
    <>
      {/* Which of the hidden ones count is not known here. */}
      {evidence.hidden === 0 && (
        <p className={styles.progress} data-met={evidence.accepted >= count || undefined}>
          {t('occurrence:evidence.count', { accepted: evidence.accepted, count })}
        </p>
      )}
      <p className="secondary">
        {which
          ? t('occurrence:evidence.asksWhich', { count, which })
          : t('occurrence:evidence.asks', { count })}{' '}
        {t('occurrence:evidence.counts', { count, states })}
      </p>
    </>
  );
}
