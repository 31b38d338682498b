/** Who may see a record, from widest to narrowest. The rule is in visibility.ts (docs/domain/roles-and-visibility.md). */
export const SCOPES = ['public', 'internal', 'restricted', 'confidential'] as const;
export type Scope = (typeof SCOPES)[number];
export const DEFAULT_SCOPE: Scope = 'internal';

export const SCOPE_LABELS: Readonly<Record<Scope, string>> = {
  public: 'Público',
  internal: 'Interno',
  restricted: 'Restringido',
  confidential: 'Confidencial',
};

export const isScope = (value: string): value is Scope => (SCOPES as readonly string[]).includes(value);
