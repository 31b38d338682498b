import { AUDIT_AREAS } from '#shared/audit/audit.ts';
import { contract, type EndpointName, endpoints } from '#shared/contract.ts';
import { IMPORT_KINDS } from '#shared/imports/imports.schemas.ts';
import { TASK_KINDS } from '#shared/overview/task-kinds.ts';
import type { Endpoint } from '#shared/platform/endpoint.ts';
import { SET_KEYS } from '#shared/starting/starter-set.ts';
import type { Caller } from './callers.ts';
import type { SecretWorld } from './world.ts';

interface Input {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}
type Inputs = (world: SecretWorld, caller: Caller['name']) => readonly Input[];

const each = (ids: readonly string[], name = 'id'): readonly Input[] =>
  ids.map((id) => ({ params: { [name]: id } }));
const records = (world: SecretWorld): string[] => Object.values(world.documents.all).map(({ id }) => id);
const versions = (world: SecretWorld): string[] =>
  Object.values(world.documents.all).flatMap((one) => one.versions);
const libraries = (world: SecretWorld): string[] => Object.values(world.cast.places).map(({ id }) => id);
const asked = (...queries: Readonly<Record<string, string>>[]): readonly Input[] =>
  queries.map((query) => ({ query }));
const own =
  (kind: 'file' | 'zip' | 'feed' | 'notice' | 'reportMail', param = 'token'): Inputs =>
  (world, caller) =>
    caller === 'anonymous'
      ? [{ params: { [param]: 'A'.repeat(43) } }]
      : each(world.accounts.addresses[caller]?.[kind] ?? [], param);

const byRecord: Inputs = (world) => each(records(world));
const byVersion: Inputs = (world) => each(versions(world));
const byLast: Inputs = (world) =>
  each(Object.values(world.documents.all).flatMap((one) => one.versions.slice(-1)));
const byLibrary: Inputs = (world) => each(libraries(world));
const byPlace: Inputs = (world) => each([...world.documents.folders, ...libraries(world)]);
const byUser: Inputs = (world) => each(world.accounts.users);
const byHold: Inputs = (world) => each(world.plans.holds);
const byParty: Inputs = (world) => each(world.parties);
const byCalendar: Inputs = (world) => each(world.plans.calendars);
const tables: Inputs = () => asked({ format: 'csv' }, { format: 'xlsx' });
const inLibrary: Inputs = (world) => each(libraries(world), 'group');
const all = { limit: '200' };

/** Words that occur in titles and files. The number of hits must not disclose anything either. */
const wordsOf = (world: SecretWorld): string[] =>
  world.ledger.all
    .filter(({ what }) => /: (title|content)$/.test(what))
    // Each filter is tried on half of the documents, because one condition decides the visibility of all.
    .filter((_, at) => at % 8 === 0 || at % 8 === 3)
    .map(({ token }) => token);

/** Inputs of calls that take ids or other values: all planted ones of that kind. */
const HOW: Readonly<Partial<Record<EndpointName, Inputs>>> = {
  userGet: byUser,
  starterSet: () => SET_KEYS.map((key) => ({ params: { key } })),
  userGroups: byUser,
  userAccess: byUser,
  userDuties: byUser,
  userList: () => asked(all),
  userExport: tables,
  userImportTemplate: tables,
  importTemplate: () => IMPORT_KINDS.map((kind) => ({ params: { kind }, query: { format: 'csv' } })),
  groupGet: byLibrary,
  members: byLibrary,
  labels: (world) => asked({}, ...libraries(world).map((group) => ({ group }))),
  labelsUsed: (world) => asked(...libraries(world).map((group) => ({ group }))),
  labelSearch: () => asked({ text: 'zqx' }),
  labelById: (world) => each(world.plans.labels),
  labelMergePreview: ({ plans: { labels } }) =>
    labels.slice(1).map((id) => ({ params: { id }, query: { into: labels[0] ?? '' } })),
  rolesByGroup: inLibrary,
  foldersByGroup: inLibrary,
  fileRequestsByFolder: (world) => each(world.documents.folders, 'folder'),
  recordById: byRecord,
  recordActivity: byRecord,
  recordPeople: byRecord,
  recordByTitle: (world) => world.documents.titles.map((params) => ({ params })),
  recordsByHash: (world) => world.documents.hashes.map(({ sha256 }) => ({ params: { sha256 } })),
  recordSearch: (world) =>
    asked(
      all,
      { ...all, state: '0,1,2,3,4,5,6' },
      { ...all, record: records(world).join() },
      ...libraries(world).map((group) => ({ ...all, group })),
      ...world.documents.folders.map((folder) => ({ ...all, folder })),
      ...wordsOf(world).map((text) => ({ text })),
    ),
  bin: () => asked(all),
  holds: () => asked({}, { status: 'ended' }),
  holdById: byHold,
  holdItems: byHold,
  // A page holds the newest events only.
  auditTrail: () => asked(all, ...AUDIT_AREAS.map((area) => ({ ...all, area }))),
  auditExport: tables,
  auditEvent: (world) => each(world.events),
  rulesByFolder: byPlace,
  complianceByFolder: byPlace,
  complianceByGroup: inLibrary,
  complianceOpen: (world) => asked({}, ...libraries(world).map((group) => ({ group }))),
  parties: (world) =>
    asked(all, { ...all, ended: 'yes' }, ...libraries(world).map((group) => ({ ...all, group }))),
  partyGet: byParty,
  partyGate: byParty,
  partyExport: tables,
  report: (world) => asked({}, ...libraries(world).map((group) => ({ group }))),
  reportMaster: () => asked(all),
  reportExport: () =>
    asked(
      { format: 'xlsx' },
      { format: 'ics' },
      ...['occurrences', 'folders', 'master'].map((part) => ({ format: 'csv', part })),
    ),
  snapshotGet: (world) => each(world.plans.snapshots),
  snapshotExport: (world) =>
    each(world.plans.snapshots).flatMap(({ params = {} }): Input[] => [
      { params, query: { format: 'xlsx' } },
      { params, query: { format: 'csv', part: 'master' } },
    ]),
  occurrences: () => asked({ from: '2026-01-01', to: '2027-01-31' }),
  occurrenceGet: (world) => each(world.plans.occurrences),
  calendarGet: byCalendar,
  calendarIcs: own('feed', 'secret'),
  templateContent: (world) => each(world.plans.templates),
  versionsByRecord: byRecord,
  versionLink: byLast,
  versionContent: byVersion,
  versionText: byVersion,
  versionPages: byVersion,
  versionThumbnail: byVersion,
  versionHead: byLast,
  versionContents: (world) => [{ body: { versions: world.documents.hashes } }],
  contentsKnown: (world) => [{ body: { hashes: world.documents.hashes.map(({ sha256 }) => sha256) } }],
  fileByToken: own('file'),
  downloadByToken: own('zip'),
  // What the returned link leads to is examined too.
  downloadCreate: (world) =>
    [
      { records: records(world) },
      ...world.documents.folders.map((folder) => ({ folder })),
      ...libraries(world).map((group) => ({ group })),
    ].map((body) => ({ body })),
  reviewsByRecord: byRecord,
  requestsByRecord: byRecord,
  commentsByRecord: byRecord,
  pendingDecisions: () => asked({ section: 'review' }, { section: 'publish' }, { section: 'mine' }),
  tasks: () => asked({}, ...TASK_KINDS.map((kind) => ({ kind }))),
  follows: () => asked({}),
  notificationById: (world) => each(world.notifications),
  mailChoices: own('notice'),
  reportMailLink: own('reportMail'),
  reportMailUnsubscribePage: own('reportMail'),
  unsubscribePage: own('notice'),
  changes: (world) => asked(...libraries(world).map((group) => ({ group, limit: '1000' }))),
};

/**
 * Endpoints that change something, whose answers `authorization.int.test.ts` checks. A new endpoint belongs here, or
 * above if it returns data.
 */
// biome-ignore format: read as a list
const CHANGES: readonly EndpointName[] = [
  'signIn', 'answerChallenge', 'refresh', 'signOut', 'forgotPassword', 'resetPassword', 'changePassword', 'firstRun',
  'userImportCheck', 'userImportFaults', 'userImport', 'userCreate', 'userUpdate', 'userDelete', 'userEnable', 'userDisable', 'userHandOver', 'userHandBack', 'userResetPassword', 'userAccessLink', 'userAccessLinks', 'welcome',
  'userGroupAdd', 'userGroupRemove', 'profileUpdate', 'sessionEnd', 'sessionsEnd', 'totpSetup', 'totpConfirm',
  'totpRecovery', 'totpDisable', 'userSessionEnd', 'userSessionsEnd', 'userTotpReset', 'groupCreate', 'groupUpdate',
  'groupArchive', 'groupUnarchive', 'groupDelete', 'memberPut', 'memberDelete', 'departmentCreate', 'departmentUpdate',
  'departmentDelete', 'labelCreate', 'folderCreate', 'folderCreateBatch', 'folderUpdate', 'folderDelete', 'labelUpdate',
  'labelMerge', 'labelDelete', 'organizationUpdate', 'organizationLogoUpdate', 'organizationLogoDelete', 'settingsLimits',
  'settingsReminders', 'settingsHolidays', 'settingsPasswords', 'settingsSecondStep', 'settingsManagers', 'settingsBin', 'mailTest', 'firstStepsUpdate', 'starterSetApply', 'importCheck', 'importFaults', 'importRun', 'importUndo', 'importInvite', 'typeCreate', 'typeUpdate',
  'typeDelete', 'recordCreate', 'entryCreate', 'createBatch', 'recordsSend', 'recordUpdate', 'recordAuthors', 'batchState',
  'batchMove', 'recordDelete', 'binRestore', 'binRestoreBatch', 'binPurgeBatch', 'binEmpty', 'binPurge', 'holdCreate',
  'holdUpdate', 'holdRelease', 'holdAdd', 'holdRemove', 'retentionRemoveBatch', 'retentionExtendBatch', 'savedSearchCreate',
  'savedSearchUpdate', 'savedSearchDelete', 'ruleCreate', 'ruleUpdate', 'ruleDelete', 'partiesCreate', 'partyAdopt', 'partyUpdate', 'partyEnd', 'partyDelete', 'partyAssign', 'snapshotCreate', 'reportMailCreate', 'reportMailUpdate', 'reportMailStop', 'reportMailOwn', 'reportMailTry', 'reportMailLinkPut', 'reportMailUnsubscribe', 'calendarCreate',
  'occurrenceComplete', 'occurrenceWaive', 'occurrenceCancel', 'occurrenceReopen', 'evidenceCreate', 'evidenceDelete', 'dueCommentCreate', 'dueRequestDelete',
  'obligationCreate', 'obligationSeriesCreate', 'obligationSeriesEnd', 'obligationUpdate', 'obligationPeople', 'obligationDelete', 'calendarFeedCreate', 'calendarFeedDelete', 'calendarUpdate',
  'calendarDelete', 'collaborativeCreate', 'templateCreate', 'templateUpdate', 'templateDelete', 'versionCreate', 'confirm',
  'confirmBatch', 'versionSend', 'versionErrored', 'versionRestore', 'versionUse', 'versionKeep', 'versionDiscard',
  'uploadCreate', 'uploadBatch', 'uploadHead', 'uploadPatch', 'uploadDelete', 'uploadOptions', 'reviewCreate',
  'commentCreate', 'commentUpdate', 'commentResolve', 'reviewRequest', 'publicationRequest', 'reminderCreate', 'reminderDelete', 'recordShare', 'follow', 'unfollow', 'notificationDismiss', 'notificationRestore', 'notificationCreate',
  'mailReview', 'preferencesPut', 'mailChoicesPut', 'unsubscribe', 'clientCreate', 'clientUpdate', 'clientDelete',
  'operationCreate', 'fileRequestCreate', 'fileRequestRevoke', 'fileRequestMail',
  // Whoever has a link is told what it asks for: deliveries.int.test.ts.
  'deliveryOpen', 'deliveryBegin', 'deliveryConfirm', 'deliveryGiveUp', 'deliveryUploadCreate', 'deliveryUploadHead', 'deliveryUploadPatch',
];

export interface Call extends Input {
  readonly name: EndpointName;
  readonly endpoint: Endpoint;
}

/** Every reading endpoint of the contract with its calls. @throws for an endpoint that is not described here */
export function callsOf(world: SecretWorld, caller: Caller['name']): Call[] {
  return endpoints.flatMap(([name]) => {
    const how = howToCall(name);
    return how === null
      ? []
      : how(world, caller).map((input) => ({ ...input, name, endpoint: contract[name] }));
  });
}

/** Null for endpoints that change something. @throws for an endpoint that is not described here */
export function howToCall(name: EndpointName): Inputs | null {
  const endpoint: Endpoint = contract[name];
  const given = HOW[name];
  if (given) return given;
  if (CHANGES.includes(name) && endpoint.method !== 'GET') return null;
  const bare =
    endpoint.method === 'GET' && !endpoint.params && (endpoint.query?.safeParse({}).success ?? true);
  if (!bare) throw new Error(`${name}: say in server/testing/secrets/calls.ts how it is called`);
  return () => [{}];
}
