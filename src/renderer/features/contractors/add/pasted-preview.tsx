import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatRut, parseRut } from '#shared/people/rut.ts';
import { formatNumber } from '../../../i18n/format.ts';
import styles from './add.module.css';
import type { PastedRow } from './pasted.ts';

/** What was pasted as it is understood, with what is wrong beside each row. */
export function PastedPreview({
  rows,
  faultOf,
  employers,
}: {
  rows: readonly PastedRow[];
  faultOf: (row: PastedRow) => string | undefined;
  /** Whether a row may say whom somebody works for. */
  employers: boolean;
}) {
  const { t } = useTranslation('contractors');
  const named = employers && rows.some(({ contractor }) => contractor !== null);
  const faulty = rows.filter((row) => faultOf(row) !== undefined).length;
  return (
    <>
      <p role="status" className={styles.summary}>
        {t('add.read', { count: rows.length, shown: formatNumber(rows.length) })}
        {faulty > 0 && ` ${t('add.faulty', { count: faulty, shown: formatNumber(faulty) })}`}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={styles.preview} tabIndex={0} aria-label={t('add.preview')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('add.row')}</th>
              <th scope="col">{t('fields.nameShort')}</th>
              <th scope="col">{t('fields.rut')}</th>
              <th scope="col">{t('fields.email')}</th>
              {named && <th scope="col">{t('fields.contractor')}</th>}
            </tr>
          </thead>
          {rows.map((row) => (
            <Row key={row.number} row={row} fault={faultOf(row)} named={named} />
          ))}
        </table>
      </section>
    </>
  );
}

/** A row, and what is wrong with it in a line of its own below. */
function Row({ row, fault, named }: { row: PastedRow; fault: string | undefined; named: boolean }) {
  const parsed = row.rut ? parseRut(row.rut) : null;
  return (
    <tbody>
      <tr data-faulty={fault ? '' : undefined}>
        <td>{row.number}</td>
        <td>{row.name || '—'}</td>
        <td className="nowrap">{parsed ? formatRut(parsed) : row.rut}</td>
        <td>{row.email}</td>
        {named && <td>{row.contractor}</td>}
      </tr>
      {fault && (
        <tr>
          <td />
          <td colSpan={named ? 4 : 3}>
            <span className={styles.fault}>
              <IconAlertTriangle size={14} aria-hidden="true" />
              {fault}
            </span>
          </td>
        </tr>
      )}
    </tbody>
  );
}

/** Links are shown for this many; more would push what is left to correct out of sight. */
const NAMED = 10;

/** Who was added, and whether somebody is left in the text. */
export function MadeList({
  made,
  left,
}: {
  made: readonly { readonly _id: string; readonly name: string }[];
  left: number;
}) {
  const { t } = useTranslation('contractors');
  if (made.length === 0) return null;
  return (
    <div className={styles.made} role="status">
      <IconCircleCheck size={18} aria-hidden="true" />
      <div>
        <b>{t('add.made', { count: made.length, shown: formatNumber(made.length) })}</b>{' '}
        {made.slice(0, NAMED).map(({ _id, name }, at) => (
          <span key={_id}>
            {at > 0 && ', '}
            <Link className="link" to={`/contractors/${_id}`}>
              {name}
            </Link>
          </span>
        ))}
        {made.length > NAMED &&
          ` ${t('add.andMore', { count: made.length - NAMED, shown: formatNumber(made.length - NAMED) })}`}
        {left > 0 && <p>{t('add.left', { count: left, shown: formatNumber(left) })}</p>}
      </div>
    </div>
  );
}
