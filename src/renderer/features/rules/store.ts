import { create } from 'zustand';
import type { Rule } from '#shared/compliance/compliance.schemas.ts';
import type { AppliesTo } from '#shared/compliance/rule.ts';
import type { RulesSeed } from '../../hooks/shell-actions.ts';

/** What the panel shows: the list, a rule's form (a new one's without a rule), or the templates. */
export type View = { kind: 'list' } | { kind: 'form'; rule: Rule | undefined } | { kind: 'templates' };

interface RulesState {
  seed: RulesSeed | undefined;
  opened: boolean;
  view: View;
  /** The form holds something that is not saved. */
  dirty: boolean;
}

export const useRules = create<RulesState>(() => ({
  seed: undefined,
  opened: false,
  view: { kind: 'list' },
  dirty: false,
}));

/** How far a rule reaches, as its catalogue key: the root of a library has no sub-folders, but folders. */
export const reachKey = (
  appliesTo: AppliesTo,
  { group, folder }: Pick<RulesSeed, 'group' | 'folder'>,
): string => `${folder === group ? 'appliesToRoot' : 'appliesTo'}.${appliesTo}`;

export const openRules = (seed: RulesSeed): void =>
  useRules.setState({ seed, opened: true, view: { kind: 'list' }, dirty: false });
/** What it shows stays while it slides away. */
export const closeRules = (): void => useRules.setState({ opened: false, dirty: false });
export const show = (view: View): void => useRules.setState({ view, dirty: false });
export const setDirty = (dirty: boolean): void => useRules.setState({ dirty });
