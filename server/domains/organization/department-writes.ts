import type { z } from 'zod';
import type { departmentCreate } from '#shared/organization/departments.schemas.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Change } from '../../platform/db/change.ts';
import { insertDepartment } from './departments.queries.ts';

/**
 * Writes a new department and its audit event. Callers hold the organization's lock, and have checked that the place and
 * the name are free and that its head belongs to the organization.
 */
export async function createDepartment(
  change: Change,
  { organization }: Actor,
  id: string,
  body: z.output<typeof departmentCreate>,
): Promise<void> {
  await insertDepartment(change.trx, { id, organization, ...body });
  change.audit({ action: 'department.create', targetType: 'department', targetId: id, after: body });
}
