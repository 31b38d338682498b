import type { Party } from '#shared/contractors/contractors.schemas.ts';
import type { PartyKind } from '#shared/contractors/party.ts';
import { formatRut } from '#shared/people/rut.ts';
import type { DataColumn } from '../../../components/data-table/columns.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { i18next } from '../../../i18n/i18n.ts';
import styles from '../contractors.module.css';
import { EndedTag, Standing } from '../standing.tsx';

const text = (key: string, options: Record<string, unknown> = {}): string =>
  i18next.t(`contractors:${key}`, options);

function Name({ party }: { party: Party }) {
  return (
    <span className={styles.name}>
      <span className="ellipsis" title={party.name}>
        {party.name}
      </span>
      {party.ended && <EndedTag />}
    </span>
  );
}

/** A number of people or of sites; nothing where there are none. */
const counted = (value: number) =>
  value === 0 ? <span className={styles.none}>—</span> : formatNumber(value);

/** The columns of one kind. Of whom one knows none of the RUTs, there is no column of them. */
export function columnsOf(
  kind: PartyKind,
  { libraries, ruts }: { libraries: boolean; ruts: boolean },
): readonly DataColumn<Party>[] {
  const shown: (DataColumn<Party> | false)[] = [
    {
      id: 'name',
      header: text(`columns.${kind}`),
      cell: (party) => <Name party={party} />,
      width: 'minmax(180px, 1.6fr)',
    },
    ruts &&
      kind !== 'site' && {
        id: 'rut',
        header: text('columns.rut'),
        cell: ({ rut }) => rut && formatRut(rut),
        width: '116px',
        from: 560,
      },
    kind === 'worker' && {
      id: 'works-for',
      header: text('columns.worksFor'),
      cell: ({ contractor }) =>
        contractor ? (
          <span title={contractor.name}>{contractor.name}</span>
        ) : (
          <span className={styles.none}>—</span>
        ),
      width: 'minmax(120px, 1fr)',
      from: 720,
      narrow: true,
    },
    libraries && {
      id: 'library',
      header: text('columns.library'),
      cell: ({ group }) => <span title={group.name}>{group.name}</span>,
      from: 900,
    },
    {
      id: 'standing',
      header: text('columns.standing'),
      cell: ({ standing }) => <Standing standing={standing} />,
      width: 'minmax(200px, 1fr)',
      narrow: true,
    },
    kind !== 'worker' && {
      id: 'workers',
      header: text('columns.workers'),
      cell: ({ workers }) => counted(workers),
      width: '104px',
      end: true,
      from: 640,
    },
    kind !== 'site' && {
      id: 'sites',
      header: text('columns.sites'),
      cell: ({ sites }) => counted(sites),
      width: '64px',
      end: true,
      from: 640,
    },
  ];
  return shown.filter((column) => column !== false);
}
