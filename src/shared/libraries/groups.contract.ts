import { z } from 'zod';
import * as people from '../people/people.schemas.ts';
import { table } from '../platform/endpoint.ts';
import { done, id } from '../platform/primitives.ts';
import * as group from './groups.schemas.ts';

const byId = z.object({ id });
/** Libraries and their members. Paths and rows call them groups (docs/glossary.md). */
export const groupTable = table({
  groupsByMember: {
    method: 'GET',
    path: '/groups/by/member',
    summary: 'Libraries that one is a member of',
    who: 'signed-in',
    result: z.array(people.group),
  },
  groupsByOrganization: {
    method: 'GET',
    path: '/groups/by/organization',
    summary: 'One’s own libraries; an admin, all',
    who: 'signed-in',
    result: z.array(people.group),
  },
  groups: {
    method: 'GET',
    path: '/groups',
    summary: 'All libraries with their counters',
    who: 'admin',
    result: z.array(group.libraryRow),
  },
  groupGet: {
    method: 'GET',
    path: '/groups/:id',
    summary: 'One library with its members, for members and admins',
    who: 'signed-in',
    params: byId,
    result: group.library,
  },
  groupCreate: {
    method: 'POST',
    path: '/groups',
    summary: 'Make a library with its members',
    who: 'admin',
    body: group.libraryCreate,
    result: group.library,
    status: 201,
    changes: ['libraries'],
    errors: ['library_taken', 'label_not_assignable'],
  },
  groupUpdate: {
    method: 'PUT',
    path: '/groups/:id',
    summary: 'Change a library, its members and their roles, all together or nothing of it',
    who: 'admin',
    params: byId,
    body: group.libraryUpdate,
    result: group.library,
    changes: ['libraries'],
    errors: ['library_taken', 'label_not_assignable', 'rev_changed', 'archived'],
  },
  groupArchive: {
    method: 'PUT',
    path: '/groups/:id/archive',
    summary: 'Archive a library: it can be read, and nobody writes in it any more',
    who: 'admin',
    params: byId,
    result: group.library,
    changes: ['libraries'],
  },
  groupUnarchive: {
    method: 'PUT',
    path: '/groups/:id/unarchive',
    summary: 'Open an archived library again',
    who: 'admin',
    params: byId,
    result: group.library,
    changes: ['libraries'],
  },
  groupDelete: {
    method: 'DELETE',
    path: '/groups/:id',
    summary: 'Remove an empty library',
    who: 'admin',
    params: byId,
    result: done,
    changes: ['libraries'],
    errors: ['referenced', 'conflict'],
  },
  members: {
    method: 'GET',
    path: '/groups/:id/members',
    summary: 'Members of a library and their roles',
    who: 'signed-in',
    params: byId,
    result: z.array(people.member),
  },
  memberPut: {
    method: 'PUT',
    path: '/groups/:id/members/:user',
    summary: 'Make somebody a member, or change their roles',
    who: 'admin',
    params: z.object({ id, user: id }),
    body: people.memberRoles,
    result: people.member,
  },
  memberDelete: {
    method: 'DELETE',
    path: '/groups/:id/members/:user',
    summary: 'Take somebody out of a library',
    who: 'admin',
    params: z.object({ id, user: id }),
    result: done,
  },
});
