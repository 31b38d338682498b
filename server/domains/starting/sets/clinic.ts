import {
  ADMINISTRATION,
  byExpiry,
  COMMON_LABELS,
  committee,
  DUTIES,
  extinguishers,
  issuedWithin,
  obligation,
  PEOPLE,
  PREVENTION,
  rule,
} from './common.ts';
import type { StarterSet } from './set.ts';
import { COMMON_TYPES, typesOf } from './types.ts';

export const clinic: StarterSet = {
  key: 'clinic',
  name: 'Clínica o centro de salud',
  description: 'Fichas clínicas, consentimientos, autorizaciones sanitarias, equipos y residuos.',
  types: [...COMMON_TYPES, ...typesOf('FICHA', 'CINF', 'EXAM', 'ASAN', 'TIT', 'PCLI', 'REAS', 'MEQ')],
  labels: [
    ...COMMON_LABELS,
    {
      name: 'Atención',
      icon: 'stethoscope',
      children: [
        { name: 'Fichas', icon: 'clipboard-list' },
        { name: 'Consentimientos', icon: 'signature' },
        { name: 'Exámenes', icon: 'test-pipe' },
      ],
    },
    {
      name: 'Calidad y seguridad',
      icon: 'heart-rate-monitor',
      children: [
        { name: 'Protocolos clínicos', icon: 'list-check' },
        { name: 'Equipos', icon: 'microscope' },
        { name: 'Residuos', icon: 'recycle' },
        { name: 'Autorizaciones', icon: 'file-certificate' },
      ],
    },
  ],
  libraries: [
    {
      name: 'Atención clínica',
      description: 'Fichas, consentimientos y resultados. Da acceso solo a quien atiende.',
      labels: ['Atención'],
      folders: [
        { name: 'Fichas clínicas', labels: ['Atención / Fichas'] },
        { name: 'Consentimientos informados', labels: ['Atención / Consentimientos'] },
        { name: 'Resultados de exámenes', labels: ['Atención / Exámenes'] },
      ],
    },
    {
      name: 'Calidad y habilitación',
      description: 'Protocolos, autorizaciones, profesionales, equipos y residuos.',
      labels: ['Calidad y seguridad'],
      folders: [
        { name: 'Protocolos clínicos', labels: ['Calidad y seguridad / Protocolos clínicos'] },
        {
          name: 'Autorizaciones sanitarias',
          labels: ['Calidad y seguridad / Autorizaciones'],
          rules: [
            rule({
              code: 'SAL-01',
              name: 'Autorización sanitaria vigente',
              type: 'ASAN',
              validity: byExpiry,
              legalBasis: 'Código Sanitario',
            }),
          ],
        },
        {
          name: 'Profesionales',
          rules: [
            rule({
              code: 'SAL-02',
              name: 'Título e inscripción en el registro de prestadores',
              type: 'TIT',
              appliesTo: 'eachChild',
              legalBasis: 'Código Sanitario, art. 112',
            }),
          ],
        },
        {
          name: 'Equipos médicos',
          labels: ['Calidad y seguridad / Equipos'],
          rules: [
            rule({
              code: 'SAL-03',
              name: 'Equipo con mantención del año',
              type: 'MEQ',
              appliesTo: 'eachChild',
              validity: issuedWithin(12),
              severity: 'warning',
              legalBasis: '',
            }),
          ],
        },
        {
          name: 'Residuos de la atención',
          labels: ['Calidad y seguridad / Residuos'],
          rules: [
            rule({
              code: 'SAL-04',
              name: 'Plan de manejo de residuos (REAS)',
              type: 'REAS',
              legalBasis: 'D.S. 6 de 2009, Ministerio de Salud',
            }),
          ],
        },
        { name: 'Prevención', folders: PREVENTION },
      ],
    },
    PEOPLE,
    ADMINISTRATION,
  ],
  calendars: [
    DUTIES,
    {
      name: 'Obligaciones sanitarias',
      description: 'Equipos, residuos y seguridad de quienes trabajan y se atienden.',
      obligations: [
        obligation({
          title: 'Mantención preventiva de los equipos médicos',
          authority: 'Dirección técnica',
          legalBasis: '',
          recurrence: 'FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=31',
          nonWorkingPolicy: 'previous',
          leadDays: [60, 30, 15],
          place: 'Calidad y habilitación / Equipos médicos',
          type: 'MEQ',
        }),
        obligation({
          title: 'Revisión del plan de manejo de residuos',
          authority: 'Autoridad sanitaria',
          legalBasis: 'D.S. 6 de 2009, Ministerio de Salud',
          recurrence: 'FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=31',
          nonWorkingPolicy: 'previous',
          leadDays: [30, 15, 7],
          place: 'Calidad y habilitación / Residuos de la atención',
          type: 'REAS',
        }),
        committee('Calidad y habilitación / Prevención / Comité Paritario'),
        extinguishers('Calidad y habilitación / Prevención / Emergencias y extintores'),
      ],
    },
  ],
};
