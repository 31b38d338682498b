import { create } from 'zustand';
import type { Rule } from '#shared/compliance/compliance.schemas.ts';
import type { AppliesTo } from '#shared/compliance/rule.ts';
import type { RulesSeed } from '../../hooks/shell-actions.ts';

/** The panel's view: the list, a rule's form (without a rule for a new one), or the templates. */
export type View = { kind: 'list' } | { kind: 'form'; rule: Rule | undefined } | { kind: 'templates' };

interface RulesState {
  seed: RulesSeed | undefined;
  opened: boolean;
  view: View;
  /** Whether the form has unsaved changes. */
  dirty: boolean;
}

export const useRules = create<RulesState>(() => ({
  seed: undefined,
  opened: false,
  view: { kind: 'list' },
  dirty: false,
}));

/**
 * The catalogue key of how far a rule reaches: for the root of a library the text says folders instead of subfolders.
 */
export const reachKey = (
  appliesTo: AppliesTo,
  { group, folder }: Pick<RulesSeed, 'group' | 'folder'>,
): string => `${folder === group ? 'appliesToRoot' : 'appliesTo'}.${appliesTo}`;

export const openRules = (seed: RulesSeed): void =>
  useRules.setState({ seed, opened: true, view: { kind: 'list' }, dirty: false });
/** The content stays while the panel slides out. */
export const closeRules = (): void => useRules.setState({ opened: false, dirty: false });
export const show = (view: View): void => useRules.setState({ view, dirty: false });
export const setDirty = (dirty: boolean): void => useRules.setState({ dirty });
