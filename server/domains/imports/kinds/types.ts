import { SCOPE_LABELS, SCOPES, type Scope } from '#shared/access/scopes.ts';
import { RETENTION_EVENTS, type RetentionEvent } from '#shared/keeping/retention.ts';
import { typeCreate } from '#shared/labels/document-types.schemas.ts';
import { clashKey } from '#shared/platform/files/names.ts';
import type { TableRow } from '../../../platform/tables/reading/read-table.ts';
import { findTypes, type TypeRow } from '../../labels/document-types.queries.ts';
import { t } from '../texts.ts';
import type { Fail, ImportColumn, ImportKind, Planned } from './kind.ts';
import { type Kept, periodWords, readPeriod } from './periods.ts';
import { EVENT_WORDS, TYPE_NAMES } from './understood.ts';
import { changesBetween, parsed, seenOnce, wordIn } from './words.ts';

type Column = keyof typeof TYPE_NAMES;

const column = (key: Column, width: number): ImportColumn<Column> => ({
  ...{ key, width, names: TYPE_NAMES[key], required: key === 'name' || key === 'code' },
  ...{ title: t(`types.columns.${key}`), example: t(`types.example.${key}`) },
});
const COLUMNS: readonly ImportColumn<Column>[] = [
  ...[column('name', 34), column('code', 12), column('kept', 18), column('from', 18)],
  ...[column('basis', 40), column('scope', 16), column('review', 14)],
];

const SCOPE_WORDS = Object.fromEntries(
  SCOPES.map((scope) => [scope, [SCOPE_LABELS[scope], scope]]),
) as unknown as Readonly<Record<Scope, readonly string[]>>;
/** A type with the fields that its form has. */
interface Values {
  readonly name: string;
  readonly code: string;
  readonly scope: Scope | null;
  readonly kept: Kept;
  readonly from: RetentionEvent;
  readonly basis: string | null;
  readonly review: number | null;
}

const valuesOf = (row: TypeRow): Values => ({
  name: row.name,
  code: row.code,
  scope: row.default_scope,
  kept: row.retention === 'period' ? (row.retention_months ?? 'none') : row.retention,
  from: row.retention_from,
  basis: row.retention_basis,
  review: row.review_months,
});

const NEW: Values = {
  ...{ name: '', code: '', scope: null, kept: 'none', from: 'creation', basis: null, review: null },
};

const bodyOf = ({ name, code, scope, kept, from, basis, review }: Values) => ({
  ...{ name, code, scope, retentionFrom: from, reviewMonths: review },
  retention: kept === 'none' || kept === 'forever' ? kept : ('period' as const),
  retentionMonths: typeof kept === 'number' ? kept : null,
  retentionBasis: kept === 'none' ? null : basis,
});

const FIELDS: Readonly<Record<string, Column>> = {
  ...{ name: 'name', code: 'code', scope: 'scope', reviewMonths: 'review' },
  ...{ retention: 'kept', retentionMonths: 'kept', retentionFrom: 'from', retentionBasis: 'basis' },
};
const columnOf = (field: string): Column | null =>
  Object.hasOwn(FIELDS, field) ? (FIELDS[field] ?? null) : null;

const shown = ({ name, code, scope, kept, from, basis, review }: Values): Record<Column, string> => ({
  ...{
    name,
    code,
    basis: kept === 'none' ? '' : (basis ?? ''),
    review: review === null ? '' : String(review),
  },
  scope: scope === null ? '' : SCOPE_LABELS[scope],
  kept: periodWords(kept),
  // Without a period it is counted from nothing.
  from: typeof kept === 'number' ? t(`types.from.${from}`) : '',
});

const whole = (text: string): number => (/^\d{1,6}$/.test(text) ? Number(text) : Number.NaN);

/** What the cells say; what they leave empty stays as it is. */
function read(cells: TableRow<Column>['cells'], before: Values, fail: Fail<Column>): Values {
  const word = <Key extends string>(
    at: Column,
    words: Readonly<Record<Key, readonly string[]>>,
    all: string,
  ) => {
    const text = cells[at];
    if (!text) return undefined;
    const found = wordIn(text, words);
    if (found === undefined) fail(at, t('word', { given: text, all }));
    return found;
  };
  const kept = cells.kept ? readPeriod(cells.kept) : before.kept;
  if (kept === null) fail('kept', t('types.keptUnknown', { given: cells.kept ?? '' }));
  const review = cells.review ? whole(cells.review) : before.review;
  if (review !== null && Number.isNaN(review)) fail('review', t('number', { given: cells.review ?? '' }));
  return {
    name: cells.name || before.name,
    code: cells.code || before.code,
    scope: word('scope', SCOPE_WORDS, SCOPES.map((scope) => SCOPE_LABELS[scope]).join(', ')) ?? before.scope,
    kept: kept ?? before.kept,
    from:
      word('from', EVENT_WORDS, RETENTION_EVENTS.map((each) => t(`types.from.${each}`)).join(', ')) ??
      before.from,
    basis: cells.basis || before.basis,
    review: review !== null && Number.isNaN(review) ? before.review : review,
  };
}

/** Document types, found again by their code, else by their name. */
export const typesKind: ImportKind<Column> = {
  columns: COLUMNS,

  async prepare(executor, actor) {
    const types = await findTypes(executor, actor.organization);
    const codes = seenOnce();
    const names = seenOnce();
    const rows = seenOnce();
    return ({ number, cells }, fail): Planned | null => {
      const by = (field: 'name' | 'code', given: string | undefined) =>
        given ? types.find((row) => clashKey(row[field]) === clashKey(given)) : undefined;
      const [byCode, byName] = [by('code', cells.code), by('name', cells.name)];
      if (byCode && byName && byCode.id !== byName.id)
        fail('code', t('types.other', { given: byCode.name, name: byName.name, code: byName.code }));
      const row = byCode ?? byName;
      const again = row && rows(row.id, number);
      if (again !== undefined) fail(byCode ? 'code' : 'name', t('twice', { row: again }));
      const before = row ? valuesOf(row) : NEW;
      const after = read(cells, before, fail);
      // A cell that is empty in a new row is missing, and not empty on purpose.
      const body = parsed(typeCreate, bodyOf(after), columnOf, fail);
      for (const [field, seen] of [
        ['code', codes],
        ['name', names],
      ] as const) {
        const twice = after[field] === '' ? undefined : seen(clashKey(after[field]), number);
        if (twice !== undefined && again === undefined) fail(field, t('twice', { row: twice }));
      }
      if (!body) return null;
      const { name } = body;
      if (!row) {
        const write: Planned['write'] = async ({ actor: admin, types: service }) => {
          const made = await service.create(admin, body);
          return [{ what: 'remove', of: 'type', id: made._id, name }];
        };
        return { what: 'create', name, write };
      }
      const changes = changesBetween(COLUMNS, shown(before), shown(after));
      if (changes.length === 0) return { what: 'same', name };
      const write: Planned['write'] = async ({ actor: admin, types: service }) => {
        const saved = await service.update(admin, row.id, { ...bodyOf(after), rev: row.rev });
        return [
          { what: 'restore', of: 'type', id: row.id, name, body: { ...bodyOf(before), rev: saved.rev } },
        ];
      };
      return { what: 'update', name, changes, write };
    };
  },

  async undo({ actor, types }, step) {
    if (step.what === 'remove') return types.remove(actor, step.id);
    const body = step.body as Parameters<typeof types.update>[2];
    await types.update(actor, step.id, body);
  },
};
