import { OBLIGATION_TEMPLATES, type ObligationTemplate } from '#shared/calendars/templates.ts';
import { RULE_TEMPLATES, type TemplateRule } from '#shared/compliance/templates.ts';
import type { SetCalendar, SetFolder, SetLabel, SetLibrary, SetObligation } from './set.ts';
import { typesOf } from './types.ts';

/** The rules of a template. */
export const rulesOf = (key: (typeof RULE_TEMPLATES)[number]['key']): readonly TemplateRule[] =>
  RULE_TEMPLATES.find((template) => template.key === key)?.rules ?? [];

/** A rule that no template has: by the code of its document type, once, and blocking unless it says otherwise. */
export function rule(
  given: Pick<TemplateRule, 'code' | 'name' | 'legalBasis'> &
    Partial<Omit<TemplateRule, 'type'>> & { readonly type: string },
): TemplateRule {
  const [type] = typesOf(given.type);
  return {
    appliesTo: 'folder',
    validity: { basis: 'none', months: null, graceDays: 0 },
    periodicity: 'once',
    severity: 'blocking',
    ...given,
    type: { code: given.type, name: type?.name ?? '' },
  };
}
export const byExpiry = { basis: 'expiresOn', months: null, graceDays: 0 } as const;
export const issuedWithin = (months: number) => ({ basis: 'issuedOn', months, graceDays: 0 }) as const;
export const ofPeriod = (graceDays: number) => ({ basis: 'period', months: null, graceDays }) as const;

/** An obligation of the templates. @throws Error where there is none */
export function obligationOf(
  key: ObligationTemplate['key'],
  at: Pick<SetObligation, 'place' | 'type'>,
): SetObligation {
  const found = OBLIGATION_TEMPLATES.find((each) => each.key === key);
  if (!found) throw new Error(`no template has the obligation ${key}`);
  const { key: _key, ...fields } = found;
  return { ...fields, ...at };
}

export const obligation = (
  given: Pick<SetObligation, 'title' | 'authority' | 'legalBasis' | 'recurrence' | 'place' | 'type'> &
    Partial<SetObligation>,
): SetObligation => ({ nonWorkingPolicy: 'next', termDays: 0, leadDays: [15, 7, 1], minCount: 1, ...given });

/** Labels that each company has, whatever it does. */
export const COMMON_LABELS: readonly SetLabel[] = [
  {
    name: 'Administración',
    icon: 'briefcase',
    children: [
      { name: 'Contratos', icon: 'contract' },
      { name: 'Tributario', icon: 'receipt' },
      { name: 'Seguros', icon: 'umbrella' },
    ],
  },
  {
    name: 'Personas',
    icon: 'users',
    children: [
      { name: 'Contratación', icon: 'id-badge' },
      { name: 'Remuneraciones', icon: 'cash' },
      { name: 'Capacitación', icon: 'school' },
    ],
  },
  {
    name: 'Prevención',
    icon: 'shield-check',
    children: [
      { name: 'Riesgos', icon: 'alert-triangle' },
      { name: 'Emergencias', icon: 'fire-extinguisher' },
    ],
  },
];

export const ADMINISTRATION: SetLibrary = {
  name: 'Administración y finanzas',
  description: 'Contratos, impuestos, seguros y antecedentes de la empresa.',
  labels: ['Administración'],
  folders: [
    { name: 'Antecedentes legales' },
    {
      name: 'Contratos',
      labels: ['Administración / Contratos'],
    },
    {
      name: 'Impuestos',
      labels: ['Administración / Tributario'],
      rules: [
        rule({
          code: 'TRI-01',
          name: 'Declaración mensual de IVA presentada',
          type: 'DTRIB',
          validity: ofPeriod(20),
          periodicity: 'monthly',
          legalBasis: 'D.L. 825, art. 64',
        }),
      ],
    },
    {
      name: 'Patentes y permisos',
      rules: [
        rule({
          code: 'ADM-01',
          name: 'Patente municipal vigente',
          type: 'PAT',
          validity: byExpiry,
          legalBasis: 'D.L. 3.063, Ley de Rentas Municipales',
        }),
      ],
    },
    { name: 'Seguros', labels: ['Administración / Seguros'] },
  ],
};

export const PEOPLE: SetLibrary = {
  name: 'Personas',
  description: 'Contratos de trabajo, remuneraciones, finiquitos y reglamentos.',
  labels: ['Personas'],
  folders: [
    {
      name: 'Trabajadores',
      labels: ['Personas / Contratación'],
      rules: [
        rule({
          code: 'LAB-04',
          name: 'Contrato de trabajo firmado',
          type: 'CTRAB',
          appliesTo: 'eachChild',
          legalBasis: 'Código del Trabajo, art. 9',
        }),
      ],
    },
    {
      name: 'Remuneraciones y cotizaciones',
      labels: ['Personas / Remuneraciones'],
      rules: rulesOf('labour'),
    },
    { name: 'Finiquitos' },
    {
      name: 'Reglamentos y protocolos',
      rules: [
        rule({
          code: 'LAB-05',
          name: 'Reglamento interno de orden, higiene y seguridad',
          type: 'RIOHS',
          legalBasis: 'Código del Trabajo, art. 153',
        }),
        rule({
          code: 'LAB-06',
          name: 'Protocolo de prevención del acoso y la violencia',
          type: 'PKARIN',
          legalBasis: 'Ley 21.643',
        }),
      ],
    },
    { name: 'Capacitación', labels: ['Personas / Capacitación'] },
  ],
};

/** Folders of what the law asks for the safety of whoever works anywhere. */
export const PREVENTION: readonly SetFolder[] = [
  {
    name: 'Matriz y programa preventivo',
    labels: ['Prevención / Riesgos'],
    rules: [
      rule({
        code: 'PRE-01',
        name: 'Matriz de riesgo revisada',
        type: 'MAT',
        validity: issuedWithin(12),
        legalBasis: 'D.S. 44 de 2024',
      }),
      rule({
        code: 'PRE-02',
        name: 'Programa de trabajo preventivo del año',
        type: 'PTP',
        validity: issuedWithin(12),
        legalBasis: 'D.S. 44 de 2024',
      }),
    ],
  },
  { name: 'Comité Paritario' },
  {
    name: 'Emergencias y extintores',
    labels: ['Prevención / Emergencias'],
    rules: [
      rule({
        code: 'PRE-03',
        name: 'Extintores con mantención del año',
        type: 'EXT',
        validity: issuedWithin(12),
        legalBasis: 'D.S. 594 de 1999, art. 51',
      }),
    ],
  },
];

/** What each company owes month by month and year by year, whatever it does. */
export const DUTIES: SetCalendar = {
  name: 'Obligaciones de la empresa',
  description: 'Lo que la empresa debe declarar y pagar cada mes y cada año.',
  obligations: [
    obligationOf('contributions13', { place: 'Personas / Remuneraciones y cotizaciones', type: 'COT' }),
    obligation({
      title: 'Declaración mensual de IVA y PPM por internet (Formulario 29)',
      authority: 'Servicio de Impuestos Internos',
      legalBasis: 'D.L. 825, art. 64',
      recurrence: 'FREQ=MONTHLY;BYMONTHDAY=20',
      leadDays: [7, 3, 1],
      place: 'Administración y finanzas / Impuestos',
      type: 'DTRIB',
    }),
    obligation({
      title: 'Declaración anual de renta (Formulario 22)',
      authority: 'Servicio de Impuestos Internos',
      legalBasis: 'D.L. 824, art. 69',
      recurrence: 'FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=30',
      nonWorkingPolicy: 'previous',
      leadDays: [45, 30, 15, 7],
      place: 'Administración y finanzas / Impuestos',
      type: 'DTRIB',
    }),
    obligation({
      title: 'Pago de la patente municipal',
      authority: 'Municipalidad',
      legalBasis: 'D.L. 3.063, Ley de Rentas Municipales',
      recurrence: 'FREQ=YEARLY;BYMONTH=1,7;BYMONTHDAY=31',
      nonWorkingPolicy: 'previous',
      leadDays: [30, 15, 7],
      place: 'Administración y finanzas / Patentes y permisos',
      type: 'PAT',
    }),
  ],
};

/** The meetings of the committee, which companies of more than 25 workers have. */
export const committee = (place: string): SetObligation =>
  obligation({
    title: 'Reunión mensual del Comité Paritario',
    authority: 'Organismo administrador de la Ley 16.744',
    legalBasis: 'Ley 16.744, art. 66; D.S. 44 de 2024',
    recurrence: 'FREQ=MONTHLY;BYMONTHDAY=-1',
    nonWorkingPolicy: 'previous',
    leadDays: [7, 1],
    place,
    type: 'CPHS',
  });
export const extinguishers = (place: string): SetObligation =>
  obligation({
    title: 'Mantención anual de extintores',
    authority: 'Autoridad sanitaria',
    legalBasis: 'D.S. 594 de 1999, art. 51',
    recurrence: 'FREQ=YEARLY;BYMONTH=6;BYMONTHDAY=30',
    nonWorkingPolicy: 'previous',
    leadDays: [30, 15, 7],
    place,
    type: 'EXT',
  });
