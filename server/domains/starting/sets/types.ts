import { RULE_TEMPLATES } from '#shared/compliance/templates.ts';
import type { SetType } from './set.ts';

const TAX = 'Código Tributario, artículos 17 y 200';
const BUILDING = 'Ley General de Urbanismo y Construcciones, art. 18 (responsabilidad de diez años)';
const CLINICAL = 'Ley 20.584, art. 13';

const type = (
  code: string,
  name: string,
  years: number | null,
  more: Partial<Pick<SetType, 'from' | 'basis' | 'reviewMonths'>> = {},
): SetType => ({ code, name, years, from: 'creation', basis: null, reviewMonths: null, ...more });

/** One of the types that the templates of rules ask for: its name is written there. */
function templated(code: string, years: number | null, more: Parameters<typeof type>[3] = {}): SetType {
  const found = RULE_TEMPLATES.flatMap(({ rules }) => rules).find((rule) => rule.type.code === code);
  if (!found) throw new Error(`no template asks for a document of type ${code}`);
  return type(code, found.type.name, years, more);
}

const yearly = { reviewMonths: 12 } as const;

const TYPES: readonly SetType[] = [
  // For everybody.
  type('CONT', 'Contrato', 6, { from: 'expiry' }),
  type('POL', 'Política', 5, { from: 'obsolescence', reviewMonths: 12 }),
  type('PROC', 'Procedimiento', 5, { from: 'obsolescence', reviewMonths: 12 }),
  type('ACTA', 'Acta', 10),
  type('INF', 'Informe', 5),
  type('SEG', 'Póliza de seguro', 6, { from: 'expiry' }),
  // Taxes.
  type('FACT', 'Factura', 6, { basis: TAX }),
  type('DTRIB', 'Declaración de impuestos', 6, { basis: TAX }),
  type('BAL', 'Balance y estados financieros', 6, { basis: TAX }),
  type('PAT', 'Patente municipal', 6, { from: 'expiry' }),
  // People.
  type('CTRAB', 'Contrato de trabajo', 6, { from: 'expiry' }),
  type('LIQ', 'Liquidación de sueldo', 6),
  type('FIN', 'Finiquito', 6),
  type('CAP', 'Registro de capacitación', 5),
  templated('COT', 6),
  templated('LRE', 6),
  templated('F30', 5),
  templated('RIOHS', 5, { from: 'obsolescence', reviewMonths: 12 }),
  type('PKARIN', 'Protocolo de prevención del acoso', 5, { from: 'obsolescence', reviewMonths: 12 }),
  // Prevention.
  templated('MAT', 5, yearly),
  type('PTP', 'Programa de trabajo preventivo', 5, yearly),
  type('CPHS', 'Acta del Comité Paritario', 5),
  type('EXT', 'Mantención de extintores', 5),
  // Construction.
  templated('CSUB', 6, { from: 'expiry' }),
  templated('F30-1', 5),
  templated('CMUT', 5),
  type('PTS', 'Procedimiento de trabajo seguro', 5, { from: 'obsolescence', reviewMonths: 12 }),
  type('PLANO', 'Plano', 10, { basis: BUILDING }),
  type('PERM', 'Permiso de edificación', 10, { basis: BUILDING }),
  type('LOBRA', 'Libro de obra', 10, { basis: BUILDING }),
  type('PROT', 'Protocolo de control', 10, { basis: BUILDING }),
  type('EP', 'Estado de pago', 6, { basis: TAX }),
  type('FOTO', 'Fotografía', 5),
  type('CERT', 'Certificado', 5),
  // Quality.
  templated('RDIR', 5),
  templated('AUDI', 5),
  templated('PCAL', 5, { from: 'obsolescence' }),
  templated('OCAL', 5),
  // Services.
  type('PROP', 'Propuesta', 5),
  type('OC', 'Orden de compra', 6, { basis: TAX }),
  type('NDA', 'Acuerdo de confidencialidad', 6, { from: 'expiry' }),
  type('ENTR', 'Entregable', 5),
  // Health.
  type('FICHA', 'Ficha clínica', 15, { basis: CLINICAL }),
  type('CINF', 'Consentimiento informado', 15, { basis: CLINICAL }),
  type('EXAM', 'Resultado de examen', 15, { basis: CLINICAL }),
  type('ASAN', 'Autorización sanitaria', 10, { from: 'expiry' }),
  type('TIT', 'Título e inscripción de prestador', 10),
  type('PCLI', 'Protocolo clínico', 5, { from: 'obsolescence', reviewMonths: 24 }),
  type('REAS', 'Plan de manejo de residuos', 5, { from: 'obsolescence', reviewMonths: 12 }),
  type('MEQ', 'Mantención de equipo médico', 5),
];

/** The types of these codes. @throws Error for a code that none has */
export const typesOf = (...codes: readonly string[]): SetType[] =>
  codes.map((code) => {
    const found = TYPES.find((each) => each.code === code);
    if (!found) throw new Error(`no document type has the code ${code}`);
    return found;
  });

/** What each company has, whatever it does. */
export const COMMON_TYPES: readonly SetType[] = typesOf(
  ...['CONT', 'POL', 'PROC', 'ACTA', 'INF', 'SEG', 'FACT', 'DTRIB', 'BAL', 'PAT'],
  ...['CTRAB', 'LIQ', 'FIN', 'CAP', 'COT', 'LRE', 'F30', 'RIOHS', 'PKARIN', 'MAT', 'PTP', 'CPHS', 'EXT'],
);
