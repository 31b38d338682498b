import type { NonWorkingPolicy } from './schedule.ts';

/** An obligation that a template proposes: its texts, and how often it is due. */
export interface ObligationTemplate {
  readonly key: 'f30' | 'contributions10' | 'contributions13' | 'iso9001' | 'data';
  readonly title: string;
  readonly authority: string;
  readonly legalBasis: string;
  readonly recurrence: string;
  readonly nonWorkingPolicy: NonWorkingPolicy;
  readonly termDays: number;
  readonly leadDays: readonly number[];
  readonly minCount: number;
}

/** Proposals that an obligation starts from and that are edited afterwards. */
export const OBLIGATION_TEMPLATES: readonly ObligationTemplate[] = [
  {
    key: 'f30',
    title: 'Certificado F30-1 de subcontratistas',
    authority: 'Dirección del Trabajo',
    legalBasis: 'Código del Trabajo, art. 183-C',
    recurrence: 'FREQ=MONTHLY;BYMONTHDAY=20',
    nonWorkingPolicy: 'next',
    ...{ termDays: 0, leadDays: [10, 5, 1], minCount: 1 },
  },
  {
    key: 'contributions10',
    title: 'Cotizaciones previsionales',
    authority: 'Previred',
    legalBasis: 'D.L. 3.500, art. 19',
    recurrence: 'FREQ=MONTHLY;BYMONTHDAY=10',
    nonWorkingPolicy: 'next',
    ...{ termDays: 0, leadDays: [7, 3, 1], minCount: 1 },
  },
  {
    key: 'contributions13',
    title: 'Cotizaciones previsionales, pago electrónico',
    authority: 'Previred',
    legalBasis: 'D.L. 3.500, art. 19',
    recurrence: 'FREQ=MONTHLY;BYMONTHDAY=13',
    nonWorkingPolicy: 'keep',
    ...{ termDays: 0, leadDays: [7, 3, 1], minCount: 1 },
  },
  {
    key: 'iso9001',
    title: 'Revisión por la dirección',
    authority: 'ISO 9001',
    legalBasis: 'ISO 9001:2015, 9.3',
    recurrence: 'FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=31',
    nonWorkingPolicy: 'previous',
    ...{ termDays: 0, leadDays: [60, 30, 15, 7], minCount: 1 },
  },
  {
    key: 'data',
    title: 'Solicitud del titular de datos personales',
    authority: 'Titular de los datos',
    legalBasis: 'Ley 21.719, art. 11',
    recurrence: 'FREQ=DAILY;COUNT=1',
    nonWorkingPolicy: 'previous',
    ...{ termDays: 30, leadDays: [15, 7, 3, 1], minCount: 1 },
  },
];
