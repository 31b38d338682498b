import type { EndpointName } from '#shared/contract.ts';
import { readDeliveryLink } from '#shared/file-requests/link-secret.ts';
import { FILE_KINDS } from '#shared/platform/files/file-kinds.ts';
import { newId } from '../../platform/ids.ts';
import { pngFile, wordFile, wordParagraph } from '../files/files.ts';
import type { TestServer } from '../http.ts';
import type { Known } from './schema-sample.ts';

/** A company with something for every endpoint to work on. */
export type FuzzedCompany = Awaited<ReturnType<typeof createFuzzedCompany>>;

/** Creates one on a running server, and signs its admin in. */
export async function createFuzzedCompany(server: TestServer) {
  const { make } = server;
  const organization = await make.organization();
  const library = await make.library(organization);
  const everything = [[library, ['upload', 'review', 'publish']]] as const;
  const admin = await make.person(organization, { isAdmin: true, libraries: everything });
  const victim = await make.person(organization, { libraries: everything });
  // People whom no call disables or removes, so that documents can be shown to them until the end.
  const peer = await make.person(organization, { libraries: everything });
  const doomedLibrary = (await make.library(organization)).id;
  const doomedDepartment = await make.department(organization);
  const department = await make.department(organization);
  const record = await make.record(library, admin);
  // To be deleted, restored and purged, so that the other calls keep the other record.
  const doomed = (await make.record(library, admin)).id;
  const label = await make.label(organization);
  const doomedLabel = await make.label(organization);
  const doomedType = await make.documentType(organization);
  const client = await server.signIn(admin.email);
  const folder = await client.ok('folderCreate', { body: { group: library.id, name: 'Carpeta' } });
  await client.ok('folderUpdate', { params: { id: folder._id }, body: { defaultLabels: [label] } });
  const asked = await client.ok('fileRequestCreate', {
    body: { folder: folder._id, title: 'Tu contrato firmado' },
  });
  const fileRequest = asked.request._id;
  const linkSecret = readDeliveryLink(new URL(asked.url).hash) ?? '';
  const ruled = { match: { documentType: null, labelsAll: [label], labelsAny: [], titlePattern: '' } };
  const rule = { ...ruled, responsible: null, validity: { basis: 'none' as const } };
  const made = await client.ok('ruleCreate', {
    body: { ...rule, folder: folder._id, name: 'Una regla', appliesTo: 'folder' },
  });
  const parties = await client.ok('partiesCreate', {
    body: { kind: 'site', group: library.id, items: [{ name: 'Obra Norte' }, { name: 'Obra Sur' }] },
  });
  const [site = '', doomedParty = ''] = parties.items.flatMap((item) => (item.ok ? [item.party] : []));
  const template = {
    name: 'plantilla.docx',
    data: wordFile(wordParagraph('{{título}}')).toString('base64'),
  };
  const people = {
    name: 'personas.csv',
    data: Buffer.from('Nombres;Apellidos;Correo\nEva;Soto;eva@legajo.test\n').toString('base64'),
  };
  const typesTable = {
    name: 'tipos.csv',
    data: Buffer.from('Nombre;Código\nActa de visita;AVIS\n').toString('base64'),
  };
  const templateNamed = async (name: string) =>
    (await client.ok('templateCreate', { body: { name, file: template } }))._id;
  const doomedTemplate = await templateNamed('Condenada');
  const heldLibrary = (await make.library(organization)).id;
  const period = {
    retention: 'period',
    retentionMonths: 60,
    retentionFrom: 'issue',
    retentionBasis: 'Ley',
  };
  const held = { name: 'Una retención', reason: 'Lo pide el tribunal.', groups: [heldLibrary] };
  const hold = (await client.ok('holdCreate', { body: held }))._id;
  const doomedHold = (await client.ok('holdCreate', { body: held }))._id;
  const obligation = {
    ...{
      title: 'Una obligación',
      recurrence: 'FREQ=MONTHLY;BYMONTHDAY=10',
      startsOn: '2026-01-01',
      endsOn: null,
    },
    ...{ responsible: null, backup: null, labels: [], minCount: 0, termDays: 0, leadDays: [7] },
    ...{ dayKind: 'corridos' as const },
  };
  const calendarNamed = (name: string) =>
    client.ok('calendarCreate', { body: { name, obligations: [obligation] } });
  const calendar = await calendarNamed('Calendario');
  const dueDays = await client.ok('occurrences', {
    query: { from: '2026-01-01', to: '2026-12-31', calendar: calendar._id },
  });
  const { series } = await client.ok('obligationSeriesCreate', {
    body: {
      ...{ ...obligation, title: 'De cada obra', calendar: calendar._id },
      over: { kind: 'site', group: library.id },
    },
  });
  const calendars = {
    series,
    calendar: calendar._id,
    doomed: (await calendarNamed('Condenado'))._id,
    snapshot: (await client.ok('snapshotCreate', { body: { name: 'Primer semestre' } }))._id,
    obligation: calendar.obligations[0]?._id ?? '',
    dueDay: dueDays.items[0]?._id ?? '',
  };
  const reportMailed = async (): Promise<string> => {
    const body = { day: 1, formats: ['pdf' as const], people: [admin.id], filters: null };
    return (await client.ok('reportMailCreate', { body }))._id;
  };
  const reportMail = await reportMailed();
  const doomedReportMail = await reportMailed();
  const reportMailToken = await server.running.services.identity.noticeLinks.signReportMail({
    ...{ user: admin.id, reportMail },
  });
  // biome-ignore format: read as a table
  const known: Known = {
    group: library.id, parent: folder._id, folder: folder._id, label, labels: [label], exclude: label,
    record: record.id, records: [record.id], recordId: record.id, refId: record.id, version: record.version, base: record.version,
    otherLabel: await make.label(organization), into: label, typeId: await make.documentType(organization),
    user: victim.id, to: [peer.id], toId: peer.id, fromId: admin.id, author: peer.id,
    department: null, documentType: null, rut: '11111111-1', email: 'alguien@legajo.test',
    code: '123456', deviceKey: 'a'.repeat(43), secret: 'a'.repeat(43), sha256: 'a'.repeat(64), state: 1, limit: '10', current: 'no es esta', size: 10, rev: 0,
    cursor: undefined, since: undefined, name: 'documento.pdf', title: 'Un documento', text: 'documento',
    rule: made._id, template: await templateNamed('Acta propia'), session: 'x.y.z', refreshToken: undefined, key: 'clave',
  };
  // Fields whose name does not tell which id they take.
  const only: Partial<Record<EndpointName, object>> = {
    entryCreate: { authors: undefined },
    fileRequestMail: { emails: ['alguien@legajo.test'] },
    // A due day of its own: nothing else decides about it.
    recordCreate: { authors: [admin.id], evidenceFor: dueDays.items[1]?._id },
    commentCreate: { parent: null, mentions: [admin.id] },
    commentUpdate: { mentions: [] },
    recordAuthors: { authors: [admin.id] },
    notificationCreate: { type: 'RECORD.REVIEW.REQUEST' },
    reminderCreate: { notifyAt: '2030-01-01T12:00:00Z', text: 'Revisar' },
    binRestore: { record: doomed },
    binRestoreBatch: { records: [doomed] },
    binPurgeBatch: { records: [newId()] },
    retentionRemoveBatch: { records: [newId()] },
    retentionExtendBatch: { records: [newId()], years: 2, reason: 'Lo pide auditoría.' },
    binEmpty: { before: '2020-01-01T00:00:00Z', confirm: 'VACIAR' },
    holdCreate: { records: [], folders: [], groups: [heldLibrary], until: '2030-01-01' },
    holdUpdate: { until: '2030-01-01' },
    holdAdd: { records: [], folders: [], groups: [heldLibrary] },
    labelCreate: { parent: null, groups: [] },
    labelUpdate: { parent: null, groups: [], name: 'Etiqueta' },
    labelMerge: { into: label },
    organizationUpdate: {
      timezone: 'America/Santiago',
      taxId: '76412905-9',
      phone: '+56 2 2345 6789',
      email: 'obra@legajo.test',
    },
    organizationLogoUpdate: { data: pngFile(64, 64).toString('base64') },
    settingsLimits: { uploadLimit: 1024 ** 3, fileKinds: [...FILE_KINDS] },
    settingsReminders: { leadDays: [30, 7] },
    settingsHolidays: { added: [{ day: '2026-02-02', name: 'Aniversario' }], removed: ['2026-12-08'] },
    settingsPasswords: { min: 12 },
    settingsSecondStep: { required: 'nobody' },
    settingsManagers: { read: 'published' },
    settingsBin: { days: 60 },
    starterSetApply: { items: ['type:PROP'], responsible: null, others: [], library: null },
    typeCreate: { name: 'Otro tipo', code: 'OTRO-1', ...period },
    typeUpdate: { name: 'Un tipo', code: 'UN-1', scope: null, ...period, reviewMonths: 12 },
    savedSearchCreate: { query: 'text=obra' },
    savedSearchUpdate: { query: 'text=obra' },
    ruleCreate: rule,
    ruleUpdate: { ...rule, version: 1 },
    partiesCreate: { kind: 'site', parent: undefined, items: [{ name: 'Otra obra' }] },
    partyAdopt: { kind: 'contractor', contractor: null },
    partyUpdate: { name: 'Obra Norte', contractor: null },
    partyAssign: { add: [], remove: [] },
    calendarCreate: {
      ...{ name: 'Otro calendario', timezone: 'America/Santiago', groups: [], editors: [] },
      obligations: [obligation],
    },
    calendarUpdate: {
      name: 'Calendario',
      timezone: 'America/Santiago',
      groups: [],
      editors: [],
      version: 1,
    },
    obligationCreate: { ...obligation, calendar: calendar._id },
    obligationSeriesCreate: {
      ...{ ...obligation, calendar: calendar._id },
      over: { kind: 'site', group: library.id },
    },
    obligationUpdate: { ...obligation, version: 1 },
    userHandBack: {
      obligations: [
        {
          ...{ _id: calendar.obligations[0]?._id, version: 1 },
          before: { responsible: victim.id, backup: null },
        },
      ],
      rules: [{ _id: made._id, version: 1 }],
    },
    obligationPeople: { responsible: null, backup: null, version: 1 },
    reportMailCreate: { day: 1, formats: ['pdf'], people: [admin.id], filters: null },
    reportMailUpdate: { day: 1, formats: ['pdf'], people: [admin.id], filters: null, version: 1 },
    snapshotCreate: {
      ...{ name: 'Otra instantánea', asOf: '2026-06-30', from: '2026-01', to: '2026-12' },
      ...{ calendar: [calendar._id], group: [], department: [], responsible: [] },
    },
    occurrenceComplete: { completedOn: undefined },
    evidenceCreate: { record: record.id, version: record.version },
    dueCommentCreate: { kind: 'comment', asks: null },
    importCheck: { file: typesTable, kind: 'types' },
    importFaults: { file: typesTable, kind: 'types', format: 'csv' },
    importRun: { file: typesTable, kind: 'types' },
    importTemplate: { kind: 'types', format: 'csv' },
    userImport: { file: people },
    userImportCheck: { file: people },
    userImportFaults: { file: people },
    // A name is taken the second time, and each new name adds a template.
    templateCreate: { name: 'Otra acta', file: template },
    templateUpdate: { name: 'Acta propia', file: undefined },
    groupCreate: { name: 'Otra biblioteca', department: null, defaultLabels: [], members: [] },
    groupUpdate: {
      rev: undefined,
      name: 'Biblioteca',
      department: null,
      defaultLabels: [],
      members: undefined,
    },
    departmentCreate: { name: 'Otro departamento', parent: null, head: null },
    departmentUpdate: { name: 'Departamento', parent: null, head: null, rev: undefined },
    collaborativeCreate: { authors: [peer.id], code: null },
    notificationDismiss: { ids: undefined, type: undefined, refId: undefined, refModel: undefined },
  };

  return {
    client,
    known,
    only,
    ...{ doomed, doomedTemplate, doomedLabel, doomedType, doomedLibrary, doomedDepartment, doomedHold },
    ...{ department, hold, calendars, site, doomedParty, fileRequest, linkSecret },
    ...{ reportMail, doomedReportMail, reportMailToken },
  };
}
