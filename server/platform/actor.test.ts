import { expect, it } from 'vitest';
import { type ActingUser, hasRole, isMember, ownAmong, requireOpen, rolesIn } from './actor.ts';

const actor: ActingUser = {
  user: 'ana',
  organization: 'andes',
  isAdmin: true,
  readsBeyond: 'working',
  memberships: [
    { group: 'quality', roles: ['upload', 'review'] },
    { group: 'people', roles: [] },
    { group: 'closed', roles: ['publish'] },
  ],
  archived: ['closed'],
  timezone: 'America/Santiago',
};

it('has in each library the roles of that library, and none where it is archived or theirs is another', () => {
  expect(rolesIn(actor, 'quality')).toEqual(['upload', 'review']);
  expect(['people', 'closed', 'unknown'].map((group) => rolesIn(actor, group))).toEqual([[], [], []]);
  expect(hasRole(actor, 'quality', 'review')).toBe(true);
  expect(hasRole(actor, 'quality', 'publish')).toBe(false);
  expect(hasRole(actor, 'closed', 'publish')).toBe(false);
});

it('is a member without any role, and of an archived library too', () => {
  expect(ownAmong(actor, ['people', 'unknown', 'closed'])).toEqual(['people', 'closed']);
  expect(isMember(actor, 'unknown')).toBe(false);
});

it('refuses to write in what is archived, and nowhere else', () => {
  expect(() => requireOpen(actor, 'closed')).toThrow(expect.objectContaining({ code: 'archived' }));
  expect(() => requireOpen(actor, 'quality')).not.toThrow();
});
