import { describe, expect, it } from 'vitest';
import type { LibraryRole } from '#shared/access/roles.ts';
import type { ActingUser } from '../../platform/actor.ts';
import { canMakeRules, canSeeLibrary, canSeeOrganization } from './libraries.policy.ts';

const member = (roles: readonly LibraryRole[], more: Partial<ActingUser> = {}): ActingUser => ({
  user: 'ana',
  organization: 'andes',
  isAdmin: false,
  readsBeyond: 'own',
  memberships: [{ group: 'library', roles }],
  archived: [],
  timezone: 'America/Santiago',
  ...more,
});
const nobody = member([], { memberships: [] });
const admin = member([], { memberships: [], isAdmin: true, readsBeyond: 'working' });

describe('libraries', () => {
  it('are known to their members, with or without a role, and to admins', () => {
    expect(canSeeLibrary(member([]), 'library')).toBe(true);
    expect(canSeeLibrary(member(['publish']), 'elsewhere')).toBe(false);
    expect(canSeeLibrary(admin, 'elsewhere')).toBe(true);
    expect(canSeeLibrary(nobody, 'library')).toBe(false);
  });

  it('open the lists of the organization to whoever works in one', () => {
    expect([member([]), admin, nobody].map(canSeeOrganization)).toEqual([true, true, false]);
  });

  it('have their rules made by publishers and admins, while they are open', () => {
    expect(canMakeRules(member(['publish']), 'library')).toBe(true);
    expect(canMakeRules(member(['upload', 'review']), 'library')).toBe(false);
    expect(canMakeRules(admin, 'library')).toBe(true);
    expect(canMakeRules(member(['publish'], { archived: ['library'] }), 'library')).toBe(false);
    expect(canMakeRules({ ...admin, archived: ['library'] }, 'library')).toBe(false);
  });
});
