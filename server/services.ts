import type { Actor } from './platform/actor.ts';
import { isDemoEmail } from './demo/organization.ts';
import type { Deps } from './platform/deps.ts';
import { ApiError } from './platform/errors.ts';
import { createHeavy, type Heavy } from './platform/heavy/heavy.ts';
import { createPace, type Pace } from './platform/heavy/pace.ts';
import { LEASE_SECONDS } from './platform/leases/held-leases.ts';
import { type Entry, loadActor, loadPerson, type TokenBearer, tokenOf } from './domains/identity/authenticate.ts';
import type { Identity, Pool } from './domains/identity/identity.ts';
import { type CallLimits, createCallLimits } from './platform/limits/calls.ts';
import { createTakenLimit, type TakenLimit } from './platform/limits/taken.ts';
import { createLeases } from './platform/leases/leases.queries.ts';
import { createUploads, type Uploads } from './platform/uploads/uploads.ts';
import { type AccessService, createAccessService } from './domains/identity/access.service.ts';
import { type ActivityService, createActivityService } from './domains/documents/records/activity.service.ts';
import { type AuditService, createAuditService } from './domains/audit/audit.service.ts';
import { type AuthService, createAuthService } from './domains/identity/auth.service.ts';
import { type BinService, createBinService } from './domains/retention/bin.service.ts';
import { type CalendarFeedService, createCalendarFeedService } from './domains/calendars/calendar-feed.service.ts';
import { type CalendarsService, createCalendarsService } from './domains/calendars/calendars.service.ts';
import { type ClientsService, createClientsService, type Online } from './domains/sync-feed/clients.service.ts';
import { type CollaborativeService, createCollaborativeService } from './domains/collaborative/collaborative.service.ts';
import { type ComplianceService, createComplianceService } from './domains/compliance/compliance.service.ts';
import { type ConfirmService, createConfirmService } from './domains/documents/confirm/confirm.service.ts';
import { type ContentService, createContentService } from './domains/documents/contents/content.service.ts';
import { createDashboardService, type DashboardService } from './domains/overview/dashboard.service.ts';
import { createDepartmentsService, type DepartmentsService } from './domains/organization/departments.service.ts';
import { createDocumentTypesService, type DocumentTypesService } from './domains/labels/document-types.service.ts';
import { createDownloadService, type DownloadService } from './domains/documents/contents/download.service.ts';
import { createFeedService, type FeedService } from './domains/sync-feed/feed.service.ts';
import { createFirstRunService, type FirstRunService } from './domains/identity/first-run.service.ts';
import { createFoldersService, type FoldersService } from './domains/documents/folders/folders.service.ts';
import { createGroupsService, type GroupsService } from './domains/libraries/groups.service.ts';
import { createHoldsService, type HoldsService } from './domains/retention/holds.service.ts';
import { createLabelsService, type LabelsService } from './domains/labels/labels.service.ts';
import { createMembersService, type MembersService } from './domains/libraries/members.service.ts';
import { createNotificationsService, type NotificationsService } from './domains/notifications/notifications.service.ts';
import { createOccurrencesService, type OccurrencesService } from './domains/calendars/occurrences.service.ts';
import { createOperationsService, type OperationsService, spendOperation } from './domains/sync-feed/operations.service.ts';
import { createOrganizationService, type OrganizationService } from './domains/organization/organization.service.ts';
import { createPasswordService, type PasswordService } from './domains/identity/passwords/password.service.ts';
import { createPendingService, type PendingService } from './domains/reviews/pending.service.ts';
import { createPeopleExportService, type PeopleExportService } from './domains/people/people-export.service.ts';
import { createPeopleImportService, type PeopleImportService } from './domains/people/people-import.service.ts';
import { createPreferencesService, type PreferencesService } from './domains/notifications/preferences.service.ts';
import { createProfileService, type ProfileService } from './domains/people/profile.service.ts';
import { createRecordEditService, type RecordEditService } from './domains/documents/records/record-edit.service.ts';
import { createRecordPlaceService, type RecordPlaceService } from './domains/documents/records/record-place.service.ts';
import { createRecordsService, type RecordsService } from './domains/documents/records/records.service.ts';
import { createRemindersService, type RemindersService } from './domains/notifications/reminders.service.ts';
import { createReportService, type ReportService } from './domains/report/report.service.ts';
import { createReportExportService, type ReportExportService } from './domains/report/report-export.service.ts';
import { createReportSnapshotsService, type ReportSnapshotsService } from './domains/report/report-snapshots.service.ts';
import { createRetentionService, type RetentionService } from './domains/retention/retention.service.ts';
import { createReviewsService, type ReviewsService } from './domains/reviews/reviews.service.ts';
import { createRulesService, type RulesService } from './domains/compliance/rules.service.ts';
import { createSavedSearchesService, type SavedSearchesService } from './domains/search/saved-searches.service.ts';
import { createSearchService, type SearchService } from './domains/search/search.service.ts';
import { createSendRecordsService, type SendRecordsService } from './domains/documents/records/send-records.service.ts';
import { createSendVersionService, type SendVersionService } from './domains/documents/versions/send-version.service.ts';
import { createSessionService, type SessionService } from './domains/identity/session.service.ts';
import { createSettingsService, type SettingsService } from './domains/organization/settings.service.ts';
import { createSystemService, type SystemService } from './domains/overview/system.service.ts';
import { createTemplatesService, type TemplatesService } from './domains/collaborative/templates.service.ts';
import { createTotpService, type TotpService } from './domains/identity/second-factor/totp.service.ts';
import { createUploadAccess, type UploadAccess } from './domains/documents/versions/upload-access.ts';
import { createUsersService, type UsersService } from './domains/people/users.service.ts';
import { createVersionHistoryService, type VersionHistoryService } from './domains/documents/versions/version-history.service.ts';
import { createVersionsService, type VersionsService } from './domains/documents/versions/versions.service.ts';
import { createVocabularyService, type VocabularyService } from './domains/labels/vocabulary.service.ts';

/** Every service, made once per process. */
export interface Services {
  readonly deps: Deps;
  /**
   * Who makes a request, which counts as a call of theirs.
   * @throws unauthenticated, disabled, second_step_required, rate_limited
   */
  authenticate(req: TokenBearer, how?: Entry): Promise<Actor>;
  /** The same for a token that did not come in a header, such as the first frame of a socket. */
  actorOf(token: string, ip: string | null, how?: Entry): Promise<Actor>;
  /**
   * Somebody by a session of theirs, where there is one, that must not have ended: a call of theirs.
   * @throws unauthenticated, disabled, rate_limited
   */
  actorOfSession(user: string, session: string | null, ip: string | null): Promise<Actor>;
  /** Somebody by their id alone. @throws unauthenticated, disabled */
  actorById(user: string, ip: string | null): Promise<Actor>;
  /** The same, with the moment from which the token lets nobody in any more. */
  enter(token: string, ip: string | null): Promise<{ actor: Actor; expiresAt: Date }>;
  readonly identity: Identity & { readonly pool: Pool };
  readonly heavy: Heavy;
  readonly calls: CallLimits;
  readonly pace: Pace;
  readonly taken: TakenLimit;
  readonly auth: AuthService;
  readonly password: PasswordService;
  readonly firstRun: FirstRunService;
  readonly session: SessionService;
  readonly profile: ProfileService;
  readonly access: AccessService;
  readonly totp: TotpService;
  readonly users: UsersService;
  readonly peopleImport: PeopleImportService;
  readonly peopleExport: PeopleExportService;
  readonly members: MembersService;
  readonly groups: GroupsService;
  readonly departments: DepartmentsService;
  readonly records: RecordsService;
  readonly recordEdit: RecordEditService;
  readonly recordPlace: RecordPlaceService;
  readonly uploads: Uploads;
  readonly uploadAccess: UploadAccess;
  readonly versions: VersionsService;
  readonly sendVersion: SendVersionService;
  readonly sendRecords: SendRecordsService;
  readonly versionHistory: VersionHistoryService;
  readonly confirms: ConfirmService;
  readonly content: ContentService;
  readonly activity: ActivityService;
  readonly bin: BinService;
  readonly holds: HoldsService;
  readonly retention: RetentionService;
  readonly audit: AuditService;
  readonly downloads: DownloadService;
  readonly folders: FoldersService;
  readonly rules: RulesService;
  readonly compliance: ComplianceService;
  readonly calendars: CalendarsService;
  readonly occurrences: OccurrencesService;
  readonly calendarFeed: CalendarFeedService;
  readonly report: ReportService;
  readonly reportExport: ReportExportService;
  readonly reportSnapshots: ReportSnapshotsService;
  readonly labels: LabelsService;
  readonly vocabulary: VocabularyService;
  readonly documentTypes: DocumentTypesService;
  readonly organization: OrganizationService;
  readonly settings: SettingsService;
  readonly system: SystemService;
  readonly feed: FeedService;
  readonly dashboard: DashboardService;
  readonly reviews: ReviewsService;
  readonly notifications: NotificationsService;
  readonly reminders: RemindersService;
  readonly pending: PendingService;
  readonly preferences: PreferencesService;
  readonly clients: ClientsService;
  readonly operations: OperationsService;
  readonly search: SearchService;
  readonly savedSearches: SavedSearchesService;
  readonly templates: TemplatesService;
  readonly collaborative: CollaborativeService;
}

/** @param online which desktops are connected now */
export function createServices(deps: Deps, identity: Services['identity'], online: Online): Services {
  const actorOf: Services['actorOf'] = (token, ip, how) =>
    loadActor(deps.db, identity.verifier, token, ip, how);
  const calls = createCallLimits(deps);
  // The embedded database has one process.
  const leases = deps.engine === 'pglite' ? null : createLeases(deps.db, LEASE_SECONDS);
  const uploads = createUploads(deps, leases);
  const heavy = createHeavy({
    atOnce: deps.config.heavyAtOnce,
    leases,
    onError: (error) => deps.log.warn({ err: error }, 'a lease was not kept'),
  });
  const search = createSearchService(deps);
  const compliance = createComplianceService(deps);
  const pending = createPendingService(deps);
  const report = createReportService(deps);
  const clients = createClientsService(deps, online);
  const recordPlace = createRecordPlaceService(deps);
  return {
    deps,
    authenticate: async (req, how) => {
      const known = async (): Promise<Actor> => actorOf(tokenOf(req), req.ip ?? null, how);
      const actor = await known().catch(async (error: unknown) => {
        if (error instanceof ApiError && error.status === 401) await calls.stranger(req.ip ?? '');
        throw error;
      });
      await calls.person(actor.user);
      return actor;
    },
    calls,
    pace: createPace(deps.config.databasePool),
    taken: createTakenLimit(deps),
    actorOf,
    actorOfSession: async (user, session, ip) => {
      const actor = await loadPerson(deps.db, { user, session }, ip);
      await calls.person(actor.user);
      return actor;
    },
    actorById: (user, ip) => loadPerson(deps.db, { user, session: null }, ip),
    enter: async (token, ip) => {
      const actor = await actorOf(token, ip);
      const { raw } = await identity.verifier.verify(token);
      return { actor, expiresAt: new Date(Number(raw.exp) * 1000) };
    },
    identity,
    heavy,
    auth: createAuthService(deps, identity.pool, isDemoEmail),
    password: createPasswordService(deps, identity.pool),
    firstRun: createFirstRunService(deps, identity.pool),
    session: createSessionService(deps, identity),
    profile: createProfileService(deps, identity),
    access: createAccessService(deps, identity, clients),
    totp: createTotpService(deps, identity),
    users: createUsersService(deps, identity),
    peopleImport: createPeopleImportService(deps, identity),
    peopleExport: createPeopleExportService(deps),
    members: createMembersService(deps),
    groups: createGroupsService(deps),
    departments: createDepartmentsService(deps),
    records: createRecordsService({ ...deps, spendOperation }),
    recordEdit: createRecordEditService(deps),
    recordPlace,
    uploads,
    uploadAccess: createUploadAccess(deps, identity.verifier, calls.person),
    versions: createVersionsService({ ...deps, spendOperation }, uploads),
    sendVersion: createSendVersionService({ ...deps, spendOperation }, uploads),
    sendRecords: createSendRecordsService(deps, uploads),
    versionHistory: createVersionHistoryService(deps),
    confirms: createConfirmService(deps, uploads),
    content: createContentService(deps),
    activity: createActivityService(deps),
    bin: createBinService(deps),
    holds: createHoldsService(deps),
    retention: createRetentionService(deps, recordPlace),
    audit: createAuditService(deps),
    downloads: createDownloadService(deps),
    folders: createFoldersService(deps),
    rules: createRulesService(deps),
    compliance,
    calendars: createCalendarsService(deps),
    occurrences: createOccurrencesService(deps),
    calendarFeed: createCalendarFeedService(
      deps,
      (user) => loadPerson(deps.db, { user, session: null }, null),
      heavy,
    ),
    report,
    reportExport: createReportExportService(deps, report),
    reportSnapshots: createReportSnapshotsService(deps, report),
    labels: createLabelsService(deps),
    vocabulary: createVocabularyService(deps),
    documentTypes: createDocumentTypesService(deps),
    organization: createOrganizationService(deps),
    settings: createSettingsService(deps),
    system: createSystemService(deps, identity.pool.attempts),
    feed: createFeedService(deps),
    reviews: createReviewsService(deps),
    notifications: createNotificationsService(deps),
    reminders: createRemindersService(deps),
    pending,
    preferences: createPreferencesService(deps, identity.noticeLinks),
    clients,
    operations: createOperationsService(deps),
    search,
    savedSearches: createSavedSearchesService(deps),
    templates: createTemplatesService(deps, heavy),
    collaborative: createCollaborativeService(deps, heavy),
    dashboard: createDashboardService(deps, search, pending, compliance),
  };
}
