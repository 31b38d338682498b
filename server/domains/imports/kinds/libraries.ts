import type { LibraryRole } from '#shared/access/roles.ts';
import { libraryCreate } from '#shared/libraries/groups.schemas.ts';
import type { UndoStep } from '../../../platform/db/tables/organization.ts';
import { ApiError } from '../../../platform/errors.ts';
import { findGroups, findMembers } from '../../libraries/groups.queries.ts';
import { departmentPaths, departmentsNamed } from '../../organization/department-paths.ts';
import { findDepartments } from '../../organization/departments.queries.ts';
import { readRoles, writeRoles } from '../../people/files/columns.ts';
import { t } from '../texts.ts';
import type { Fail, ImportColumn, ImportKind, Planned } from './kind.ts';
import { peopleNamedIn, personIn, personWords } from './people.ts';
import { LIBRARY_NAMES } from './understood.ts';
import { changesBetween, choices, parsed, pick, seenOnce } from './words.ts';

type Column = keyof typeof LIBRARY_NAMES;

const column = (key: Column, width: number): ImportColumn<Column> => ({
  ...{ key, width, names: LIBRARY_NAMES[key], required: key === 'name' },
  ...{ title: t(`libraries.columns.${key}`), example: t(`libraries.example.${key}`) },
});
const COLUMNS: readonly ImportColumn<Column>[] = [
  ...[column('name', 28), column('member', 34), column('roles', 26)],
  ...[column('description', 40), column('department', 28)],
];

interface Fields {
  readonly description: string;
  readonly department: string | null;
}

/** A library that is there, or that a row makes, with its members as earlier rows leave them. */
interface Place {
  readonly name: string;
  id: string | null;
  /** Whether a row of this table makes it. */
  readonly made: boolean;
  readonly archived: boolean;
  fields: Fields;
  readonly members: Map<string, readonly LibraryRole[]>;
}

/** What undoing compares: what a row wrote, and what was there before. */
interface MemberStep {
  readonly user: string;
  readonly was: LibraryRole[] | null;
  readonly now: LibraryRole[];
}
interface FieldsStep {
  readonly was: Fields;
  readonly now: Fields;
}

const sameRoles = (a: readonly LibraryRole[] | undefined, b: readonly LibraryRole[]): boolean =>
  a !== undefined && [...a].sort().join() === [...b].sort().join();

/**
 * Libraries with their members, one member in a row: lists of members have any length, and a row of its own can be
 * sorted, filtered and filled down. A row without an e-mail is about the library alone.
 */
export const librariesKind: ImportKind<Column> = {
  columns: COLUMNS,

  async prepare(executor, actor, rows) {
    const places: Place[] = [];
    for (const group of await findGroups(executor, actor.organization, null)) {
      const members = await findMembers(executor, group.id);
      places.push({
        ...{ name: group.name, id: group.id, made: false, archived: group.archived_at !== null },
        fields: { description: group.description, department: group.department },
        members: new Map(members.map(({ user, roles }) => [user._id, roles])),
      });
    }
    const departments = departmentPaths(await findDepartments(executor, actor.organization));
    const people = await peopleNamedIn(executor, actor, rows, ['member']);
    const seen = seenOnce();

    const departmentIn = (text: string, fail: Fail<Column>): string | null => {
      const [first, ...others] = departmentsNamed(text, departments);
      if (first && others.length === 0) return first.id;
      const all = choices(departments.map(({ path = '' }) => path));
      fail(
        'department',
        first
          ? t('department.several', { name: text })
          : `${t('department.unknown', { name: text })} ${all}`.trim(),
      );
      return null;
    };
    const shown = (
      { name, fields }: Place,
      member: string,
      roles: readonly LibraryRole[] | undefined,
    ): Record<Column, string> => ({
      ...{ name, member, description: fields.description },
      department: departments.find(({ id }) => id === fields.department)?.path ?? '',
      roles: roles ? writeRoles(roles) : '',
    });

    return ({ number, cells }, fail): Planned | null => {
      let failed = false;
      const failing: Fail<Column> = (at, message) => {
        failed = true;
        fail(at, message);
      };
      const found = pick(cells.name ?? '', places);
      if (found.length > 1) failing('name', t('library.several', { name: cells.name ?? '' }));
      const known = found[0];
      if (known?.archived) failing('name', t('libraries.archived', { name: known.name }));
      const roles = readRoles(cells.roles ?? '');
      if ('unknown' in roles) failing('roles', t('libraries.role', { name: roles.unknown }));
      const member = cells.member ? personIn(people, 'member', cells.member, failing) : null;
      if (!cells.member && cells.roles) failing('member', t('libraries.whose'));
      const department = cells.department ? departmentIn(cells.department, failing) : null;
      const fields = (before: Fields): Fields => ({
        description: cells.description || before.description,
        department: department ?? before.department,
      });
      const wanted = fields(known?.fields ?? { description: '', department: null });
      const body = parsed(
        libraryCreate,
        { name: known?.name ?? cells.name, ...wanted },
        (field) => (field === 'description' ? 'description' : 'name'),
        failing,
      );
      const again = member && seen(`${(body?.name ?? '').toLowerCase()} ${member._id}`, number);
      if (again) failing('member', t('twice', { row: again }));
      if (failed || 'unknown' in roles || !body) return null;

      const isNew = !known;
      const place = known ?? {
        name: body.name,
        id: null,
        made: true,
        archived: false,
        fields: wanted,
        members: new Map(),
      };
      if (isNew) places.push(place);
      const before = { ...place };
      const was = member ? place.members.get(member._id) : undefined;
      const joins = member !== null && was === undefined;
      const name = member ? `${place.name} · ${personWords(member)}` : place.name;
      const after = { ...place, fields: wanted };
      const whose = member?.email ?? '';
      const changes = changesBetween(
        COLUMNS,
        shown(before, whose, was),
        shown(after, whose, member ? roles : was),
      );
      place.fields = wanted;
      if (member) place.members.set(member._id, roles);
      const hasMember = member !== null && !sameRoles(was, roles);
      const hasFields = !isNew && JSON.stringify(before.fields) !== JSON.stringify(wanted);
      if (!isNew && !hasMember && !hasFields) return { what: 'same', name };

      const write: Planned['write'] = async ({ actor: admin, groups, members }) => {
        const steps: UndoStep[] = [];
        const isMade = place.id === null;
        if (place.id === null) {
          place.id = (await groups.create(admin, body))._id;
          steps.push({ what: 'remove', of: 'library', id: place.id, name: place.name });
        }
        const id = place.id;
        if (!isMade && hasFields) {
          await groups.update(admin, id, wanted);
          const step: FieldsStep = { was: before.fields, now: wanted };
          if (!place.made) steps.push({ what: 'restore', of: 'library', id, name: place.name, body: step });
        }
        if (member && hasMember) {
          await members.put(admin, id, member._id, roles);
          const step: MemberStep = { user: member._id, was: was ? [...was] : null, now: roles };
          // With a library that is made here, its members go too.
          if (!place.made) steps.push({ what: 'restore', of: 'member', id, name, body: step });
        }
        return steps;
      };
      if (isNew || joins) return { what: 'create', name, changes: isNew ? [] : changes, write };
      return { what: 'update', name, changes, write };
    };
  },

  async undo({ actor, trx, groups, members }, step) {
    if (step.what === 'remove') return groups.remove(actor, step.id);
    const changed = () => new ApiError('rev_changed', undefined, { message: t('changed') });
    if (step.of === 'member') {
      const { user, was, now } = step.body as MemberStep;
      const roles = (await findMembers(trx, step.id)).find((each) => each.user._id === user)?.roles;
      if (!sameRoles(roles, now)) throw changed();
      if (was === null) await members.remove(actor, step.id, user);
      else await members.put(actor, step.id, user, was);
      return;
    }
    const { was, now } = step.body as FieldsStep;
    const [row] = await findGroups(trx, actor.organization, [step.id]);
    if (!row || row.description !== now.description || row.department !== now.department) throw changed();
    await groups.update(actor, step.id, was);
  },
};
