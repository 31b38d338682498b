import type {
  CalendarEditorsTable,
  CalendarFeedsTable,
  CalendarGroupsTable,
  CalendarsTable,
  ObligationSeriesLeftTable,
  ObligationSeriesTable,
  ObligationsTable,
  OccurrenceCommentsTable,
  OccurrenceDecisionsTable,
  OccurrenceEvidenceTable,
  OccurrenceEvidenceTakenTable,
  OccurrenceNoticesTable,
  OccurrenceStaleTable,
  OccurrencesTable,
  OccurrenceUploadsTable,
  WithdrawnOccurrencesTable,
} from './tables/calendars.ts';
import type {
  CompliancePlacesView,
  ComplianceRulesTable,
  ComplianceRuleVersionsTable,
  ComplianceStaleTable,
  ComplianceTimelinesTable,
  ComplianceWarningsTable,
} from './tables/compliance.ts';
import type { PartiesTable, PartySitesTable } from './tables/contractors.ts';
import type { FirstRunCodesTable, RateCountsTable, TextHoldsTable } from './tables/counts.ts';
import type {
  BlobPiecesTable,
  BlobsTable,
  BlobTextsTable,
  CommentsTable,
  ContentBlocksTable,
  DamagedContentsTable,
  FoldersTable,
  PlacesTable,
  RecordAuthorsTable,
  RecordFacesTable,
  RecordsTable,
  ReviewRequestsTable,
  ReviewsTable,
  UploadLocksTable,
  VersionsTable,
} from './tables/documents.ts';
import type {
  AuditEventsTable,
  ClientsTable,
  FollowsTable,
  IdempotencyTable,
  NotificationPreferencesTable,
  NotificationsTable,
  OperationsTable,
  OutboxTable,
  TombstonesTable,
} from './tables/events.ts';
import type {
  FileRequestFilesTable,
  FileRequestMailsTable,
  FileRequestsTable,
} from './tables/file-requests.ts';
import type { SavedSearchesTable, SearchRebuildTable, TitleWordsTable } from './tables/finding.ts';
import type { HoldItemsTable, HoldsTable } from './tables/holds.ts';
import type {
  AccessLinksTable,
  GuessesTable,
  KnownDevicesTable,
  PasswordsTable,
  RecoveryCodesTable,
  RefreshFamiliesTable,
  RefreshTokensTable,
  ResetCodesTable,
  TotpTable,
} from './tables/identity.ts';
import type {
  DepartmentsTable,
  DocumentTypesTable,
  FeedMarksTable,
  GoneLabelsTable,
  GroupMembersTable,
  GroupsTable,
  InstallationTable,
  LabelsTable,
  OrganizationsTable,
  TableImportsTable,
  UsersTable,
} from './tables/organization.ts';
import type { ReportSnapshotsTable } from './tables/report.ts';
import type { ReportMailPeopleTable, ReportMailSendsTable, ReportMailsTable } from './tables/report-mails.ts';
import type { DocumentTemplatesTable } from './tables/templates.ts';

/** Every table by its name. What the columns mean is written in `tables/`. */
export interface Schema {
  organizations: OrganizationsTable;
  users: UsersTable;
  departments: DepartmentsTable;
  groups: GroupsTable;
  group_members: GroupMembersTable;
  folders: FoldersTable;
  labels: LabelsTable;
  gone_labels: GoneLabelsTable;
  document_types: DocumentTypesTable;
  document_templates: DocumentTemplatesTable;
  records: RecordsTable;
  record_authors: RecordAuthorsTable;
  record_faces: RecordFacesTable;
  places: PlacesTable;
  blobs: BlobsTable;
  content_blocks: ContentBlocksTable;
  upload_locks: UploadLocksTable;
  damaged_contents: DamagedContentsTable;
  blob_texts: BlobTextsTable;
  text_holds: TextHoldsTable;
  blob_pieces: BlobPiecesTable;
  versions: VersionsTable;
  reviews: ReviewsTable;
  review_requests: ReviewRequestsTable;
  comments: CommentsTable;
  compliance_rules: ComplianceRulesTable;
  compliance_rule_versions: ComplianceRuleVersionsTable;
  compliance_timelines: ComplianceTimelinesTable;
  compliance_places: CompliancePlacesView;
  compliance_stale: ComplianceStaleTable;
  compliance_warnings: ComplianceWarningsTable;
  parties: PartiesTable;
  party_sites: PartySitesTable;
  calendars: CalendarsTable;
  calendar_editors: CalendarEditorsTable;
  calendar_groups: CalendarGroupsTable;
  calendar_feeds: CalendarFeedsTable;
  obligations: ObligationsTable;
  obligation_series: ObligationSeriesTable;
  obligation_series_left: ObligationSeriesLeftTable;
  occurrences: OccurrencesTable;
  occurrence_evidence: OccurrenceEvidenceTable;
  occurrence_uploads: OccurrenceUploadsTable;
  occurrence_comments: OccurrenceCommentsTable;
  occurrence_decisions: OccurrenceDecisionsTable;
  withdrawn_occurrences: WithdrawnOccurrencesTable;
  occurrence_evidence_taken: OccurrenceEvidenceTakenTable;
  feed_marks: FeedMarksTable;
  table_imports: TableImportsTable;
  occurrence_notices: OccurrenceNoticesTable;
  occurrence_stale: OccurrenceStaleTable;
  report_snapshots: ReportSnapshotsTable;
  report_mails: ReportMailsTable;
  report_mail_people: ReportMailPeopleTable;
  report_mail_sends: ReportMailSendsTable;
  notifications: NotificationsTable;
  notification_preferences: NotificationPreferencesTable;
  follows: FollowsTable;
  audit_events: AuditEventsTable;
  outbox: OutboxTable;
  idempotency: IdempotencyTable;
  clients: ClientsTable;
  operations: OperationsTable;
  tombstones: TombstonesTable;
  installation: InstallationTable;
  holds: HoldsTable;
  hold_items: HoldItemsTable;
  passwords: PasswordsTable;
  refresh_families: RefreshFamiliesTable;
  refresh_tokens: RefreshTokensTable;
  reset_codes: ResetCodesTable;
  access_links: AccessLinksTable;
  guesses: GuessesTable;
  known_devices: KnownDevicesTable;
  rate_counts: RateCountsTable;
  first_run_codes: FirstRunCodesTable;
  totp: TotpTable;
  recovery_codes: RecoveryCodesTable;
  title_words: TitleWordsTable;
  search_rebuild: SearchRebuildTable;
  saved_searches: SavedSearchesTable;
  file_requests: FileRequestsTable;
  file_request_files: FileRequestFilesTable;
  file_request_mails: FileRequestMailsTable;
}
