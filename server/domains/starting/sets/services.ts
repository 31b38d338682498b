import {
  ADMINISTRATION,
  byExpiry,
  COMMON_LABELS,
  committee,
  DUTIES,
  extinguishers,
  PEOPLE,
  PREVENTION,
  rule,
} from './common.ts';
import type { StarterSet } from './set.ts';
import { COMMON_TYPES, typesOf } from './types.ts';

export const services: StarterSet = {
  key: 'services',
  name: 'Servicios profesionales',
  description: 'Consultoras, estudios y oficinas: clientes, propuestas, contratos y entregables.',
  types: [...COMMON_TYPES, ...typesOf('PROP', 'OC', 'NDA', 'ENTR')],
  labels: [
    ...COMMON_LABELS,
    {
      name: 'Clientes',
      icon: 'building',
      children: [
        { name: 'Propuestas', icon: 'pencil' },
        { name: 'Contratos de clientes', icon: 'signature' },
        { name: 'Entregables', icon: 'package' },
        { name: 'Facturación', icon: 'receipt' },
      ],
    },
    { name: 'Proveedores', icon: 'truck' },
  ],
  libraries: [
    {
      name: 'Clientes',
      description: 'Propuestas, contratos y entregables de cada cliente.',
      labels: ['Clientes'],
      folders: [
        {
          name: 'Clientes activos',
          rules: [
            rule({
              code: 'CLI-01',
              name: 'Contrato de servicios vigente',
              type: 'CONT',
              appliesTo: 'eachChild',
              validity: byExpiry,
              legalBasis: '',
            }),
            rule({
              code: 'CLI-02',
              name: 'Acuerdo de confidencialidad',
              type: 'NDA',
              appliesTo: 'eachChild',
              severity: 'warning',
              legalBasis: '',
            }),
          ],
        },
        { name: 'Propuestas', labels: ['Clientes / Propuestas'] },
        { name: 'Modelos y plantillas' },
      ],
    },
    PEOPLE,
    ADMINISTRATION,
    {
      name: 'Prevención',
      description: 'Seguridad y salud en el trabajo.',
      labels: ['Prevención'],
      folders: PREVENTION,
    },
  ],
  calendars: [
    {
      ...DUTIES,
      obligations: [
        ...DUTIES.obligations,
        committee('Prevención / Comité Paritario'),
        extinguishers('Prevención / Emergencias y extintores'),
      ],
    },
  ],
};
