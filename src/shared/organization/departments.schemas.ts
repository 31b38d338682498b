import { z } from 'zod';
import { department } from '../people/people.schemas.ts';
import { DEPARTMENT_NAME } from '../platform/limits.ts';
import { id, line } from '../platform/primitives.ts';

/** A department with the numbers of its people and libraries, for its administration. */
export const departmentRow = department.extend({
  /** People and libraries that belong directly to it. */
  people: z.number().int(),
  libraries: z.number().int(),
  rev: z.number().int(),
});
export type DepartmentRow = z.infer<typeof departmentRow>;

export const departmentCreate = z.object({
  name: line(DEPARTMENT_NAME.min, DEPARTMENT_NAME.max),
  parent: id.nullable().default(null),
  head: id.nullable().default(null),
});

/** Absent fields stay as they are. */
export const departmentUpdate = z.object({
  name: line(DEPARTMENT_NAME.min, DEPARTMENT_NAME.max).optional(),
  parent: id.nullable().optional(),
  head: id.nullable().optional(),
  rev: z.number().int().min(0).max(2_147_483_647).optional(),
});
