import type { calendarTable } from '#shared/calendars/calendars.contract.ts';
import type { ObligationInput } from '#shared/calendars/calendars.schemas.ts';
import type { World } from '../authorization-world.ts';
import { published, type Rows, SIGNED_IN } from './rows.ts';

/** Readable by everybody in the organization. */
const READ = '-x++++++N';
/** Created by managers and admins, each in their own organization. */
const MAKE = '-xFFFF+++';
/** Changed by admins, managers and its editors; others can read it. */
const EDIT = '-xFFFF++N';

let made = 0;
const calendar = () => {
  made += 1;
  return { name: `Calendario ${made}` };
};
const obligation = (more: Partial<ObligationInput> = {}): ObligationInput => ({
  title: 'Pagar cotizaciones',
  recurrence: 'FREQ=MONTHLY;BYMONTHDAY=10',
  startsOn: '2026-01-01',
  minCount: 0,
  ...more,
});

const aCalendar = (world: World, more: Partial<ObligationInput> = {}) =>
  world.clients.manager.ok('calendarCreate', { body: { ...calendar(), obligations: [obligation(more)] } });
/** Nothing was due of it yet, so it may be deleted. */
const COMING = { startsOn: `${new Date().getFullYear() + 1}-01-01` };
const itsId = async (world: World, more: Partial<ObligationInput> = {}) => ({
  params: { id: (await aCalendar(world, more))._id },
});
async function anObligation(world: World, more: Partial<ObligationInput> = {}) {
  const { obligations } = await aCalendar(world, more);
  const [first] = obligations;
  return { params: { id: first?._id ?? '' }, version: first?.version ?? 0 };
}
async function aDueDay(world: World, more: Partial<ObligationInput> = {}) {
  const { _id } = await aCalendar(world, more);
  const query = { from: '2026-01-01', to: '2026-12-31', calendar: _id };
  const { items } = await world.clients.manager.ok('occurrences', { query });
  const [first] = items;
  return { params: { id: first?._id ?? '' }, rev: first?.rev ?? 0 };
}
const on = async (world: World, body: object, more: Partial<ObligationInput> = {}) => {
  const { params, rev } = await aDueDay(world, more);
  return { params, body: { rev, ...body } as never };
};

/** Calendars, obligations and due days (docs/domain/roles-and-visibility.md). */
export const calendarRows: Rows<keyof typeof calendarTable> = {
  calendars: { answers: SIGNED_IN },
  calendarGet: { answers: READ, input: (world) => itsId(world) },
  calendarCreate: { answers: MAKE, input: async () => ({ body: calendar() }) },
  calendarUpdate: {
    answers: EDIT,
    input: async (world) => ({ ...(await itsId(world)), body: { ...calendar(), version: 1 } }),
  },
  calendarDelete: { answers: EDIT, input: (world) => itsId(world, COMING) },
  obligationCreate: {
    answers: EDIT,
    input: async (world) => ({ body: { ...obligation(), calendar: (await aCalendar(world))._id } }),
  },
  // A manager who is not a member of the library does not know its contractors.
  obligationSeriesCreate: {
    answers: '-xFFFFN+N',
    input: async (world) => {
      const group = world.library.id;
      const name = `Contratista ${Math.random()}`;
      await world.clients.upload.ok('partiesCreate', {
        body: { kind: 'contractor', group, items: [{ name }] },
      });
      const over = { kind: 'contractor' as const, group };
      return { body: { ...obligation(), calendar: (await aCalendar(world))._id, over } };
    },
  },
  obligationSeriesEnd: {
    answers: EDIT,
    input: async (world) => {
      const group = world.library.id;
      const items = [{ name: `Obra ${Math.random()}` }];
      await world.clients.upload.ok('partiesCreate', { body: { kind: 'site', group, items } });
      const calendar = (await aCalendar(world))._id;
      const body = { ...obligation(), calendar, over: { kind: 'site' as const, group } };
      return { params: { id: (await world.clients.admin.ok('obligationSeriesCreate', { body })).series } };
    },
  },
  obligationUpdate: {
    answers: EDIT,
    input: async (world) => {
      const { params, version } = await anObligation(world);
      return { params, body: { ...obligation({ title: 'Otro nombre' }), version } };
    },
  },
  obligationPeople: {
    answers: EDIT,
    input: async (world) => {
      const { params, version } = await anObligation(world);
      return { params, body: { version, responsible: null, backup: null } };
    },
  },
  obligationDelete: {
    answers: EDIT,
    input: async (world) => ({ params: (await anObligation(world, COMING)).params }),
  },
  occurrences: {
    answers: SIGNED_IN,
    input: async () => ({ query: { from: '2026-01-01', to: '2026-12-31' } }),
  },
  occurrenceGet: { answers: READ, input: async (world) => ({ params: (await aDueDay(world)).params }) },
  occurrenceComplete: [
    { on: 'somebody else’s', answers: EDIT, input: (world) => on(world, {}) },
    {
      on: 'a reader’s own',
      answers: '-x+FFF++N',
      input: (world) => on(world, {}, { responsible: world.people.reader.id }),
    },
  ],
  occurrenceWaive: {
    on: 'also a reader’s own',
    answers: EDIT,
    input: (world) => on(world, { reason: 'Sin movimiento' }, { responsible: world.people.reader.id }),
  },
  occurrenceCancel: { answers: EDIT, input: (world) => on(world, {}) },
  occurrenceReopen: {
    answers: EDIT,
    input: async (world) => {
      const { params, rev } = await aDueDay(world);
      const body = { rev, reason: 'Sin movimiento' };
      const waived = await world.clients.manager.ok('occurrenceWaive', { params, body });
      return { params, body: { rev: waived.rev } };
    },
  },
  // A manager who is not a member of the library does not see the document to be linked.
  evidenceCreate: {
    answers: '-xFFFFN+N',
    input: async (world) => on(world, { record: (await published(world)).id }),
  },
  // Nor the one that is linked.
  evidenceDelete: {
    answers: '-xFFFFN+N',
    input: async (world) => {
      const { id: record, version } = await published(world);
      const { params, rev } = await aDueDay(world);
      await world.clients.admin.ok('evidenceCreate', { params, body: { rev, record } });
      return { params: { ...params, version } };
    },
  },
  dueCommentCreate: {
    answers: EDIT,
    input: async (world) => ({ ...(await aDueDay(world)), body: { text: '¿Ya llegó?' } }),
  },
  dueRequestDelete: {
    answers: EDIT,
    input: async (world) => {
      const { params } = await aDueDay(world);
      const body = { kind: 'request' as const, asks: world.people.author.id };
      const { comments } = await world.clients.manager.ok('dueCommentCreate', { params, body });
      return { params: { ...params, comment: comments?.at(-1)?._id ?? '' } };
    },
  },
  calendarFeed: { answers: SIGNED_IN },
  calendarFeedCreate: { answers: SIGNED_IN },
  calendarFeedDelete: { answers: SIGNED_IN },
  calendarIcs: [
    {
      on: 'a secret of nobody’s',
      answers: 'NNNNNNNNN',
      input: async () => ({ params: { secret: 'A'.repeat(43) } }),
    },
    {
      on: 'whoever has the address',
      answers: '+++++++++',
      input: async (world) => {
        const { url } = await world.clients.author.ok('calendarFeedCreate');
        return { params: { secret: /feed\/([^/]+)\//.exec(url)?.[1] ?? '' } };
      },
    },
  ],
};
