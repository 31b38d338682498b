import {
  ADMINISTRATION,
  COMMON_LABELS,
  committee,
  DUTIES,
  extinguishers,
  obligationOf,
  PEOPLE,
  PREVENTION,
  rule,
  rulesOf,
} from './common.ts';
import type { StarterSet } from './set.ts';
import { COMMON_TYPES, typesOf } from './types.ts';

const SAFETY = 'Prevención y obras';
const PREVENTION_FOLDER = 'Prevención de riesgos';
const below = (folder: string): string => `${SAFETY} / ${PREVENTION_FOLDER} / ${folder}`;

export const construction: StarterSet = {
  key: 'construction',
  name: 'Construcción',
  description: 'Obras, contratistas y subcontratistas, prevención de riesgos y calidad.',
  types: [
    ...COMMON_TYPES,
    ...typesOf('CSUB', 'F30-1', 'CMUT', 'PTS', 'PLANO', 'PERM', 'LOBRA', 'PROT', 'EP', 'FOTO', 'CERT'),
    ...typesOf('RDIR', 'AUDI', 'PCAL', 'OCAL'),
  ],
  labels: [
    ...COMMON_LABELS,
    {
      name: 'Calidad',
      icon: 'rosette',
      children: [
        { name: 'Procedimientos', icon: 'list-check' },
        { name: 'Protocolos', icon: 'clipboard-check' },
        { name: 'Calibración', icon: 'ruler' },
        { name: 'Auditorías', icon: 'search' },
      ],
    },
    {
      name: 'Obra',
      icon: 'crane',
      children: [
        { name: 'Planos', icon: 'dimensions' },
        { name: 'Permisos', icon: 'file-certificate' },
        { name: 'Estados de pago', icon: 'file-dollar' },
        { name: 'Fotografías', icon: 'photo' },
      ],
    },
    { name: 'Contratistas', icon: 'users-group' },
  ],
  libraries: [
    {
      name: SAFETY,
      description: 'Seguridad, contratistas y antecedentes de cada obra.',
      labels: ['Prevención'],
      folders: [
        {
          name: 'Contratistas',
          labels: ['Contratistas'],
          rules: rulesOf('contractors'),
        },
        {
          name: PREVENTION_FOLDER,
          folders: [
            ...PREVENTION,
            { name: 'Procedimientos de trabajo seguro', labels: ['Prevención / Riesgos'] },
            { name: 'Charlas y capacitación', labels: ['Personas / Capacitación'] },
          ],
        },
        {
          name: 'Obras',
          labels: ['Obra'],
          rules: [
            rule({
              code: 'OBR-01',
              name: 'Permiso de edificación',
              type: 'PERM',
              appliesTo: 'eachChild',
              legalBasis: 'Ley General de Urbanismo y Construcciones, art. 116',
            }),
            rule({
              code: 'OBR-02',
              name: 'Libro de obra',
              type: 'LOBRA',
              appliesTo: 'eachChild',
              severity: 'warning',
              legalBasis: 'Ley General de Urbanismo y Construcciones, art. 143',
            }),
          ],
        },
      ],
    },
    {
      name: 'Calidad',
      description: 'Procedimientos, protocolos y certificados del sistema de gestión.',
      labels: ['Calidad'],
      folders: [
        { name: 'Procedimientos', labels: ['Calidad / Procedimientos'] },
        { name: 'Protocolos', labels: ['Calidad / Protocolos'] },
        { name: 'Certificados de calibración', labels: ['Calidad / Calibración'] },
        { name: 'Sistema de gestión', labels: ['Calidad / Auditorías'], rules: rulesOf('iso9001') },
      ],
    },
    PEOPLE,
    ADMINISTRATION,
  ],
  calendars: [
    DUTIES,
    {
      name: 'Obligaciones de las obras',
      description: 'Subcontratación, prevención y calidad.',
      obligations: [
        obligationOf('f30', { place: `${SAFETY} / Contratistas`, type: 'F30-1' }),
        committee(below('Comité Paritario')),
        extinguishers(below('Emergencias y extintores')),
        obligationOf('iso9001', { place: 'Calidad / Sistema de gestión', type: 'RDIR' }),
      ],
    },
  ],
};
