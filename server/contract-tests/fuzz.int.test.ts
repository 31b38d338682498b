import { beforeAll, describe, expect, it } from 'vitest';
import { contract, type EndpointName, endpoints } from '#shared/contract.ts';
import type { Endpoint } from '#shared/platform/endpoint.ts';
import { FILE_KINDS } from '#shared/platform/file-kinds.ts';
import { newId } from '../platform/ids.ts';
import { createConformance } from '../testing/conformance.ts';
import { pngFile, wordFile, wordParagraph } from '../testing/files.ts';
import {
  expectedRequest,
  hostileRequests,
  type Input,
  type Shot,
  show,
} from '../testing/hostile-requests.ts';
import { HOSTILE_TEXTS } from '../testing/hostile-values.ts';
import { type TestClient, useTestServer } from '../testing/http.ts';
import { type Known, sample } from '../testing/schema-sample.ts';

/** Number of requests at a time. */
const AT_ONCE = 8;
/** Text that must never be in an answer: paths of the server's code, or messages of the database. */
const LEAK = /node_modules|\.ts:\d|\n\s+at |file:\/\/|violates|syntax error at|relation "|pg_|kysely/i;

describe('every endpoint, fuzzed from its schema', () => {
  const unlimited = { perAccount: 1_000_000, perAddress: 1_000_000 };
  const server = useTestServer({
    config: { signInFailures: unlimited, logLevel: 'silent', trustProxy: 1 },
  });
  const nonconformity = createConformance();
  let client: TestClient;
  let known: Known;
  /** A record to be deleted, restored and purged, so that the other calls keep the other record. */
  let doomed: string;
  let doomedTemplate: string;
  let doomedLabel: string;
  let doomedType: string;
  let doomedLibrary: string;
  let doomedDepartment: string;
  let department: string;
  let hold: string;
  let doomedHold: string;
  let calendars: Record<'calendar' | 'doomed' | 'obligation' | 'dueDay' | 'snapshot', string>;
  /** Fields whose name does not tell which id they take. */
  let only: Partial<Record<EndpointName, object>>;

  beforeAll(async () => {
    const { make } = server();
    const organization = await make.organization();
    const library = await make.library(organization);
    const everything = [[library, ['upload', 'review', 'publish']]] as const;
    const admin = await make.person(organization, { isAdmin: true, libraries: everything });
    const victim = await make.person(organization, { libraries: everything });
    // People whom no call disables or removes, so that documents can be shown to them until the end.
    const peer = await make.person(organization, { libraries: everything });
    doomedLibrary = (await make.library(organization)).id;
    doomedDepartment = await make.department(organization);
    department = await make.department(organization);
    const record = await make.record(library, admin);
    doomed = (await make.record(library, admin)).id;
    const label = await make.label(organization);
    doomedLabel = await make.label(organization);
    doomedType = await make.documentType(organization);
    client = await server().signIn(admin.email);
    const folder = await client.ok('folderCreate', { body: { group: library.id, name: 'Carpeta' } });
    const ruled = { match: { documentType: null, labelsAll: [label], labelsAny: [], titlePattern: '' } };
    const rule = { ...ruled, responsible: null, validity: { basis: 'none' as const } };
    const made = await client.ok('ruleCreate', {
      body: { ...rule, folder: folder._id, name: 'Una regla', appliesTo: 'folder' },
    });
    const template = {
      name: 'plantilla.docx',
      data: wordFile(wordParagraph('{{título}}')).toString('base64'),
    };
    const people = {
      name: 'personas.csv',
      data: Buffer.from('Nombres;Apellidos;Correo\nEva;Soto;eva@legajo.test\n').toString('base64'),
    };
    const templateNamed = async (name: string) =>
      (await client.ok('templateCreate', { body: { name, file: template } }))._id;
    doomedTemplate = await templateNamed('Condenada');
    const heldLibrary = (await make.library(organization)).id;
    const period = {
      retention: 'period',
      retentionMonths: 60,
      retentionFrom: 'issue',
      retentionBasis: 'Ley',
    };
    const held = { name: 'Una retención', reason: 'Lo pide el tribunal.', groups: [heldLibrary] };
    hold = (await client.ok('holdCreate', { body: held }))._id;
    doomedHold = (await client.ok('holdCreate', { body: held }))._id;
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
    calendars = {
      calendar: calendar._id,
      doomed: (await calendarNamed('Condenado'))._id,
      snapshot: (await client.ok('snapshotCreate', { body: { name: 'Primer semestre' } }))._id,
      obligation: calendar.obligations[0]?._id ?? '',
      dueDay: dueDays.items[0]?._id ?? '',
    };
    // biome-ignore format: read as a table
    known = {
      group: library.id, parent: folder._id, folder: folder._id, label, labels: [label], exclude: label,
      record: record.id, records: [record.id], recordId: record.id, refId: record.id, version: record.version, base: record.version,
      otherLabel: await make.label(organization), into: label, typeId: await make.documentType(organization),
      user: victim.id, to: [peer.id], toId: peer.id, fromId: admin.id, author: peer.id,
      department: null, documentType: null, rut: '11111111-1', email: 'alguien@legajo.test',
      code: '123456', deviceKey: 'a'.repeat(43), sha256: 'a'.repeat(64), state: 1, limit: '10', current: 'no es esta', size: 10, rev: 0,
      cursor: undefined, since: undefined, name: 'documento.pdf', title: 'Un documento', text: 'documento',
      rule: made._id, template: await templateNamed('Acta propia'), session: 'x.y.z', refreshToken: undefined, key: 'clave',
    };
    only = {
      entryCreate: { authors: undefined },
      recordCreate: { authors: [admin.id] },
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
      settingsBin: { days: 60 },
      typeCreate: { name: 'Otro tipo', code: 'OTRO-1', ...period },
      typeUpdate: { name: 'Un tipo', code: 'UN-1', scope: null, ...period, reviewMonths: 12 },
      savedSearchCreate: { query: 'text=obra' },
      savedSearchUpdate: { query: 'text=obra' },
      ruleCreate: rule,
      ruleUpdate: { ...rule, version: 1 },
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
      obligationUpdate: { ...obligation, version: 1 },
      snapshotCreate: {
        ...{ name: 'Otra instantánea', asOf: '2026-06-30', from: '2026-01', to: '2026-12' },
        ...{ calendar: [calendar._id], group: [], department: [], responsible: [] },
      },
      occurrenceComplete: { completedOn: undefined },
      evidenceCreate: { record: record.id, version: record.version },
      userImport: { file: people },
      userImportCheck: { file: people },
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
      notificationDismiss: { type: undefined, refId: undefined, refModel: undefined },
    };
  });

  /** The id in a path, by the resource of the path. */
  const knownFor = (name: EndpointName): Known => {
    const { path } = contract[name];
    if (name === 'recordDelete' || name === 'binPurge') return { ...known, id: doomed };
    if (name === 'bin') return { ...known, deletedBy: known.user, from: '2026-01-01', to: '2026-12-31' };
    // A query string cannot contain null.
    if (path === '/users' || path === '/users/export')
      return contract[name].method === 'GET' ? { ...known, department: undefined } : known;
    if (path.startsWith('/users'))
      return {
        ...known,
        id: known.user,
        name: path.includes(':name') ? 'manager' : 'x',
        session: known.record,
      };
    if (name === 'groupDelete' || name === 'groupArchive' || name === 'groupUnarchive')
      return { ...known, id: doomedLibrary };
    if (path.startsWith('/departments'))
      return { ...known, id: name === 'departmentDelete' ? doomedDepartment : department };
    if (name === 'occurrences')
      return {
        ...known,
        ...{ from: '2026-01-01', to: '2026-12-31', status: 'done,late', calendar: calendars.calendar },
        ...{ obligation: calendars.obligation, responsible: known.user },
      };
    if (path.startsWith('/audit')) return { ...known, to: '2030-12-31' };
    if (path.startsWith('/calendars/report'))
      return {
        ...{ ...known, asOf: '2026-06-30', from: '2026-01', to: '2026-12', status: 'done,late' },
        ...{ id: calendars.snapshot, calendar: calendars.calendar, department, responsible: known.user },
      };
    if (path.startsWith('/calendars/occurrences')) return { ...known, id: calendars.dueDay };
    if (path.startsWith('/calendars/obligations')) return { ...known, id: calendars.obligation };
    if (path.startsWith('/calendars'))
      return { ...known, id: name === 'calendarDelete' ? calendars.doomed : calendars.calendar };
    if (path.startsWith('/groups')) return { ...known, id: known.group };
    if (/^\/docs\/(folders|(rules|compliance)\/by\/folder)/.test(path)) return { ...known, id: known.folder };
    if (name === 'labelMergePreview') return { ...known, id: known.otherLabel };
    // The label of the documents is never changed or deleted.
    if (name === 'labelDelete' || name === 'labelMerge')
      return { ...known, id: doomedLabel, replacement: undefined };
    if (path.startsWith('/docs/labels/')) return { ...known, id: known.label };
    if (path.startsWith('/docs/types/'))
      return { ...known, id: name === 'typeDelete' ? doomedType : known.typeId };
    if (name === 'templateDelete') return { ...known, id: doomedTemplate };
    if (path.startsWith('/docs/templates')) return { ...known, id: known.template };
    if (path.startsWith('/docs/rules')) return { ...known, id: known.rule };
    if (path.startsWith('/docs/holds')) return { ...known, id: name === 'holdRelease' ? doomedHold : hold };
    if (/^\/docs\/versions\/:id/.test(path)) return { ...known, id: known.version };
    // In a query string a number is text.
    if (path === '/docs/records/search')
      return { ...known, state: '1', documentType: undefined, from: '2026-01-01', to: '2026-12-31' };
    return { ...known, id: known.record };
  };

  function inputOf(name: EndpointName): Input {
    const endpoint: Endpoint = contract[name];
    const values = knownFor(name);
    const part = (of: 'params' | 'query' | 'body') => endpoint[of] && sample(endpoint[of], values);
    const body = part('body');
    return { params: part('params'), query: part('query'), body: body && { ...body, ...only[name] } };
  }

  /** A parameter such as `..` or an empty one leads to another address, whose answers are described elsewhere. */
  const leadsTo = (name: EndpointName, path: string): boolean => {
    const steps = (address: string) => address.split('/').filter(Boolean).length;
    return steps(new URL(path, 'http://server').pathname) === steps(contract[name].path);
  };

  /** What is wrong with an answer; undefined where nothing is. */
  async function fault({ what, path, init }: Shot, name?: EndpointName): Promise<string | undefined> {
    const response = await client.fetch(path, init);
    const text = await response.text();
    const undescribed =
      name && !(contract[name] as Endpoint).raw && leadsTo(name, path) && nonconformity(name, response, text);
    if (undescribed) return `${what}: ${undescribed}`;
    // The bytes of these records do not exist.
    const withoutBytes = response.status === 503 && name === 'versionContent';
    if (response.status >= 500 && !withoutBytes) return `${what}: ${response.status} ${text}`;
    if (LEAK.test(text)) return `${what}: ${text.slice(0, 300)}`;
    if (response.status < 400 || init.method === 'HEAD') return undefined;
    const { error } = JSON.parse(text) as { error?: { code?: string; message?: string } };
    if (!error?.code || !error.message) return `${what}: ${response.status} without code or sentence`;
    return undefined;
  }

  async function faults(shots: readonly Shot[], name?: EndpointName): Promise<string[]> {
    const found: string[] = [];
    const waiting = [...shots];
    const worker = async (): Promise<void> => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const wrong = await fault(next, name);
        if (wrong) found.push(wrong);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    return found.sort();
  }

  const fuzzed = endpoints.filter(([, endpoint]) => !endpoint.raw).map(([name]) => name);

  it.each(fuzzed)('%s never breaks', { timeout: 120_000 }, async (name: EndpointName) => {
    const input = inputOf(name);
    const expected = expectedRequest(contract[name], input);
    // Otherwise only the first check of the input would ever be tested.
    const answer = await client.fetch(expected.path, expected.init);
    const text = answer.text();
    expect(`${answer.status} ${await text}`).not.toMatch(/^[45]00/);

    const undescribed = nonconformity(name, answer, await text);
    expect(undescribed).toBeUndefined();
    expect(await faults(hostileRequests(contract[name], input), name)).toEqual([]);
    expect((await client.call('session')).status).toBe(200);
  });

  /** Endpoints that answer files and streams. Without the headers that a client sends, they answer errors. */
  const streamed = endpoints.filter(([, { raw, path }]) => raw && path !== '/realtime').map(([name]) => name);

  it.each(streamed)('%s never breaks either', { timeout: 120_000 }, async (name: EndpointName) => {
    expect(await faults(hostileRequests(contract[name], inputOf(name)), name)).toEqual([]);
    expect((await client.call('session')).status).toBe(200);
  });

  it('takes no harm from what stands in headers', async () => {
    const printable = HOSTILE_TEXTS.filter((text) => /^[\x20-\x7e]*$/.test(text) && text.length < 8000);
    const headers = [
      'authorization', 'cookie', 'idempotency-key', 'x-operation-token', 'range', 'accept-encoding',
      'content-encoding', 'x-forwarded-for',
    ]; // biome-ignore format: a list of names
    const shots = headers.flatMap((header) =>
      printable.map((text) => ({
        what: `${header}: ${show(text)}`,
        path: header === 'cookie' ? '/auth/refresh' : '/docs/clients',
        init: {
          method: 'POST',
          headers: { 'content-type': 'application/json', [header]: text },
          body: '{}',
        },
      })),
    );
    expect(await faults(shots)).toEqual([]);
  });

  it('takes no harm from paths that lead nowhere', async () => {
    const paths = [
      '/', '//', '/%', '/%00', '/%ff', '/..%2f..%2fetc', '/users/%2e%2e', '/nada', '/files/x', '/files/%00',
      '/docs/uploads/%00', '/docs/uploads/..%2f..', '/docs/versions/x/content', '/docs/versions/%00/content',
    ]; // biome-ignore format: a list of paths
    const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'];
    const shots = paths.flatMap((path) =>
      methods.map((method) => ({ what: `${method} ${path}`, path, init: { method } })),
    );
    expect(await faults(shots)).toEqual([]);
  });

  it('keeps prototypes as they were', () => {
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });
});
