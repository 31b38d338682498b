import {
  type Calendar,
  calendarCreate,
  type ObligationInput,
  obligationUpdate,
} from '#shared/calendars/calendars.schemas.ts';
import { OBLIGATION_TEMPLATES } from '#shared/calendars/templates.ts';
import { addDays, addMonths, dayIn } from '#shared/platform/days.ts';
import type { Actor } from '../platform/actor.ts';
import type { Services } from '../services.ts';
import type { DemoPlaces } from './demo-organization.ts';
import type { Persona } from './documents/row.ts';
import { demoOrganization } from './organization.ts';

const NAME = 'Obligaciones de la obra';

/** A calendar with the obligations of such a company. Around today it has due days of every status. */
export async function makeCalendars(
  services: Services,
  places: DemoPlaces,
  actors: (persona: Persona) => Promise<Actor>,
): Promise<void> {
  const manager = await actors('gestora');
  const { items } = await services.calendars.list(manager);
  if (items.some((each) => each.name === NAME)) return;
  const today = dayIn(demoOrganization.timezone, services.deps.now());
  const since = (months: number) => `${addMonths(today, -months).slice(0, 7)}-01`;
  const person = (persona: Persona) => places.people.get(persona) ?? null;
  const proposed = (
    key: string,
  ): Pick<ObligationInput, 'title' | 'recurrence'> & Partial<ObligationInput> => {
    const found = OBLIGATION_TEMPLATES.find((each) => each.key === key);
    if (!found) throw new Error(`no template ${key}`);
    const { key: _, leadDays, ...rest } = found;
    return { ...rest, leadDays: [...leadDays] };
  };
  const obligations: ObligationInput[] = [
    {
      ...proposed('f30'),
      startsOn: since(2),
      documentType: places.types.get('F30-1') ?? null,
      responsible: person('autora'),
      backup: person('gestora'),
    },
    { ...proposed('contributions10'), startsOn: since(5), minCount: 0, responsible: person('gestora') },
    {
      title: 'Acta del Comité Paritario',
      authority: 'Mutual de seguridad',
      legalBasis: 'DS 44',
      recurrence: 'FREQ=MONTHLY;BYMONTHDAY=-1',
      dayKind: 'hábiles',
      startsOn: since(4),
      minCount: 0,
      responsible: person('revisor'),
    },
    { ...proposed('iso9001'), startsOn: since(12), responsible: person('publicadora') },
    { ...proposed('data'), startsOn: addDays(today, -26), responsible: person('gestora') },
  ];
  const body = calendarCreate.parse({
    name: NAME,
    description: 'Lo que la empresa debe presentar cada mes y cada año.',
    editors: [person('publicadora')].filter((each) => each !== null),
    obligations,
  });
  const made = await services.calendars.create(manager, body);
  await placeCertificates(services, places, await actors('publicadora'), made);
  const range = { from: since(6), to: today, calendar: [made._id] };
  const past = (await services.occurrences.list(manager, range)).items;
  const [contributions, minutes] = [obligations[1]?.title, obligations[2]?.title];
  for (const [at, { _id, rev, dueOn, obligation }] of past.entries()) {
    if (obligation.title === contributions) {
      // In one month the payment was two days late.
      const completedOn = at % 4 === 3 ? addDays(dueOn, 2) : addDays(dueOn, -1);
      await services.occurrences.complete(manager, _id, {
        rev,
        completedOn: completedOn > today ? today : completedOn,
        note: '',
      });
    } else if (obligation.title === minutes && at < past.length - 3) {
      await services.occurrences.complete(manager, _id, { rev, completedOn: dueOn, note: '' });
    }
  }
  await showCertificates(services, places, await actors('autora'), past);
}

/** Certificates belong to a library that the manager does not see: an editor of the calendar who does names it. */
async function placeCertificates(
  services: Services,
  places: DemoPlaces,
  editor: Actor,
  { obligations }: Calendar,
): Promise<void> {
  const certificates = obligations.find(({ title }) => title.startsWith('Certificado F30-1'));
  const group = places.libraries.get('Prevención y obras');
  if (!certificates || !group) return;
  const { _id, title, authority, legalBasis, recurrence, startsOn, nonWorkingPolicy, leadDays, version } =
    certificates;
  await services.calendars.updateObligation(
    editor,
    _id,
    obligationUpdate.parse({
      ...{ title, authority, legalBasis, recurrence, startsOn, nonWorkingPolicy, leadDays, version, group },
      labels: [places.labels.get('Contratistas')].filter((label) => label !== undefined),
      documentType: certificates.documentType?._id ?? null,
      responsible: certificates.responsible?._id ?? null,
      backup: certificates.backup?._id ?? null,
    }),
  );
}

/** The newest certificate is evidence for the last month; the month before is waived. */
async function showCertificates(
  services: Services,
  places: DemoPlaces,
  author: Actor,
  past: readonly { _id: string; rev: number; obligation: { title: string } }[],
): Promise<void> {
  const type = places.types.get('F30-1');
  const certificates = past.filter((each) => each.obligation.title.startsWith('Certificado F30-1'));
  const last = certificates.at(-1);
  if (!type || !last) return;
  const record = await services.deps.db
    .selectFrom('record_faces')
    .select('record_id')
    .where('face', '=', 'published')
    .where('document_type', '=', type)
    .where('scope', '=', 'internal')
    .orderBy('date', 'desc')
    .executeTakeFirst();
  if (record) await services.occurrences.link(author, last._id, { rev: last.rev, record: record.record_id });
}
