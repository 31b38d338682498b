import type { ObligationInput } from '#shared/calendars/calendars.schemas.ts';
import { addDays } from '#shared/platform/days.ts';
import type { TestServer } from '../http.ts';
import { ruledCompany } from './ruled-company.ts';

/**
 * Somebody (`ana`) who answers for obligations, alone, with a backup or as the backup, and for a rule; with those who may take
 * them over, the last of whom is no member of the library.
 */
export async function dutiesCompany(server: TestServer) {
  const made = await ruledCompany(server);
  const { organization, library, today, ana } = made;
  const { make } = server;
  const member = { libraries: [[library, ['publish']] as const] };
  const [backup, heir, stranger] = [
    await make.person(organization, member),
    await make.person(organization, member),
    await make.person(organization),
  ];
  const adminPerson = await make.person(organization, { isAdmin: true });
  const admin = await server.signIn(adminPerson.email);
  const obligation = (more: Partial<ObligationInput>): ObligationInput => ({
    ...{ title: 'Cotizaciones', recurrence: 'FREQ=DAILY;INTERVAL=9;COUNT=6', startsOn: addDays(today, -9) },
    ...{ minCount: 0, leadDays: [3], ...more },
  });
  const { _id: calendar } = await admin.ok('calendarCreate', {
    body: {
      name: 'Laboral',
      obligations: [
        obligation({ title: 'Con suplente', responsible: ana.id, backup: backup.id }),
        obligation({ title: 'De suplente', responsible: backup.id, backup: ana.id }),
        obligation({ title: 'Sin suplente', responsible: ana.id }),
        obligation({ title: 'Terminada', responsible: ana.id, endsOn: addDays(today, -1) }),
      ],
    },
  });
  const folderId = await made.folder('Seguros');
  const { _id: ruleId } = await made.rule(folderId, { name: 'Póliza vigente', responsible: ana.id });
  const params = { id: ana.id };
  const people = async () => {
    const { obligations } = await admin.ok('calendarGet', { params: { id: calendar } });
    const name = (person: { _id: string } | null) =>
      [[ana, 'ana'] as const, [backup, 'backup'] as const, [heir, 'heir'] as const].find(
        ([{ id }]) => id === person?._id,
      )?.[1] ?? null;
    return Object.fromEntries(
      obligations.map(({ title, responsible, backup: second }) => [title, [name(responsible), name(second)]]),
    );
  };
  const ruleOf = async () =>
    (await admin.ok('rulesByFolder', { params: { id: folderId } })).rules[0]?.responsible?._id ?? null;
  return {
    ...made,
    ...{ admin, adminPerson, backup, heir, stranger, params },
    ...{ people, ruleOf, calendar, obligation, folderId, ruleId },
  };
}
