import { describe, expect, it } from 'vitest';
import type { RuleInput } from '#shared/compliance/compliance.schemas.ts';
import { ruledCompany } from '../../testing/companies/ruled-company.ts';
import { useTestServer } from '../../testing/http.ts';
import { testEngines } from '../../testing/test-database.ts';

describe.each(testEngines)('rules of folders on %s', (engine) => {
  const server = useTestServer({ engine });

  it('refuses what makes no sense, at its field, and an edit of what another one changed', async () => {
    const { folder, rule, as, type, people } = await ruledCompany(server());
    const id = await folder('Seguros');
    const other = await folder('Otra');
    const stranger = await server().make.person(await server().make.organization());
    const refused = async (values: Partial<RuleInput>) => {
      const body = {
        folder: id,
        name: 'Una regla',
        appliesTo: 'folder',
        match: { documentType: type },
        validity: { basis: 'none' },
        ...values,
      } as const;
      const answer = await as.publisher.call('ruleCreate', { body });
      return `${answer.status} ${Object.keys((answer.body.error?.details ?? {}) as object).join()}`;
    };
    expect(await refused({ match: {} })).toBe('400 match');
    expect(await refused({ validity: { basis: 'period' } })).toBe('400 periodicity');
    expect(await refused({ validity: { basis: 'issuedOn' } })).toBe('400 validity.months');
    expect(await refused({ acceptedStates: [] })).toBe('400 acceptedStates');
    expect(await refused({ minCount: 0 })).toBe('400 minCount');
    expect(await refused({ match: { documentType: id } })).toBe('400 match.documentType');
    expect(await refused({ responsible: stranger.id })).toBe('400 responsible');
    expect(await refused({ match: { labelsAll: [id] } })).toBe('422 labels');
    expect(await refused({ exemptions: [{ folder: other, reason: 'Otra' }] })).toBe(
      '400 exemptions.0.folder',
    );
    expect(await refused({ name: 'x\u202ey' })).toBe('400 name');
    const made = await rule(id, { responsible: people.author.id });
    const { _id, folder: _, updatedAt, ...rest } = made;
    const body = {
      ...rest,
      match: { documentType: type },
      responsible: people.author.id,
      exemptions: [],
      name: 'Otro nombre',
    };
    const first = await as.publisher.ok('ruleUpdate', { params: { id: _id }, body });
    expect(first).toMatchObject({ name: 'Otro nombre', version: 2, responsible: { _id: people.author.id } });
    const lost = await as.publisher.call('ruleUpdate', {
      params: { id: _id },
      body: { ...body, name: 'Tercero' },
    });
    expect(lost.status).toBe(409);
    expect(lost.body.error?.details).toMatchObject({ current: { name: 'Otro nombre', version: 2 } });
    expect((await as.author.call('ruleUpdate', { params: { id: _id }, body })).status).toBe(403);
  });
});
