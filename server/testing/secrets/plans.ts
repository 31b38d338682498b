import { addDays, dayIn } from '#shared/platform/days.ts';
import { TIME_ZONE } from '#shared/platform/limits.ts';
import { docxFile, pngFile } from '../files/files.ts';
import type { TestServer } from '../http.ts';
import { admins, managers, members, membersOf, only, ours, theirs } from './callers.ts';
import type { Cast } from './cast.ts';
import type { Documents } from './documents.ts';
import type { Ledger } from './ledger.ts';

export interface Plans {
  readonly calendars: readonly string[];
  readonly obligations: readonly string[];
  readonly occurrences: readonly string[];
  readonly snapshots: readonly string[];
  readonly holds: readonly string[];
  readonly templates: readonly string[];
  readonly labels: readonly string[];
}

/** Calendars, rules, holds, retention, reports, templates and settings, with a secret in each of their fields. */
export async function plantPlans(
  server: TestServer,
  ledger: Ledger,
  cast: Cast,
  documents: Documents,
): Promise<Plans> {
  const { by, people, places } = cast;
  const { make } = server;
  const [open = '', inner = ''] = documents.folders;
  const recordOf = (what: string): string => documents.all[what]?.id ?? '';
  const label = await make.label(cast.ours, { name: ledger.plant('label of an obligation', ours) });
  const theirLabel = await make.label(cast.theirs, { name: ledger.plant('their label', theirs) });
  const staffLabel = await make.label(cast.ours, {
    name: ledger.plant('label for one library', members),
    groups: [places.staff.id],
  });
  const today = dayIn(TIME_ZONE, server.running.services.deps.now());

  /* Everybody in the organization reads calendars, but not the libraries, folders and documents in them. */
  const planted = (what: string, rule = ours) => ({
    name: ledger.plant(`${what}: name`, rule),
    description: ledger.plant(`${what}: description`, rule),
  });
  const obligation = (what: string, rule = ours) => ({
    title: ledger.plant(`${what}: obligation`, rule),
    authority: ledger.plant(`${what}: authority`, rule),
    legalBasis: ledger.plant(`${what}: legal basis`, rule),
    recurrence: 'FREQ=DAILY;INTERVAL=10;COUNT=8',
    startsOn: addDays(today, -35),
  });
  const calendar = await by.admin.ok('calendarCreate', {
    body: {
      ...planted('calendar'),
      ...{ groups: [places.works.id, places.staff.id], editors: [people.deputy.id] },
      obligations: [
        {
          ...obligation('calendar'),
          folder: inner,
          labels: [label],
          minCount: 2,
          responsible: people.author.id,
          backup: people.deputy.id,
        },
        { ...obligation('calendar, without documents'), minCount: 0, responsible: people.author.id },
      ],
    },
  });
  const foreign = await by.other.ok('calendarCreate', {
    body: {
      ...planted('their calendar', theirs),
      obligations: [{ ...obligation('their calendar', theirs), minCount: 0 }],
    },
  });
  const range = { from: addDays(today, -60), to: addDays(today, 60) };
  const dueDays = (await by.manager.ok('occurrences', { query: { ...range, calendar: calendar._id } })).items;
  const free = dueDays.filter(({ evidence }) => evidence.minCount === 0);
  const shown = dueDays.filter(({ evidence }) => evidence.minCount > 0)[0];
  const [waived, completed, cancelled] = free;
  if (!waived || !completed || !cancelled || !shown) throw new Error('too few due days');
  const on = ({ _id: id, rev }: typeof waived, body: object) => ({
    params: { id },
    body: { rev, ...body } as never,
  });
  const note = (what: string) => ledger.plant(`calendar: ${what}`, ours);
  await by.manager.ok('occurrenceWaive', on(waived, { reason: note('why it was waived') }));
  await by.author.ok('occurrenceComplete', on(completed, { note: note('note of completion') }));
  await by.deputy.ok('occurrenceCancel', on(cancelled, { note: note('why it was cancelled') }));
  /* Comments on a due day are read by whoever may meet it, and by whoever was asked about it. */
  const named = only('deputy', 'author');
  const said = (what: string) =>
    ledger.plant(`due day: ${what}`, (caller) => managers(caller) || named(caller));
  const onShown = { params: { id: shown._id } };
  await by.author.ok('dueCommentCreate', { ...onShown, body: { text: said('comment') } });
  await by.deputy.ok('dueCommentCreate', {
    ...onShown,
    body: { kind: 'request', asks: people.author.id, text: said('request') },
  });
  for (const what of ['internal', 'restricted', 'confidential']) {
    const { rev } = await by.author.ok('occurrenceGet', { params: { id: shown._id } });
    await by.author.ok('evidenceCreate', {
      params: { id: shown._id },
      body: { rev, record: recordOf(what) },
    });
  }
  const theirDays = (await by.other.ok('occurrences', { query: { ...range, calendar: foreign._id } })).items;

  /* Rules and their exemptions are visible to those who see the folder. */
  const rule = (what: string) => ledger.plant(`rule: ${what}`, membersOf(places.works));
  await by.author.ok('ruleCreate', {
    body: {
      ...{ folder: inner, code: rule('code'), name: rule('name'), legalBasis: rule('legal basis') },
      ...{ appliesTo: 'folder', validity: { basis: 'none' }, responsible: people.upload.id },
      match: { titlePattern: rule('pattern'), documentType: null },
    },
  });
  await by.author.ok('ruleCreate', {
    body: {
      ...{ folder: open, name: rule('name of one for sub-folders'), appliesTo: 'eachChild' },
      ...{ validity: { basis: 'none' }, match: { documentType: documents.type } },
      exemptions: [{ folder: inner, reason: rule('reason of an exemption') }],
    },
  });

  /* Holds, and reasons for a longer retention, are for admins. */
  const held = (what: string) => ledger.plant(`hold: ${what}`, admins);
  const hold = await by.admin.ok('holdCreate', {
    body: {
      ...{ name: held('name'), reason: held('reason'), reference: held('reference') },
      ...{ folders: [inner], records: [recordOf('draft')] },
    },
  });
  const ended = await by.admin.ok('holdCreate', {
    body: {
      name: held('name of an ended one'),
      reason: held('reason of an ended one'),
      records: [recordOf('public')],
    },
  });
  await by.admin.ok('holdRelease', {
    params: { id: ended._id },
    body: { reason: held('why it was released') },
  });
  const theirHold = await by.other.ok('holdCreate', {
    body: {
      name: ledger.plant('their hold: name', theirs),
      reason: ledger.plant('their hold: reason', theirs),
      groups: [places.abroad.id],
    },
  });
  await by.admin.ok('retentionExtendBatch', {
    body: {
      ...{ records: [recordOf('internal')], years: 2 },
      reason: ledger.plant(
        'why it is kept longer',
        (c) => admins(c) && (documents.all.internal?.seen(c) ?? false),
      ),
    },
  });

  /* The organization's profile and settings. */
  const profile = await by.admin.ok('organizationProfile');
  const { _id, logo: _logo, ...fields } = profile;
  const taxId = ledger.keep('tax number of the organization', '76412905-9', admins, 'each');
  const email = `${ledger.plant('e-mail of the organization', admins)}@legajo.test`;
  const address = ledger.plant('address of the organization', admins);
  await by.admin.ok('organizationUpdate', {
    body: { ...fields, taxId, email, address, phone: '+56 2 2345 6789' },
  });
  ledger.keep('telephone of the organization', '+56 2 2345 6789', admins, 'each');
  const { rev } = await by.admin.ok('organizationProfile');
  const picture = Buffer.concat([pngFile(64, 64), Buffer.from(ledger.plant('logo', ours))]);
  await by.admin.ok('organizationLogoUpdate', { body: { rev, data: picture.toString('base64') } });
  const { holidays } = await by.admin.ok('settings');
  await by.admin.ok('settingsHolidays', {
    body: { ...holidays, added: [{ day: '2027-05-05', name: ledger.plant('holiday', admins) }] },
  });
  await make.department(cast.ours, ledger.plant('department', members), people.author);
  await make.department(cast.theirs, ledger.plant('their department', theirs));
  for (const [place, rules] of [
    ['works', membersOf(places.works)],
    ['staff', membersOf(places.staff)],
  ] as const)
    await by.admin.ok('groupUpdate', {
      params: { id: places[place].id },
      body: { description: ledger.plant(`description of the library ${place}`, rules) },
    });
  await by.admin.ok('typeCreate', {
    body: {
      name: ledger.plant('type with a retention', members),
      code: ledger.plant('type: code', members),
      ...{ retention: 'period', retentionMonths: 12, retentionFrom: 'creation' },
      retentionBasis: ledger.plant('type: basis', members, 'some'),
    },
  });
  const data = async (text: string) => (await docxFile([text])).toString('base64');
  const template = await by.admin.ok('templateCreate', {
    body: {
      name: ledger.plant('template: name', ours),
      file: {
        name: `${ledger.plant('template: file name', ours)}.docx`,
        data: await data(ledger.plant('template: words', ours)),
      },
    },
  });
  const theirTemplate = await by.other.ok('templateCreate', {
    body: {
      name: ledger.plant('their template: name', theirs),
      file: { name: 'suya.docx', data: await data(ledger.plant('their template: words', theirs)) },
    },
  });

  /* Last, so that it freezes everything before it. */
  const snapshot = (what: string, rule = managers) => ({
    name: ledger.plant(`${what}: name`, rule),
    note: ledger.plant(`${what}: note`, rule),
  });
  const frozen = await by.admin.ok('snapshotCreate', { body: snapshot('report') });
  const narrow = await by.managerReader.ok('snapshotCreate', {
    body: { ...snapshot('report of a reader'), group: [places.works.id] },
  });
  const theirReport = await by.other.ok('snapshotCreate', { body: snapshot('their report', theirs) });
  // Of libraries that not every reader of it knows.
  await by.admin.ok('reportMailCreate', {
    body: {
      ...{ day: 1, formats: ['pdf', 'xlsx'], people: [people.manager.id, people.adminAlone.id] },
      filters: { group: [places.works.id, places.staff.id], calendar: [calendar._id] },
    },
  });
  for (const each of [hold, ended]) ledger.hide('a hold', each._id, admins);
  for (const each of [frozen, narrow]) ledger.hide('a frozen report', each._id, managers);
  for (const [what, each] of Object.entries({ calendar: foreign, hold: theirHold, report: theirReport }))
    ledger.hide(`their ${what}`, each._id, theirs);
  return {
    calendars: [calendar._id, foreign._id],
    obligations: [...calendar.obligations, ...foreign.obligations].map((each) => each._id),
    occurrences: [waived, completed, cancelled, shown, ...theirDays.slice(0, 1)].map((each) => each._id),
    snapshots: [frozen, narrow, theirReport].map((each) => each._id),
    holds: [hold, ended, theirHold].map((each) => each._id),
    templates: [template._id, theirTemplate._id],
    labels: [documents.label, label, staffLabel, theirLabel],
  };
}
