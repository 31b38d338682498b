import {
  DEFAULT_LABEL_ICON,
  LABEL_ICONS,
  type LabelIconName,
  labelIconName,
} from '#shared/labels/label-icons.ts';
import { LABEL_DEPTH_MAX } from '#shared/labels/label-tree.ts';
import { labelCreate } from '#shared/labels/labels.schemas.ts';
import { clashKey } from '#shared/platform/files/names.ts';
import type { UndoStep } from '../../../platform/db/tables/organization.ts';
import { ApiError } from '../../../platform/errors.ts';
import { foldTitle } from '../../../platform/tables/reading/fold-title.ts';
import { findLabels, type LabelRow } from '../../labels/labels.queries.ts';
import { findGroups } from '../../libraries/groups.queries.ts';
import { t } from '../texts.ts';
import type { Fail, ImportColumn, ImportKind, Planned } from './kind.ts';
import { createTree, noteOf, pathOf } from './tree.ts';
import { EVERYWHERE, LABEL_NAMES } from './understood.ts';
import { changesBetween, type Named, parsed, pickOne, seenOnce } from './words.ts';

type Column = keyof typeof LABEL_NAMES;

const column = (key: Column, width: number): ImportColumn<Column> => ({
  ...{ key, width, names: LABEL_NAMES[key], required: key === 'path', lines: key === 'libraries' },
  ...{ title: t(`labels.columns.${key}`), example: t(`labels.example.${key}`) },
});
const COLUMNS: readonly ImportColumn<Column>[] = [
  ...[column('path', 44), column('icon', 22), column('libraries', 36)],
];

function readIcon(text: string, fail: Fail<Column>): LabelIconName | null {
  const found = LABEL_ICONS.find(([key, name]) => key === text || foldTitle(name) === foldTitle(text));
  if (!found) fail('icon', t('labels.icon', { given: text }));
  return found?.[0] ?? null;
}

function readLibraries(text: string, libraries: readonly Named[], fail: Fail<Column>): string[] | null {
  if (EVERYWHERE.includes(foldTitle(text))) return [];
  const ids = text
    .split(/[|;\n]/)
    .map((name) => name.trim())
    .filter(Boolean)
    .map((name) => {
      const said = { unknown: t('library.unknown', { name }), several: t('library.several', { name }) };
      return pickOne(name, libraries, said, (message) => fail('libraries', message))?.id ?? null;
    });
  return ids.includes(null) ? null : [...new Set(ids as string[])].sort();
}

/** Labels, found again by their path. What is missing above them is made too. */
export const labelsKind: ImportKind<Column> = {
  columns: COLUMNS,

  async prepare(executor, actor) {
    const tree = createTree(await findLabels(executor, actor.organization), clashKey);
    const groups = await findGroups(executor, actor.organization, null);
    const libraries = groups.map(({ id, name }): Named => ({ id, name }));
    const seen = seenOnce();
    const shown = (name: string, icon: string, ids: readonly string[]): Record<Column, string> => ({
      path: name,
      icon: labelIconName(icon as LabelIconName),
      libraries:
        ids.length === 0
          ? t('labels.everywhere')
          : ids
              .map((id) => libraries.find((each) => each.id === id)?.name ?? '')
              .sort()
              .join(' | '),
    });
    return ({ number, cells }, fail): Planned | null => {
      let failed = false;
      const failing: Fail<Column> = (column, message) => {
        failed = true;
        fail(column, message);
      };
      const icon = cells.icon ? readIcon(cells.icon, failing) : null;
      const wanted = cells.libraries ? readLibraries(cells.libraries, libraries, failing) : null;
      const place = tree.find(cells.path ?? '');
      const names = [...place.found.map(({ name }) => name), ...place.missing];
      if (names.length > LABEL_DEPTH_MAX) failing('path', t('labels.depth', { max: LABEL_DEPTH_MAX }));
      for (const name of place.missing) parsed(labelCreate, { name }, () => 'path', failing);
      const again = seen(names.map(clashKey).join('\n'), number);
      if (again !== undefined) failing('path', t('twice', { row: again }));
      if (failed) return null;
      const nodes = tree.add(place);
      const own = nodes.at(-1);
      if (!own) return null;
      const name = pathOf(nodes);
      const before = own.row;
      if (!before) {
        const made = nodes.slice(place.found.length);
        const write: Planned['write'] = async ({ actor: admin, labels }) => {
          const steps: UndoStep[] = [];
          for (const node of nodes) {
            // An earlier row has made it.
            if (node.id !== null) continue;
            const body = {
              ...{ name: node.name, parent: node.parent?.id ?? null },
              // What is only on the way has no sign of its own.
              icon: node === own ? (icon ?? DEFAULT_LABEL_ICON) : DEFAULT_LABEL_ICON,
              groups: node === own ? (wanted ?? []) : [],
            };
            node.id = (await labels.create(admin, body))._id;
            steps.push({ what: 'remove', of: 'label', id: node.id, name: node.name });
          }
          return steps;
        };
        const also = made.slice(0, -1).map((node) => pathOf(nodes.slice(0, nodes.indexOf(node) + 1)));
        return { what: 'create', name, also, ...noteOf(place.missing), write };
      }
      const after = { icon: icon ?? before.icon, groups: wanted ?? before.groups };
      const changes = changesBetween(
        COLUMNS,
        shown(name, before.icon, before.groups),
        shown(name, after.icon, after.groups),
      );
      if (changes.length === 0) return { what: 'same', name };
      return { what: 'update', name, changes, write: updating(before, after) };
    };
  },

  async undo({ actor, trx, labelAdmin }, step) {
    if (step.what === 'restore') {
      await labelAdmin.update(actor, step.id, step.body as Parameters<typeof labelAdmin.update>[2]);
      return;
    }
    // A label that goes leaves those below it one level up: one that stays keeps it.
    const rows = await findLabels(trx, actor.organization);
    if (rows.some(({ parent }) => parent === step.id))
      throw new ApiError('referenced', undefined, { message: t('labels.above') });
    await labelAdmin.remove(actor, step.id);
  },
};

const updating =
  (before: LabelRow, after: { icon: string; groups: string[] }): NonNullable<Planned['write']> =>
  async ({ actor, labelAdmin }) => {
    const body = { icon: after.icon as LabelIconName, groups: after.groups, rev: before.rev };
    const saved = await labelAdmin.update(actor, before.id, body);
    const back = { icon: before.icon, groups: before.groups, rev: saved.rev };
    return [{ what: 'restore', of: 'label', id: before.id, name: before.name, body: back }];
  };
