import type { RulesSeed } from '../../hooks/shell-actions.ts';
import type { RuleValues } from './form.ts';

/** What each part of the form gets. */
export interface FieldsProps {
  values: RuleValues;
  change: (values: Partial<RuleValues>) => void;
  /** Sentences by field. */
  errors: Readonly<Record<string, string>>;
  seed: RulesSeed;
}
