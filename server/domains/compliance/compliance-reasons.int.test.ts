import { describe, expect, it } from 'vitest';
import { lead } from '../../testing/companies/company.ts';
import { DAY, ruledCompany } from '../../testing/companies/ruled-company.ts';
import { useTestServer } from '../../testing/http.ts';
import { testEngines } from '../../testing/test-database.ts';

describe.each(testEngines)('why folders have their colour on %s', (engine) => {
  const server = useTestServer({ engine });

  it('warns without a colour, and exempts for a time', async () => {
    const { folder, rule, shown, result, as, ahead } = await ruledCompany(server());
    const id = await folder('Seguros');
    await rule(id, { severity: 'warning' });
    expect(await shown(id)).toBe('ok');
    expect((await result(as.ana, id))?.status).toBe('fails');
    const other = await folder('Otros');
    await rule(other, { exemptions: [{ folder: other, reason: 'Recién llegado', until: ahead(5) }] });
    expect(await shown(other)).toBe('ok');
    expect(await shown(other, ahead(6))).toBe('fail');
    expect(await result(as.ana, other)).toMatchObject({
      status: 'exempt',
      exemption: { reason: 'Recién llegado', until: ahead(5) },
      nextChangeOn: ahead(6),
    });
    const [kept] = (await as.ana.ok('rulesByFolder', { params: { id: other } })).rules;
    expect(kept?.exemptions[0]?.by?._id).toBeDefined();
  });

  it('tells nobody of documents that they do not see', async () => {
    const { folder, rule, document, result, as, ahead } = await ruledCompany(server());
    const id = await folder('Seguros');
    await rule(id);
    await document(id, { state: 0, expiresOn: ahead(300) });
    expect((await result(as.publisher, id))?.reasons[0]).toMatchObject({ code: 'WRONG_STATE', state: 0 });
    expect((await result(as.reader, id))?.reasons).toEqual([{ code: 'MISSING' }]);
    await document(id, { scope: 'confidential', expiresOn: ahead(-3) });
    expect((await result(as.publisher, id))?.reasons[0]).toMatchObject({ code: 'EXPIRED', until: ahead(-3) });
    expect((await result(as.reader, id))?.reasons).toEqual([{ code: 'MISSING' }]);
    await document(id, { scope: 'restricted', expiresOn: ahead(100) });
    const [ours, theirs] = [await result(as.publisher, id), await result(as.reader, id)];
    expect(ours).toMatchObject({ status: 'complies', failsOn: ahead(101) });
    expect(theirs).toMatchObject({ status: 'complies', satisfiedBy: [], failsOn: null, nextChangeOn: null });
    expect((await result(as.publisher, id))?.satisfiedBy).toHaveLength(1);
  });

  it('says how things stood on a day that is over', async () => {
    const { folder, rule, document, as, library, organization, ahead, today } = await ruledCompany(server());
    const id = await folder('Seguros');
    const other = await folder('Otra');
    const made = await rule(id);
    const { record } = await document(id, { state: 0, expiresOn: ahead(300) });
    const again = async () => {
      server().advance(DAY);
      const { email } = await server().make.person(organization, {
        isAdmin: true,
        libraries: [[library, ['upload', 'review', 'publish']]],
      });
      return server().signIn(email);
    };
    const later = await again();
    await lead(
      { ...as, author: later, publisher: later, reviewer: later, other: later, reader: later },
      record,
      5,
      1,
      3,
    );
    const nextDay = await again();
    await nextDay.ok('batchMove', { body: { items: [{ record }], group: library.id, folder: other } });
    await nextDay.ok('ruleDelete', { params: { id: made._id } });
    const last = await again();
    const at = async (asOf: string) => {
      const found = await last.ok('complianceByFolder', { params: { id }, query: { asOf } });
      expect(found.reconstructed).toBe(asOf < ahead(3));
      return `${found.colour} ${found.results[0]?.reasons[0]?.code ?? ''}`;
    };
    expect(await at(ahead(-1))).toBe('none ');
    expect(await at(today)).toBe('fail WRONG_STATE');
    expect(await at(ahead(1))).toBe('ok ');
    expect(await at(ahead(2))).toBe('none ');
    expect(await at(ahead(3))).toBe('none ');
    const group = await last.ok('complianceByGroup', {
      params: { group: library.id },
      query: { asOf: today },
    });
    expect(group).toMatchObject({
      colour: 'fail',
      folders: [{ _id: id, colour: 'fail' }],
      reconstructed: true,
    });
  });
});
