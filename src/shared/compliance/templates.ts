import type { AppliesTo, Periodicity, Severity, Validity } from './rule.ts';

/** A rule that a template proposes. The document type is found by its code or name where the organization has it. */
export interface TemplateRule {
  readonly code: string;
  readonly name: string;
  readonly appliesTo: AppliesTo;
  /** Codes and names under which organizations keep such documents, the likeliest first. */
  readonly types: readonly string[];
  /** The title pattern that is used where there is no such type. */
  readonly titlePattern: string;
  /** The type alone is not enough: an acta may be about anything. */
  readonly alsoTitle: boolean;
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

type Given = Pick<TemplateRule, 'code' | 'name' | 'titlePattern' | 'validity' | 'legalBasis'> &
  Partial<TemplateRule>;
const rule = (given: Given): TemplateRule => ({
  appliesTo: 'folder',
  types: [],
  alsoTitle: false,
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
        types: ['CONT', 'Contrato'],
        titlePattern: 'contrato',
        validity: byExpiry,
        legalBasis: 'Código del Trabajo, art. 183-A',
      }),
      eachContractor({
        code: 'ACR-02',
        name: 'Certificado F30-1 del mes',
        types: ['F30-1', 'Certificado F30-1'],
        titlePattern: 'F30-1',
        validity: ofPeriod(25),
        periodicity: 'monthly',
        legalBasis: 'Código del Trabajo, art. 183-C',
      }),
      eachContractor({
        code: 'ACR-03',
        name: 'Certificado de afiliación a mutualidad',
        types: ['Certificado de mutualidad'],
        titlePattern: 'mutual',
        validity: issued(12),
        legalBasis: 'Ley 16.744',
      }),
      eachContractor({
        code: 'ACR-04',
        name: 'Matriz de riesgo',
        types: ['MAT', 'Matriz de riesgo'],
        titlePattern: 'matriz',
        validity: issued(12),
        severity: 'warning',
        legalBasis: 'D.S. 44 de 2024',
      }),
      eachContractor({
        code: 'ACR-05',
        name: 'Reglamento interno de orden, higiene y seguridad',
        types: ['POL', 'Política o reglamento'],
        titlePattern: 'reglamento',
        alsoTitle: true,
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
        types: ['COT', 'Cotizaciones previsionales'],
        titlePattern: 'cotizaciones',
        validity: ofPeriod(13),
        periodicity: 'monthly',
        legalBasis: 'D.L. 3.500, art. 19',
      }),
      rule({
        code: 'LAB-02',
        name: 'Libro de remuneraciones del mes',
        types: ['NOM', 'Nómina', 'Libro de remuneraciones'],
        titlePattern: 'remuneraciones',
        validity: ofPeriod(15),
        periodicity: 'monthly',
        legalBasis: 'Código del Trabajo, art. 62',
      }),
      rule({
        code: 'LAB-03',
        name: 'Certificado F30 vigente',
        types: ['F30', 'Certificado F30'],
        titlePattern: 'F30*antecedentes',
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
        types: ['ACTA', 'Acta'],
        titlePattern: 'revisión por la dirección',
        alsoTitle: true,
        validity: ofPeriod(90),
        periodicity: 'yearly',
        legalBasis: 'ISO 9001:2015, 9.3',
      }),
      rule({
        code: 'ISO-02',
        name: 'Auditoría interna del año',
        types: ['INF', 'Informe'],
        titlePattern: 'auditoría interna',
        alsoTitle: true,
        validity: ofPeriod(90),
        periodicity: 'yearly',
        legalBasis: 'ISO 9001:2015, 9.2',
      }),
      rule({
        code: 'ISO-03',
        name: 'Política de calidad revisada',
        types: ['POL', 'Política o reglamento'],
        titlePattern: 'política de calidad',
        alsoTitle: true,
        validity: issued(12),
        legalBasis: 'ISO 9001:2015, 5.2',
      }),
      rule({
        code: 'ISO-04',
        name: 'Objetivos de calidad del año',
        titlePattern: 'objetivos de calidad',
        validity: ofPeriod(60),
        periodicity: 'yearly',
        severity: 'warning',
        legalBasis: 'ISO 9001:2015, 6.2',
      }),
    ],
  },
];
