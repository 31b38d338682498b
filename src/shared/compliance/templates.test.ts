import { describe, expect, it } from 'vitest';
import { STATE } from '../access/states.ts';
import { typeCreate } from '../labels/document-types.schemas.ts';
import { CHILE } from '../organization/holidays.ts';
import { evaluate } from './evaluate.ts';
import { type JudgedFace, PERIODICITIES, VALIDITY_BASES } from './rule.ts';
import { ownType, RULE_TEMPLATES, type RuleTemplate } from './templates.ts';
import { published } from './testing/judged.ts';

const TODAY = '2026-11-30';
const rules = RULE_TEMPLATES.flatMap((template) => template.rules);
const rulesOf = (key: RuleTemplate['key']) => RULE_TEMPLATES.find((each) => each.key === key)?.rules ?? [];

/** The rules of a template that fail in a folder with these documents, which are given by the rule that they are for. */
const failing = (key: RuleTemplate['key'], papers: Record<string, Partial<JudgedFace>>, on = TODAY) =>
  evaluate(
    rulesOf(key).map((proposed) => ({
      ...proposed,
      match: { documentType: proposed.type.code, labelsAll: [], labelsAny: [], titlePattern: '' },
      ...{ minCount: 1, acceptedStates: [STATE.published], warnDays: [], startsOn: null, exemption: null },
    })),
    Object.entries(papers).map(([documentType, values]) =>
      published(`Un documento ${documentType}`, { documentType, ...values }),
    ),
    on,
    CHILE,
  ).flatMap(({ rule, outcome }) => (outcome.status === 'fails' ? [`${rule.code} ${rule.severity}`] : []));

describe('the proposed rules', () => {
  it('have codes of their own, names, and the law that they come from', () => {
    expect(new Set(rules.map(({ code }) => code)).size).toBe(rules.length);
    for (const { code, name, legalBasis, type } of rules) {
      expect(code).toMatch(/^(ACR|LAB|ISO)-\d\d$/);
      for (const text of [name, legalBasis, type.code, type.name]) expect(text).toMatch(/\S{2}/);
    }
  });

  it('are of the kinds that rules have', () => {
    for (const { validity, periodicity } of rules) {
      expect(VALIDITY_BASES).toContain(validity.basis);
      expect(PERIODICITIES).toContain(periodicity);
      expect(validity.graceDays).toBeGreaterThanOrEqual(0);
    }
  });

  it('are for each contractor’s folder, or for the folder itself', () => {
    const reach = RULE_TEMPLATES.map(({ key, rules: all }) => [
      key,
      ...new Set(all.map((each) => each.appliesTo)),
    ]);
    expect(reach).toEqual([
      ['contractors', 'eachChild'],
      ['labour', 'folder'],
      ['iso9001', 'folder'],
    ]);
  });

  it('ask for a type each, which no other kind of paper has', () => {
    expect(new Set(rules.map(({ type }) => type.code)).size).toBe(rules.length);
    expect(new Set(rules.map(({ type }) => type.name)).size).toBe(rules.length);
    for (const { type } of rules) expect(typeCreate.safeParse(type).success).toBe(true);
  });

  it('are met by no other document, whatever its title says', () => {
    const title = 'Contrato de arriendo de baños químicos, F30-1, mutualidad, matriz, reglamento';
    expect(failing('contractors', { CONT: { title, expiresOn: '2027-03-31' } })).toHaveLength(5);
  });

  it('find the organization’s own type by its code, else by its name, and none that is only alike', () => {
    const [contract] = rules;
    if (!contract) throw new Error('no rule');
    const types = (...all: [string, string][]) => all.map(([code, name]) => ({ code, name }));
    const named = { code: 'X', name: 'contrato de Subcontratación' };
    expect(ownType(contract, [named])).toBe(named);
    expect(ownType(contract, [named, { code: 'csub', name: 'Otro' }])?.name).toBe('Otro');
    expect(ownType(contract, types(['CONT', 'Contrato'], ['CS', 'Contratos de subcontratación']))).toBe(
      undefined,
    );
  });
});

describe('a contractor’s folder', () => {
  const papers = {
    CSUB: { expiresOn: '2027-03-31' },
    'F30-1': { title: 'Certificado de octubre 2026', issuedOn: '2026-11-20' },
    CMUT: { issuedOn: '2025-11-30' },
    MAT: { issuedOn: '2025-11-30' },
    RIOHS: {},
  };

  it('complies with its papers, and fails without them', () => {
    expect(failing('contractors', papers)).toEqual([]);
    expect(failing('contractors', {})).toEqual([
      'ACR-01 blocking',
      'ACR-02 blocking',
      'ACR-03 blocking',
      'ACR-04 warning',
      'ACR-05 warning',
    ]);
  });

  it('owes the month’s certificate on the 25th of the next, and certificates of a year anew after that', () => {
    expect(failing('contractors', papers, '2026-12-01')).toEqual(['ACR-03 blocking', 'ACR-04 warning']);
    expect(failing('contractors', papers, '2026-12-28')).not.toContain('ACR-02 blocking');
    expect(failing('contractors', papers, '2026-12-29')).toContain('ACR-02 blocking');
    expect(failing('contractors', papers, '2027-04-01')).toContain('ACR-01 blocking');
    expect(failing('contractors', papers, '2030-01-01')).not.toContain('ACR-05 warning');
  });
});

describe('a folder of payrolls', () => {
  const papers = {
    COT: { title: 'Cotizaciones octubre 2026' },
    LRE: { title: 'Libro octubre 2026' },
    F30: { issuedOn: '2026-10-30' },
  };

  it('complies with its papers, and fails without them', () => {
    expect(failing('labour', papers)).toEqual([]);
    expect(failing('labour', {})).toEqual(['LAB-01 blocking', 'LAB-02 blocking', 'LAB-03 warning']);
  });

  it('owes contributions on the 13th, the book on the 15th, and the certificate every two months', () => {
    // Thirteen days after November are a Sunday: they end on Monday the 14th.
    expect(failing('labour', papers, '2026-12-14')).toEqual([]);
    expect(failing('labour', papers, '2026-12-15')).toEqual(['LAB-01 blocking']);
    expect(failing('labour', papers, '2026-12-16')).toEqual(['LAB-01 blocking', 'LAB-02 blocking']);
    expect(failing('labour', papers, '2026-12-31')).toContain('LAB-03 warning');
  });
});

describe('a folder of ISO 9001', () => {
  const papers = {
    RDIR: { title: 'Acta 2025' },
    AUDI: { title: 'Informe 2025' },
    PCAL: { issuedOn: '2026-01-31' },
    OCAL: { title: 'Objetivos 2025' },
  };

  it('complies with its papers, and fails without them', () => {
    expect(failing('iso9001', papers)).toEqual([]);
    expect(failing('iso9001', {})).toEqual([
      'ISO-01 blocking',
      'ISO-02 blocking',
      'ISO-03 blocking',
      'ISO-04 warning',
    ]);
  });

  it('owes the year’s goals sixty days after it, its review and audit ninety, and a policy of a year', () => {
    expect(failing('iso9001', papers, '2027-01-31')).toEqual([]);
    expect(failing('iso9001', papers, '2027-02-01')).toEqual(['ISO-03 blocking']);
    expect(failing('iso9001', papers, '2027-03-01')).toEqual(['ISO-03 blocking']);
    expect(failing('iso9001', papers, '2027-03-02')).toEqual(['ISO-03 blocking', 'ISO-04 warning']);
    expect(failing('iso9001', papers, '2027-03-31')).toEqual(['ISO-03 blocking', 'ISO-04 warning']);
    expect(failing('iso9001', papers, '2027-04-01')).toHaveLength(4);
  });
});
