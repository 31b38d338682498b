import type { Actor } from '../actor.ts';
import { isDemoEmail } from '../db/seed/organization.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { createHeavy, type Heavy } from '../heavy/heavy.ts';
import { createPace, type Pace } from '../heavy/pace.ts';
import { LEASE_SECONDS } from '../held-leases.ts';
import { type Entry, loadActor, loadPerson, type TokenBearer, tokenOf } from '../identity/authenticate.ts';
import type { Identity, Pool } from '../identity/identity.ts';
import { type CallLimits, createCallLimits } from '../limits/calls.ts';
import { createTakenLimit, type TakenLimit } from '../limits/taken.ts';
import { createLeases } from '../repositories/leases.ts';
import { createUploads, type Uploads } from '../uploads/uploads.ts';
import { type AccessService, createAccessService } from './access.service.ts';
import { type ActivityService, createActivityService } from './activity.service.ts';
import { type AuditService, createAuditService } from './audit.service.ts';
import { type AuthService, createAuthService } from './auth.service.ts';
import { type BinService, createBinService } from './bin.service.ts';
import { type CalendarFeedService, createCalendarFeedService } from './calendar-feed.service.ts';
import { type CalendarsService, createCalendarsService } from './calendars.service.ts';
import { type ClientsService, createClientsService, type Online } from './clients.service.ts';
import { type CollaborativeService, createCollaborativeService } from './collaborative.service.ts';
import { type ComplianceService, createComplianceService } from './compliance.service.ts';
import { type ConfirmService, createConfirmService } from './confirm.service.ts';
import { type ContentService, createContentService } from './content.service.ts';
import { createDashboardService, type DashboardService } from './dashboard.service.ts';
import { createDepartmentsService, type DepartmentsService } from './departments.service.ts';
import { createDocumentTypesService, type DocumentTypesService } from './document-types.service.ts';
import { createDownloadService, type DownloadService } from './download.service.ts';
import { createFeedService, type FeedService } from './feed.service.ts';
import { createFirstRunService, type FirstRunService } from './first-run.service.ts';
import { createFoldersService, type FoldersService } from './folders.service.ts';
import { createGroupsService, type GroupsService } from './groups.service.ts';
import { createHoldsService, type HoldsService } from './holds.service.ts';
import { createLabelsService, type LabelsService } from './labels.service.ts';
import { createMembersService, type MembersService } from './members.service.ts';
import { createNotificationsService, type NotificationsService } from './notifications.service.ts';
import { createOccurrencesService, type OccurrencesService } from './occurrences.service.ts';
import { createOperationsService, type OperationsService, spendOperation } from './operations.service.ts';
import { createOrganizationService, type OrganizationService } from './organization.service.ts';
import { createPasswordService, type PasswordService } from './password.service.ts';
import { createPendingService, type PendingService } from './pending.service.ts';
import { createPeopleExportService, type PeopleExportService } from './people-export.service.ts';
import { createPeopleImportService, type PeopleImportService } from './people-import.service.ts';
import { createPreferencesService, type PreferencesService } from './preferences.service.ts';
import { createProfileService, type ProfileService } from './profile.service.ts';
import { createRecordEditService, type RecordEditService } from './record-edit.service.ts';
import { createRecordPlaceService, type RecordPlaceService } from './record-place.service.ts';
import { createRecordsService, type RecordsService } from './records.service.ts';
import { createRemindersService, type RemindersService } from './reminders.service.ts';
import { createReportService, type ReportService } from './report.service.ts';
import { createReportExportService, type ReportExportService } from './report-export.service.ts';
import { createReportSnapshotsService, type ReportSnapshotsService } from './report-snapshots.service.ts';
import { createRetentionService, type RetentionService } from './retention.service.ts';
import { createReviewsService, type ReviewsService } from './reviews.service.ts';
import { createRulesService, type RulesService } from './rules.service.ts';
import { createSavedSearchesService, type SavedSearchesService } from './saved-searches.service.ts';
import { createSearchService, type SearchService } from './search.service.ts';
import { createSendRecordsService, type SendRecordsService } from './send-records.service.ts';
import { createSendVersionService, type SendVersionService } from './send-version.service.ts';
import { createSessionService, type SessionService } from './session.service.ts';
import { createSettingsService, type SettingsService } from './settings.service.ts';
import { createSystemService, type SystemService } from './system.service.ts';
import { createTemplatesService, type TemplatesService } from './templates.service.ts';
import { createTotpService, type TotpService } from './totp.service.ts';
import { createUploadAccess, type UploadAccess } from './upload-access.ts';
import { createUsersService, type UsersService } from './users.service.ts';
import { createVersionHistoryService, type VersionHistoryService } from './version-history.service.ts';
import { createVersionsService, type VersionsService } from './versions.service.ts';
import { createVocabularyService, type VocabularyService } from './vocabulary.service.ts';

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
