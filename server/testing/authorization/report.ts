import type { reportTable } from '#shared/report/report.contract.ts';
import type { reportMailTable } from '#shared/report/report-mails.contract.ts';
import type { World } from '../authorization-world.ts';
import { EVERYBODY, type Rows } from './rows.ts';

/** Managers and admins of any organization, each for their own. */
const MANAGER = '-xFFFF+++';
/** Only of this organization. */
const OWN = '-xFFFF++N';

/** Refused without a token: a link of nobody's. */
const NOT_FOUND = 'NNNNNNNNN';

const aReportMail = async (world: World) => {
  const people = [world.people.manager.id, world.people.admin.id];
  const body = { day: 1, formats: ['pdf' as const], people, filters: null };
  // An organization has a limited number of them.
  for (const { _id: id } of (await world.clients.admin.ok('reportMails')).items)
    await world.clients.admin.ok('reportMailStop', { params: { id } });
  const { _id } = await world.clients.manager.ok('reportMailCreate', { body });
  return { params: { id: _id }, body };
};
const aReportMailLink = async (world: World) => {
  const { params } = await aReportMail(world);
  return { params: { token: await world.reportMailLink(params.id) } };
};

const aSnapshot = async (world: World) => {
  const { _id } = await world.clients.manager.ok('snapshotCreate', { body: { name: 'Primer semestre' } });
  return { params: { id: _id } };
};

export const reportRows: Rows<keyof typeof reportTable> = {
  report: { answers: MANAGER, input: async () => ({ query: {} }) },
  reportMaster: { answers: MANAGER, input: async () => ({ query: {} }) },
  reportExport: { answers: MANAGER, input: async () => ({ query: { format: 'csv' } }) },
  snapshots: { answers: MANAGER, input: async () => ({ query: {} }) },
  snapshotCreate: { answers: MANAGER, input: async () => ({ body: { name: 'Primer semestre' } }) },
  snapshotGet: { answers: OWN, input: aSnapshot },
  snapshotExport: {
    answers: OWN,
    input: async (world) => ({ ...(await aSnapshot(world)), query: { format: 'xlsx' } }),
  },
};

/** The report by mail each month. */
export const reportMailRows: Rows<keyof typeof reportMailTable> = {
  reportMails: { answers: MANAGER },
  reportMailPeople: { answers: MANAGER },
  reportMailCreate: {
    answers: MANAGER,
    input: async (_world, caller) => ({
      body: { day: 1, formats: ['pdf'], people: [caller.id], filters: null },
    }),
  },
  reportMailUpdate: {
    answers: OWN,
    on: 'one that the manager made',
    input: async (world) => {
      const { params, body } = await aReportMail(world);
      return { params, body: { ...body, version: 1 } };
    },
  },
  reportMailStop: {
    answers: OWN,
    on: 'one that the manager made',
    input: async (world) => ({ params: (await aReportMail(world)).params }),
  },
  reportMailOwn: {
    answers: OWN,
    on: 'one that goes to the manager and the admin',
    input: async (world) => ({ params: (await aReportMail(world)).params, body: { receives: false } }),
  },
  reportMailTry: {
    answers: OWN,
    input: async (world) => ({ params: (await aReportMail(world)).params }),
  },
  reportMailLink: { answers: EVERYBODY, input: aReportMailLink },
  reportMailLinkPut: {
    answers: EVERYBODY,
    input: async (world) => ({ ...(await aReportMailLink(world)), body: { receives: false } }),
  },
  reportMailUnsubscribePage: {
    on: 'a link of nobody’s',
    answers: NOT_FOUND,
    input: async () => ({ params: { token: 'a.b.c' } }),
  },
  reportMailUnsubscribe: { answers: EVERYBODY, input: aReportMailLink },
};
