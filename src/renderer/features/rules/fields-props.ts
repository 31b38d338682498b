import type { RulesSeed } from '../../hooks/shell-actions.ts';
import type { RuleValues } from './form.ts';

/** Props of each part of the form. */
export interface FieldsProps {
  values: RuleValues;
  change: (values: Partial<RuleValues>) => void;
  /** Error sentences by field. */
  errors: Readonly<Record<string, string>>;
  seed: RulesSeed;
}
