/** What the actions of the audit trail are about: `record.update` is about records, and so on. */
export const AUDIT_AREAS = [
  'documents',
  'folders',
  'people',
  'sessions',
  'libraries',
  'labels',
  'rules',
  'calendars',
  'organization',
] as const;
export type AuditArea = (typeof AUDIT_AREAS)[number];

/** The first words of the actions that belong to an area. */
export const AREA_WORDS: Readonly<Record<AuditArea, readonly string[]>> = {
  documents: ['record', 'version', 'review', 'publication', 'comment', 'reminder', 'hold'],
  folders: ['folder', 'file_request'],
  people: ['user', 'users', 'member', 'totp', 'password', 'preferences'],
  sessions: ['session', 'sessions', 'client'],
  libraries: ['group'],
  labels: ['label', 'type', 'template'],
  rules: ['rule', 'party'],
  calendars: ['calendar', 'obligation', 'occurrence', 'report'],
  organization: ['organization', 'settings', 'department'],
};
