import type { z } from 'zod';
import type { userExport } from '#shared/people/users.schemas.ts';
import { dayIn } from '#shared/platform/days.ts';
import type { TableFile, tableFormat } from '#shared/platform/files/table-file.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Deps } from '../../platform/deps.ts';
import { departmentNames, departmentPaths } from '../organization/department-paths.ts';
import { findDepartments } from '../organization/departments.queries.ts';
import { findOrganization } from '../organization/organizations.queries.ts';
import { writePeople, writeTemplate } from './files/write-people.ts';
import { findPeople } from './people-list.queries.ts';

/** More than any organization has. Beyond it the rest is left out. */
const PEOPLE_MAX = 50_000;

export function createPeopleExportService({ db, changes, now }: Deps) {
  return {
    /** The whole list of the administration. The export is written into the audit trail. */
    async list(actor: Actor, { format, ...filters }: z.output<typeof userExport>): Promise<TableFile> {
      const { timezone } = await findOrganization(db, actor.organization);
      const { items } = await findPeople(db, actor.organization, filters, { after: null, limit: PEOPLE_MAX });
      const departments = departmentNames(departmentPaths(await findDepartments(db, actor.organization)));
      const written = items.map((person) => ({
        ...person,
        department: person.department && {
          ...person.department,
          name: departments.get(person.department._id) ?? person.department.name,
        },
      }));
      const file = await writePeople(written, format, dayIn(timezone, now()), timezone);
      await changes.run(actor, async (change) => {
        change.audit({
          action: 'users.exported',
          targetType: 'organization',
          targetId: actor.organization,
          after: { format, people: items.length },
        });
      });
      return file;
    },

    template: ({ format }: z.output<typeof tableFormat>): Promise<TableFile> => writeTemplate(format),
  };
}
