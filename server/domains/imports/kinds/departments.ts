import { departmentCreate } from '#shared/organization/departments.schemas.ts';
import { foldedKey } from '#shared/platform/texts/sort-key.ts';
import type { UndoStep } from '../../../platform/db/tables/organization.ts';
import { countDepartments } from '../../organization/departments.queries.ts';
import { t } from '../texts.ts';
import type { Fail, ImportColumn, ImportKind, Planned } from './kind.ts';
import { peopleNamedIn, personIn, personWords } from './people.ts';
import { createTree, noteOf, pathOf } from './tree.ts';
import { DEPARTMENT_NAMES } from './understood.ts';
import { changesBetween, parsed, seenOnce } from './words.ts';

type Column = keyof typeof DEPARTMENT_NAMES;

const column = (key: Column, width: number): ImportColumn<Column> => ({
  ...{ key, width, names: DEPARTMENT_NAMES[key], required: key === 'path' },
  ...{ title: t(`departments.columns.${key}`), example: t(`departments.example.${key}`) },
});
const COLUMNS: readonly ImportColumn<Column>[] = [column('path', 44), column('head', 34)];

/** Departments, found again by their path. What is missing above them is made too. */
export const departmentsKind: ImportKind<Column> = {
  columns: COLUMNS,

  async prepare(executor, actor, rows) {
    const departments = await countDepartments(executor, actor.organization);
    const tree = createTree(
      departments.map((row) => ({ ...row, id: row._id })),
      foldedKey,
    );
    const people = await peopleNamedIn(executor, actor, rows, ['head']);
    const seen = seenOnce();
    return ({ number, cells }, fail): Planned | null => {
      let failed = false;
      const failing: Fail<Column> = (column, message) => {
        failed = true;
        fail(column, message);
      };
      const head = cells.head ? personIn(people, 'head', cells.head, failing) : null;
      const place = tree.find(cells.path ?? '');
      for (const name of place.missing) parsed(departmentCreate, { name }, () => 'path', failing);
      const names = [...place.found.map(({ name }) => name), ...place.missing];
      const again = seen(names.map(foldedKey).join('\n'), number);
      if (again !== undefined) failing('path', t('twice', { row: again }));
      if (failed) return null;
      const nodes = tree.add(place);
      const own = nodes.at(-1);
      if (!own) return null;
      const name = pathOf(nodes);
      const before = own.row;
      if (!before) {
        const write: Planned['write'] = async ({ actor: admin, departments: service }) => {
          const steps: UndoStep[] = [];
          for (const node of nodes) {
            // An earlier row has made it.
            if (node.id !== null) continue;
            const body = { name: node.name, parent: node.parent?.id ?? null };
            const made = await service.create(admin, {
              ...body,
              head: node === own ? (head?._id ?? null) : null,
            });
            node.id = made._id;
            steps.push({ what: 'remove', of: 'department', id: node.id, name: node.name });
          }
          return steps;
        };
        const made = nodes.slice(place.found.length, -1);
        const also = made.map((node) => pathOf(nodes.slice(0, nodes.indexOf(node) + 1)));
        return { what: 'create', name, also, ...noteOf(place.missing), write };
      }
      const shown = (person: Parameters<typeof personWords>[0]): Record<Column, string> => ({
        path: name,
        head: personWords(person),
      });
      const changes = head ? changesBetween(COLUMNS, shown(before.head), shown(head)) : [];
      if (changes.length === 0 || !head) return { what: 'same', name };
      const write: Planned['write'] = async ({ actor: admin, departments: service }) => {
        const saved = await service.update(admin, before.id, { head: head._id, rev: before.rev });
        const body = { head: before.head?._id ?? null, rev: saved.rev };
        return [{ what: 'restore', of: 'department', id: before.id, name: before.name, body }];
      };
      return { what: 'update', name, changes, write };
    };
  },

  async undo({ actor, departments }, step) {
    if (step.what === 'remove') return departments.remove(actor, step.id);
    await departments.update(actor, step.id, step.body as Parameters<typeof departments.update>[2]);
  },
};
