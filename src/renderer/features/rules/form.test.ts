import { describe, expect, it } from 'vitest';
import { ruleCreate } from '#shared/compliance/compliance.schemas.ts';
import { RULE_TEMPLATES } from '#shared/compliance/templates.ts';
import { bodyOf, EMPTY, fieldOf, valuesOfTemplate } from './form.ts';

const folder = '01a2b3c4-0000-7000-8000-000000000000';
const type = { _id: '01a2b3c4-0000-7000-8000-000000000001' };

describe('what the form sends', () => {
  const rules = RULE_TEMPLATES.flatMap((template) => template.rules);

  it.each(rules.map((rule) => [rule.name, rule] as const))(
    '%s is a rule as the server takes it',
    (_, rule) => {
      const found = ruleCreate.safeParse({
        folder,
        ...bodyOf(valuesOfTemplate(rule, type._id, '2026-11-29')),
      });
      expect(found.error?.issues ?? []).toEqual([]);
    },
  );

  it('asks for the type of a template’s rule, and never for words of a title', () => {
    for (const rule of rules)
      expect(valuesOfTemplate(rule, type._id, '2026-11-29')).toMatchObject({
        documentType: type._id,
        titlePattern: '',
      });
  });

  it('sends months only where they count, and lets the server refuse what is no number', () => {
    expect(bodyOf({ ...EMPTY, basis: 'issuedOn', months: 6 }).validity.months).toBe(6);
    expect(bodyOf({ ...EMPTY, basis: 'expiresOn', months: 6 }).validity.months).toBe(null);
    expect(bodyOf({ ...EMPTY, minCount: '' }).minCount).toBeNaN();
    const until = { folder, reason: 'Motivo', until: '' };
    expect(bodyOf({ ...EMPTY, exemptions: [until] }).exemptions).toEqual([{ ...until, until: null }]);
  });

  it('knows the fields by the names that the server gives them', () => {
    expect(fieldOf('validity.months')).toBe('months');
    expect(fieldOf('exemptions.0.folder')).toBe('exemptions.0.folder');
  });
});
