import { contract, type EndpointName } from '#shared/contract.ts';
import type { Endpoint } from '#shared/platform/endpoint.ts';
import type { FuzzedCompany } from './fuzzed-company.ts';
import type { Input } from './hostile-requests.ts';
import { type Known, sample } from './schema-sample.ts';

/** The id in a path, by the resource of the path. */
function knownFor(company: FuzzedCompany, name: EndpointName): Known {
  const { known, calendars, department, doomed } = company;
  const { path } = contract[name];
  if (name === 'recordDelete' || name === 'binPurge') return { ...known, id: doomed };
  if (name === 'bin') return { ...known, deletedBy: known.user, from: '2026-01-01', to: '2026-12-31' };
  // A query string cannot contain null.
  if (path === '/users' || path === '/users/export')
    return contract[name].method === 'GET' ? { ...known, department: undefined } : known;
  if (name === 'userHandOver') return { ...known, id: known.user, to: known.toId };
  if (path.startsWith('/users'))
    return {
      ...known,
      id: known.user,
      name: path.includes(':name') ? 'manager' : 'x',
      session: known.record,
    };
  if (name === 'groupDelete' || name === 'groupArchive' || name === 'groupUnarchive')
    return { ...known, id: company.doomedLibrary };
  if (path.startsWith('/departments'))
    return { ...known, id: name === 'departmentDelete' ? company.doomedDepartment : department };
  if (name === 'occurrences')
    return {
      ...known,
      ...{ from: '2026-01-01', to: '2026-12-31', status: 'done,late', calendar: calendars.calendar },
      ...{ obligation: calendars.obligation, responsible: known.user },
    };
  if (path.startsWith('/start/')) return { ...known, key: 'services' };
  if (path.startsWith('/audit')) return { ...known, to: '2030-12-31' };
  if (name === 'reportMailLink' || name === 'reportMailLinkPut' || name.startsWith('reportMailUnsubscribe'))
    return { ...known, token: company.reportMailToken };
  if (path.startsWith('/calendars/report/mails'))
    return { ...known, id: name === 'reportMailStop' ? company.doomedReportMail : company.reportMail };
  if (path.startsWith('/calendars/report'))
    return {
      ...{ ...known, asOf: '2026-06-30', from: '2026-01', to: '2026-12', status: 'done,late' },
      ...{ id: calendars.snapshot, calendar: calendars.calendar, department, responsible: known.user },
    };
  if (path.startsWith('/calendars/occurrences')) return { ...known, id: calendars.dueDay };
  if (name === 'obligationSeriesEnd') return { ...known, id: calendars.series };
  if (path.startsWith('/calendars/obligations')) return { ...known, id: calendars.obligation };
  if (path.startsWith('/calendars'))
    return { ...known, id: name === 'calendarDelete' ? calendars.doomed : calendars.calendar };
  if (path.startsWith('/groups')) return { ...known, id: known.group };
  if (/^\/docs\/(folders|(rules|compliance)\/by\/folder)/.test(path)) return { ...known, id: known.folder };
  if (name === 'labelMergePreview') return { ...known, id: known.otherLabel };
  // The label of the documents is never changed or deleted.
  if (name === 'labelDelete' || name === 'labelMerge')
    return { ...known, id: company.doomedLabel, replacement: undefined };
  if (path.startsWith('/docs/labels/')) return { ...known, id: known.label };
  if (path.startsWith('/docs/types/'))
    return { ...known, id: name === 'typeDelete' ? company.doomedType : known.typeId };
  if (name === 'templateDelete') return { ...known, id: company.doomedTemplate };
  if (path.startsWith('/docs/templates')) return { ...known, id: known.template };
  if (path.startsWith('/docs/file-requests'))
    return { ...known, id: company.fileRequest, secret: company.linkSecret };
  if (path.startsWith('/docs/deliveries')) return { ...known, secret: company.linkSecret };
  if (name === 'contentsKnown') return { ...known, hashes: ['a'.repeat(64)] };
  if (path.startsWith('/docs/rules')) return { ...known, id: known.rule };
  if (path.startsWith('/docs/parties'))
    return {
      ...known,
      ...{
        id: name === 'partyDelete' ? company.doomedParty : company.site,
        site: company.site,
        at: company.site,
      },
      ...{ contractor: undefined, q: 'obra', kind: 'site', ended: name === 'partyEnd' ? true : 'yes' },
    };
  if (path.startsWith('/docs/holds'))
    return { ...known, id: name === 'holdRelease' ? company.doomedHold : company.hold };
  if (/^\/docs\/versions\/:id/.test(path)) return { ...known, id: known.version };
  // In a query string a number is text.
  if (path === '/docs/records/search')
    return { ...known, state: '1', documentType: undefined, from: '2026-01-01', to: '2026-12-31' };
  return { ...known, id: known.record };
}

/** Input that an endpoint of the contract takes, with ids of the company. */
export function inputOf(company: FuzzedCompany, name: EndpointName): Input {
  const endpoint: Endpoint = contract[name];
  const values = knownFor(company, name);
  const part = (of: 'params' | 'query' | 'body') => endpoint[of] && sample(endpoint[of], values);
  const body = part('body');
  return { params: part('params'), query: part('query'), body: body && { ...body, ...company.only[name] } };
}
