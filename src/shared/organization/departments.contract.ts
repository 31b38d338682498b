import { z } from 'zod';
import * as people from '../people/people.schemas.ts';
import { table } from '../platform/endpoint.ts';
import { done, id } from '../platform/primitives.ts';
import * as department from './departments.schemas.ts';

const byId = z.object({ id });

/** Departments: a tree of names, with who heads each. */
export const departmentTable = table({
  departmentsByOrganization: {
    method: 'GET',
    path: '/departments/by/organization',
    summary: 'Departments of the organization',
    who: 'signed-in',
    result: z.array(people.department),
  },
  departments: {
    method: 'GET',
    path: '/departments',
    summary: 'Departments with what hangs on them',
    who: 'admin',
    result: z.array(department.departmentRow),
  },
  departmentCreate: {
    method: 'POST',
    path: '/departments',
    summary: 'Make a department',
    who: 'admin',
    body: department.departmentCreate,
    result: department.departmentRow,
    status: 201,
    changes: ['departments'],
    errors: ['department_taken', 'conflict'],
  },
  departmentUpdate: {
    method: 'PUT',
    path: '/departments/:id',
    summary: 'Rename or move a department, or name its head',
    who: 'admin',
    params: byId,
    body: department.departmentUpdate,
    result: department.departmentRow,
    changes: ['departments'],
    errors: ['department_taken', 'department_cycle', 'rev_changed', 'conflict'],
  },
  departmentDelete: {
    method: 'DELETE',
    path: '/departments/:id',
    summary: 'Remove a department that nothing hangs on',
    who: 'admin',
    params: byId,
    result: done,
    changes: ['departments'],
    errors: ['referenced', 'conflict'],
  },
});
