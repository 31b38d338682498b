import type { Scope } from '#shared/access/scopes.ts';
import type { TestLibrary } from '../factories.ts';
import { type Caller, ours, type PartName, theirs } from './callers.ts';
import type { Rule } from './ledger.ts';

/**
 * The visibility rule, written from the domain's table and independent of the product's code.
 * @returns who reads the working copy, and who reads it or the published version
 */
export function rulesOf(given: {
  readonly scope: Scope;
  readonly library: TestLibrary;
  readonly authors: readonly PartName[];
  readonly published: boolean;
}): {
  working: Rule;
  seen: Rule;
} {
  const { scope, library, authors, published } = given;
  const rolesOf = (caller: Caller): readonly string[] => caller.libraries.get(library.id) ?? [];
  const same = (caller: Caller): boolean => caller.libraries.size > 0 && (ours(caller) || theirs(caller));
  const at = (caller: Caller): boolean =>
    same(caller) && caller.person?.organization === library.organization;
  const working = (caller: Caller): boolean => {
    if (!at(caller)) return false;
    if (authors.some((name) => name === caller.name)) return true;
    if (scope === 'confidential') return rolesOf(caller).some((role) => role !== 'upload');
    if (rolesOf(caller).length > 0) return true;
    return scope !== 'restricted' && caller.isAdmin && !caller.libraries.has(library.id);
  };
  const seen = (caller: Caller): boolean =>
    working(caller) ||
    (published &&
      at(caller) &&
      (scope === 'public' || (scope === 'internal' && caller.libraries.has(library.id))));
  return { working, seen };
}
