import { COMPANY, type DocumentRow, rut, SITE, WAY } from '../row.ts';

const induction = (worker: string, number: number, employer: string, day: string): DocumentRow => ({
  title: `Inducción de obra ${worker}`,
  name: `Induccion ${worker.normalize('NFD').replace(/\p{M}/gu, '')}.pdf`,
  notes: 'Registro firmado antes del primer día en la obra.',
  library: 'Prevención y obras',
  folder: `Trabajadores / ${worker}`,
  labels: ['Capacitación', 'Mirador del Maipo'],
  type: 'CAP',
  issuedOn: day,
  authors: ['autora'],
  versions: [
    {
      day,
      steps: WAY.published,
      content: {
        kind: 'pdf',
        heading: 'Registro de inducción de persona nueva en obra',
        reference: SITE,
        blocks: [
          `${worker}, RUT ${rut(number)}, de ${employer}, recibió antes de ingresar a la obra la información sobre los riesgos de su trabajo, sus medidas preventivas y los métodos de trabajo correctos, según el artículo 15 del D.S. 44. Empresa principal: ${COMPANY}.`,
          { h: 'Materias' },
          {
            li: [
              'Riesgos de la obra en su etapa actual y zonas de tránsito.',
              'Elementos de protección personal: uso, cuidado y recambio.',
              'Plan de emergencia, vías de evacuación y punto de encuentro.',
              'Qué hacer ante un accidente y a quién avisar.',
            ],
          },
          { sign: ['Trabajador o trabajadora', 'Prevención de riesgos'] },
        ],
      },
    },
  ],
});

/** Library Prevención y obras: what whoever works at the site must have, one folder each. */
export const WORKERS: readonly DocumentRow[] = [
  induction('Nicolás Painemal Curín', 18_101_226, 'Constructora Andes SpA', '2026-03-09'),
  induction('Ignacio Sandoval Prieto', 16_240_871, 'Montajes Cordillera Ltda.', '2026-03-16'),
  induction('Hernán Arancibia Toro', 13_445_902, 'Eléctrica Aconcagua SpA', '2026-06-01'),
];
