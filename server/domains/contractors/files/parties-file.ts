import type { RuleResult } from '#shared/compliance/compliance.schemas.ts';
import type { Party } from '#shared/contractors/contractors.schemas.ts';
import { formatRut } from '#shared/people/rut.ts';
import { addDays, type Day } from '#shared/platform/days.ts';
import type { TableFile, TableFormat } from '#shared/platform/files/table-file.ts';
import { type TableCell, type TableColumn, tableFile } from '../../../platform/tables/table-file.ts';
import { reasonWords } from '../../compliance/reason-words.ts';
import { t } from '../texts.ts';

/** What a file of parties says. */
export interface WrittenParties {
  /** Sentences above the table: of when and of whom it is. */
  readonly head: readonly string[];
  readonly day: Day;
  readonly parties: readonly { readonly party: Party; readonly owed: readonly RuleResult[] }[];
}

const COLUMNS = [
  ['kind', 14],
  ['name', 34],
  ['rut', 14],
  ['contractor', 34],
  ['library', 24],
  ['standing', 18],
  ['requirement', 40],
  ['basis', 30],
  ['state', 16],
  ['reason', 50],
  ['until', 14],
  ['documents', 50],
] as const;

const columns = COLUMNS.map(([key, width]): TableColumn => ({ title: t(`file.columns.${key}`), width }));

const standingOf = ({ standing: { colour, unsure } }: Party): string =>
  t(`file.standings.${unsure && colour !== 'fail' ? 'unsure' : colour}`);

function owedCells({ rule, status, startsOn, reasons, failsOn, satisfiedBy }: RuleResult): TableCell[] {
  return [
    rule.name,
    rule.legalBasis || null,
    t(`file.states.${startsOn ? 'waiting' : status}`),
    status === 'fails' ? reasons.map(reasonWords).join('\n') : null,
    failsOn === null ? null : { day: addDays(failsOn, -1) },
    satisfiedBy.map(({ record }) => record.title).join('\n') || null,
  ];
}

/** One row for each requirement of each party; who owes nothing has one row without any. */
export function partiesFile(format: TableFormat, { head, day, parties }: WrittenParties): Promise<TableFile> {
  const rows = parties.flatMap(({ party, owed }) => {
    const own: TableCell[] = [
      t(`file.kinds.${party.kind}`),
      party.name,
      party.rut && formatRut(party.rut),
      party.contractor?.name ?? null,
      party.group.name,
      standingOf(party),
    ];
    return owed.length === 0
      ? [[...own, null, null, null, null, null, null]]
      : owed.map((each) => [...own, ...owedCells(each)]);
  });
  const said = head.map((sentence): TableCell[] => [sentence]);
  return tableFile(`${t('file.name')}-${day}`, format, {
    title: t('file.sheet'),
    columns,
    rows: [...rows, [], ...said],
  });
}
