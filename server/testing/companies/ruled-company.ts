import type { RuleInput } from '#shared/compliance/compliance.schemas.ts';
import { makeDocument } from '../documents.ts';
import type { TestClient, TestServer } from '../http.ts';
import { company } from './company.ts';

export const DAY = 86_400;

/** A library with a person who may do everything in it, and helpers for tests of its rules. */
export async function ruledCompany(server: TestServer) {
  const made = await company(server);
  const { organization, library } = made;
  const ana = await server.make.person(organization, {
    libraries: [[library, ['upload', 'review', 'publish']]],
  });
  const as = { ...made.as, ana: await server.signIn(ana.email) };
  const type = await server.make.documentType(organization);
  const folder = async (name: string, parent: string | null = null) =>
    (await as.ana.ok('folderCreate', { body: { group: library.id, name, parent } }))._id;
  const rule = (at: string, values: Partial<RuleInput> = {}) =>
    as.ana.ok('ruleCreate', {
      body: {
        folder: at,
        name: 'Póliza vigente',
        appliesTo: 'folder',
        match: { documentType: type },
        validity: { basis: 'expiresOn' },
        ...values,
      },
    });
  const document = (at: string | null, values: Parameters<typeof makeDocument>[3] = {}) =>
    makeDocument(server, as.ana, library, { folder: at, documentType: type, state: 3, ...values });
  const group = (client: TestClient, asOf?: string) =>
    client.ok('complianceByGroup', { params: { group: library.id }, query: { asOf } });
  /** `fail`, `ok`, `ok soon` or `none`, as the folder tree shows it. */
  const shown = async (id: string, asOf?: string) => {
    const found = (await group(as.ana, asOf)).folders.find((each) => each._id === id);
    return found ? `${found.colour}${found.dueSoon ? ' soon' : ''}` : 'none';
  };
  const result = async (client: TestClient, id: string, asOf?: string) => {
    const found = await client.ok('complianceByFolder', { params: { id }, query: { asOf } });
    return found.results[0];
  };
  const today = (await group(as.ana)).asOf;
  const ahead = (days: number) => new Date(Date.parse(today) + days * DAY * 1000).toISOString().slice(0, 10);
  return { ...made, as, ana, type, folder, rule, document, group, shown, result, today, ahead };
}
