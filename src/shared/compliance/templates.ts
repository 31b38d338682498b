import { clashKey } from '../platform/files/names.ts';
import type { AppliesTo, Periodicity, Severity, Validity } from './rule.ts';

/** A document type that stands for one kind of paper and no other. Found by its code or name; made where it is missing. */
export interface TemplateType {
  readonly code: string;
  readonly name: string;
}

/**
 * A rule that a template proposes. It asks for a document type, never for words of a title: a lease of containers is a
 * contract too, and would meet a rule that asks for "contrato".
 */
export interface TemplateRule {
  readonly code: string;
  readonly name: string;
  readonly appliesTo: AppliesTo;
  readonly type: TemplateType;
  readonly validity: Validity;
  readonly periodicity: Periodicity;
  readonly severity: Severity;
  readonly legalBasis: string;
}

export interface RuleTemplate {
  readonly key: 'contractors' | 'labour' | 'iso9001';
  readonly rules: readonly TemplateRule[];
}

const none: Validity = { basis: 'none', months: null, graceDays: 0 };
const byExpiry: Validity = { basis: 'expiresOn', months: null, graceDays: 0 };
const issued = (months: number): Validity => ({ basis: 'issuedOn', months, graceDays: 0 });
const ofPeriod = (graceDays: number): Validity => ({ basis: 'period', months: null, graceDays });

type Given = Pick<TemplateRule, 'code' | 'name' | 'type' | 'validity' | 'legalBasis'> & Partial<TemplateRule>;
const rule = (given: Given): TemplateRule => ({
  appliesTo: 'folder',
  periodicity: 'once',
  severity: 'blocking',
  ...given,
});
const eachContractor = (given: Given): TemplateRule => rule({ appliesTo: 'eachChild', ...given });

/** Proposals that a folder starts from and that are edited afterwards. Their texts are shown to people. */
export const RULE_TEMPLATES: readonly RuleTemplate[] = [
  {
    key: 'contractors',
    rules: [
      eachContractor({
        code: 'ACR-01',
        name: 'Contrato de subcontratación vigente',
        type: { code: 'CSUB', name: 'Contrato de subcontratación' },
        validity: byExpiry,
        legalBasis: 'Código del Trabajo, art. 183-A',
      }),
      eachContractor({
        code: 'ACR-02',
        name: 'Certificado F30-1 del mes',
        type: { code: 'F30-1', name: 'Certificado F30-1' },
        validity: ofPeriod(25),
        periodicity: 'monthly',
        legalBasis: 'Código del Trabajo, art. 183-C',
      }),
      eachContractor({
        code: 'ACR-03',
        name: 'Certificado de afiliación a mutualidad',
        type: { code: 'CMUT', name: 'Certificado de mutualidad' },
        validity: issued(12),
        legalBasis: 'Ley 16.744',
      }),
      eachContractor({
        code: 'ACR-04',
        name: 'Matriz de riesgo',
        type: { code: 'MAT', name: 'Matriz de riesgo' },
        validity: issued(12),
        severity: 'warning',
        legalBasis: 'D.S. 44 de 2024',
      }),
      eachContractor({
        code: 'ACR-05',
        name: 'Reglamento interno de orden, higiene y seguridad',
        type: { code: 'RIOHS', name: 'Reglamento interno' },
        validity: none,
        severity: 'warning',
        legalBasis: 'Código del Trabajo, art. 153',
      }),
    ],
  },
  {
    key: 'labour',
    rules: [
      rule({
        code: 'LAB-01',
        name: 'Cotizaciones previsionales del mes',
        type: { code: 'COT', name: 'Cotizaciones previsionales' },
        validity: ofPeriod(13),
        periodicity: 'monthly',
        legalBasis: 'D.L. 3.500, art. 19',
      }),
      rule({
        code: 'LAB-02',
        name: 'Libro de remuneraciones del mes',
        type: { code: 'LRE', name: 'Libro de remuneraciones' },
        validity: ofPeriod(15),
        periodicity: 'monthly',
        legalBasis: 'Código del Trabajo, art. 62',
      }),
      rule({
        code: 'LAB-03',
        name: 'Certificado F30 vigente',
        type: { code: 'F30', name: 'Certificado F30' },
        validity: issued(2),
        severity: 'warning',
        legalBasis: 'Dirección del Trabajo',
      }),
    ],
  },
  {
    key: 'iso9001',
    rules: [
      rule({
        code: 'ISO-01',
        name: 'Revisión por la dirección del año',
        type: { code: 'RDIR', name: 'Revisión por la dirección' },
        validity: ofPeriod(90),
        periodicity: 'yearly',
        legalBasis: 'ISO 9001:2015, 9.3',
      }),
      rule({
        code: 'ISO-02',
        name: 'Auditoría interna del año',
        type: { code: 'AUDI', name: 'Informe de auditoría interna' },
        validity: ofPeriod(90),
        periodicity: 'yearly',
        legalBasis: 'ISO 9001:2015, 9.2',
      }),
      rule({
        code: 'ISO-03',
        name: 'Política de calidad revisada',
        type: { code: 'PCAL', name: 'Política de calidad' },
        validity: issued(12),
        legalBasis: 'ISO 9001:2015, 5.2',
      }),
      rule({
        code: 'ISO-04',
        name: 'Objetivos de calidad del año',
        type: { code: 'OCAL', name: 'Objetivos de calidad' },
        validity: ofPeriod(60),
        periodicity: 'yearly',
        severity: 'warning',
        legalBasis: 'ISO 9001:2015, 6.2',
      }),
    ],
  },
];

/** The organization's own type of a template's rule; undefined where it has none. */
export const ownType = <T extends { readonly name: string; readonly code: string }>(
  { type: { code, name } }: Pick<TemplateRule, 'type'>,
  types: readonly T[],
): T | undefined =>
  types.find((each) => clashKey(each.code) === clashKey(code)) ??
  types.find((each) => clashKey(each.name) === clashKey(name));
