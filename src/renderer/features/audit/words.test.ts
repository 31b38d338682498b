import { expect, it } from 'vitest';
import type { AuditEvent } from '#shared/audit/audit.schemas.ts';
import { AUDIT_TYPES } from '#shared/audit/audit-words.ts';
import { targetPath } from './words.ts';

const [ID, GROUP, CALENDAR] = ['thing', 'library', 'calendar'];
const event = (
  type: string,
  more: Partial<AuditEvent['target']> = {},
  action = `${type}.update`,
): AuditEvent => ({
  ...{ _id: '1', at: '2026-11-29T10:00:00.000Z', actor: null, action, changes: [], ip: null },
  target: {
    ...{ type, _id: ID, name: 'Algo', email: null, closed: false, there: true },
    within: { group: GROUP, folder: ID, calendar: CALENDAR },
    ...more,
  },
});

/** They have no screen of their own. */
const NOWHERE: readonly string[] = ['template', 'client', 'reminder'];

it.each(Object.keys(AUDIT_TYPES))('opens a %s where it is, and nothing once it is gone', (type) => {
  expect(targetPath(event(type)) === undefined).toBe(NOWHERE.includes(type));
  expect(targetPath(event(type, { there: false }))).toBeUndefined();
});

it.each([
  ['folder', 'folder.update', '/records/search?group=library&folder=thing'],
  ['rule', 'rule.update', '/records/search?group=library&folder=thing&reasons=open'],
  ['obligation', 'obligation.update', '/calendars/edit/calendar?obligation=thing'],
  ['organization', 'settings.holidays', '/settings#holidays'],
  ['organization', 'settings.firstSteps', '/settings#start'],
  ['organization', 'organization.update', '/organizations/profile'],
  ['hold', 'hold.create', '/bin?tab=holds&hold=thing'],
])('opens a %s of %s', (type, action, path) => expect(targetPath(event(type, {}, action))).toBe(path));
