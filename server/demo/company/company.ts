import { addDays, addMonths, type Day } from '#shared/platform/days.ts';
import type { Config } from '../../config.ts';
import { startServer } from '../../container.ts';
import type { Database } from '../../platform/db/client.ts';
import { DEMO_PASSWORD, demoEmail } from '../organization.ts';
import { type Api, signIn } from './api.ts';
import { contractorName, SITES, workerName } from './names.ts';

const MONTHS = 13;
const CONTRACTORS = 30;
/** How many of them come during the year, one each month from the third on. */
const LATER = 6;
const WORKERS = 3;
const DAY_MS = 86_400_000;

/** One of ten never sends a certificate, and two send it late. */
const sendsOn = (contractor: number, month: number): number | null => {
  const kind = (contractor * 7 + month * 3) % 10;
  return kind === 0 ? null : kind < 3 ? 22 : 12;
};

/**
 * A year of a main contractor with thirty contractors, lived through the API of a server whose clock is moved: they come
 * and go, and each month most of them send what they owe in time, some late and some never.
 * @param said is told of each month
 */
export async function simulateCompany(
  config: Config,
  database: Database,
  said: (line: string) => void = () => {},
): Promise<{ library: string; calendar: string }> {
  const begins = new Date(Date.now() - 366 * DAY_MS);
  let now = begins;
  // The database is its caller's, and stays open.
  const kept = { ...database, close: async () => undefined };
  const server = await startServer({ ...config, port: 0, demo: 'no' }, { database: kept, now: () => now });
  const enter = (): Promise<Api> => signIn(server.address, demoEmail('admin'), DEMO_PASSWORD);
  try {
    const today = (): Day => now.toISOString().slice(0, 10);
    let api = await enter();
    const company = await found(api, today());
    const names = Array.from({ length: CONTRACTORS }, (_, at) => contractorName(at));
    const parties = await company.add(api, names.slice(0, CONTRACTORS - LATER), 0, today());
    const { calendar } = await company.oblige(api, today());
    for (let month = 0; month < MONTHS; month += 1) {
      const first = addMonths(today().slice(0, 8).concat('01') as Day, month === 0 ? 0 : 1);
      if (month >= 3 && month < 3 + LATER) {
        const at = CONTRACTORS - LATER + month - 3;
        parties.push(...(await company.add(api, names.slice(at, at + 1), at, today())));
      }
      for (const on of [12, 22]) {
        const day = addDays(first, on - 1);
        if (Date.parse(day) > Date.now()) break;
        now = new Date(Math.max(now.getTime(), Date.parse(`${day}T15:00:00Z`)));
        // A session lasts shorter than the time that passes.
        api = await enter();
        await company.deliver(api, calendar, parties, (at) => sendsOn(at, month) === on, first, today());
      }
      if (month === 8) await company.end(api, parties.splice(4, 2));
      said(first.slice(0, 7));
    }
    return { library: company.library, calendar };
  } finally {
    await server.stop();
  }
}

interface Contractor {
  readonly id: string;
  readonly folder: string;
  readonly name: string;
}

/** The library with its rules, before anybody works there. */
async function found(api: Api, today: Day) {
  const user = await api.call('session', {});
  const label = await api.call('labelCreate', {
    body: { name: 'Subcontratación', parent: null, groups: [] },
  });
  const { _id: group } = await api.call('groupCreate', {
    body: {
      ...{ name: 'Subcontratos', department: null, defaultLabels: [label._id] },
      members: [{ user: user._id, roles: ['upload', 'review', 'publish'] }],
    },
  });
  const typeNamed = async (name: string, code: string) =>
    (await api.call('typeCreate', { body: { name, code } }))._id;
  const types = {
    certificate: await typeNamed('Certificado F30-1 mensual', 'SUB-F301'),
    contract: await typeNamed('Contrato de subcontratación firmado', 'SUB-CON'),
    induction: await typeNamed('Inducción de seguridad', 'SUB-IND'),
  };
  const folderNamed = async (name: string) => (await api.call('folderCreate', { body: { group, name } }))._id;
  const rule = (folder: string, name: string, documentType: string) =>
    api.call('ruleCreate', {
      body: {
        ...{ folder, name, appliesTo: 'eachChild', match: { documentType }, validity: { basis: 'none' } },
        startsOn: today,
      },
    });
  const places = { contractor: await folderNamed('Contratistas'), worker: await folderNamed('Trabajadores') };
  await rule(places.contractor, 'Contrato de subcontratación', types.contract);
  await rule(places.worker, 'Inducción de seguridad', types.induction);
  const make = async (
    kind: 'contractor' | 'worker' | 'site',
    items: { name: string; contractor?: string; email?: string }[],
  ): Promise<Contractor[]> => {
    const made = await api.call('partiesCreate', { body: { kind, group, items } });
    return made.items.map((item, at) => {
      if (!item.ok) throw new Error(JSON.stringify(item.error));
      return { id: item.party, folder: item.folder, name: items[at]?.name ?? '' };
    });
  };
  const sites = await make(
    'site',
    SITES.map((name) => ({ name })),
  );

  return {
    library: group,

    async add(by: Api, names: readonly string[], from: number, day: Day): Promise<Contractor[]> {
      api = by;
      const contractors = await make(
        'contractor',
        names.map((name, at) => ({ name, email: `contacto${from + at + 1}@subcontratos.test` })),
      );
      const workers = await make(
        'worker',
        contractors.flatMap(({ id }, at) =>
          Array.from({ length: WORKERS }, (_, each) => ({
            name: workerName(from + at, each),
            contractor: id,
          })),
        ),
      );
      for (const [at, site] of sites.entries())
        await by.call('partyAssign', {
          params: { id: site.id },
          body: {
            add: [...contractors, ...workers]
              .filter((_, each) => each % sites.length === at)
              .map(({ id }) => id),
          },
        });
      const paper = (of: Contractor, title: string, documentType: string) => ({
        ...{ group, folder: of.folder, title: `${title} ${of.name}`.slice(0, 80), documentType, day },
      });
      await by.send([
        ...contractors.map((each) => paper(each, 'Contrato', types.contract)),
        // One of eight has not been at the induction.
        ...workers.filter((_, at) => at % 8 !== 5).map((each) => paper(each, 'Inducción', types.induction)),
      ]);
      return contractors;
    },

    async oblige(by: Api, day: Day): Promise<{ calendar: string }> {
      const { _id: calendar } = await by.call('calendarCreate', {
        body: { name: 'Subcontratación', groups: [group] },
      });
      await by.call('obligationSeriesCreate', {
        body: {
          ...{
            calendar,
            title: 'Certificado F30-1',
            authority: 'Dirección del Trabajo',
            legalBasis: 'Ley 20.123',
          },
          ...{ recurrence: 'FREQ=MONTHLY;BYMONTHDAY=15', startsOn: day, documentType: types.certificate },
          ...{ responsible: user._id, over: { kind: 'contractor', group } },
        },
      });
      return { calendar };
    },

    /** Those who send the certificate of a month on this day. */
    async deliver(
      by: Api,
      calendar: string,
      contractors: readonly Contractor[],
      sends: (at: number) => boolean,
      month: Day,
      day: Day,
    ): Promise<void> {
      const senders = contractors.filter((_, at) => sends(at));
      const records = await by.send(
        senders.map(({ folder, name }) => ({
          ...{ group, folder, documentType: types.certificate, day },
          title: `F30-1 ${month.slice(0, 7)} ${name}`.slice(0, 80),
        })),
      );
      const { items } = await by.call('occurrences', {
        query: { calendar, from: month, to: addDays(addMonths(month, 1), 5) },
      });
      for (const [at, { name }] of senders.entries()) {
        const due = items.find(
          ({ obligation, decision }) => obligation.title.endsWith(` · ${name}`) && decision === 'open',
        );
        const record = records[at];
        if (due && record)
          await by.call('evidenceCreate', { params: { id: due._id }, body: { rev: due.rev, record } });
      }
    },

    async end(by: Api, contractors: readonly Contractor[]): Promise<void> {
      for (const { id } of contractors) await by.call('partyEnd', { params: { id }, body: { ended: true } });
    },
  };
}
