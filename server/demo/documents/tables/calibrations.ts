import { type DocumentRow, WAY } from '../row.ts';

/** Library Calidad: calibration certificates. */
export const CALIBRATIONS: readonly DocumentRow[] = [
  {
    title: 'Certificado de calibración estación total ET-03',
    name: 'Certificado calibracion ET-03.pdf',
    notes: 'Laboratorio acreditado. Vence en diciembre: pedir hora con un mes de anticipación.',
    library: 'Calidad',
    folder: 'Certificados de calibración',
    labels: ['Calibración'],
    type: 'CERT',
    code: 'CC-ET-03',
    issuedOn: '2025-12-18',
    expiresOn: '2026-12-18',
    authors: ['autora'],
    versions: [
      {
        day: '2025-12-18',
        steps: WAY.published,
        content: {
          kind: 'pdf',
          heading: 'Certificado de calibración N° 25-1187',
          reference: 'Laboratorio Metrológico del Pacífico · 18 de diciembre de 2025',
          blocks: [
            {
              table: [
                ['Dato', 'Valor'],
                ['Equipo', 'Estación total topográfica'],
                ['Marca y modelo', 'Geodex GX-105'],
                ['Número de serie', 'GX105-88213'],
                ['Código interno', 'ET-03'],
                ['Temperatura del laboratorio', '20,4 °C ± 0,5 °C'],
              ],
            },
            { h: 'Resultados' },
            {
              table: [
                ['Magnitud', 'Desviación', 'Incertidumbre', 'Tolerancia'],
                ['Ángulo horizontal', '+ 2,1"', '1,4"', '± 5"'],
                ['Ángulo vertical', '– 1,8"', '1,6"', '± 5"'],
                ['Distancia a 100 m', '+ 1,2 mm', '0,9 mm', '± 3 mm'],
              ],
            },
            'El instrumento cumple la tolerancia declarada por el fabricante. La trazabilidad se mantiene con patrones nacionales. Se recomienda un intervalo de calibración de doce meses.',
            { sign: ['Metrólogo responsable', 'Jefe de laboratorio'] },
          ],
        },
      },
    ],
  },
  {
    title: 'Certificado de calibración prensa de ensayos PE-01',
    name: 'Certificado calibracion PE-01.pdf',
    notes: 'Vencido: la prensa quedó fuera de servicio hasta la nueva calibración.',
    library: 'Calidad',
    folder: 'Certificados de calibración',
    labels: ['Calibración', 'Hormigón'],
    type: 'CERT',
    code: 'CC-PE-01',
    issuedOn: '2025-09-05',
    expiresOn: '2026-09-05',
    authors: ['autora'],
    versions: [
      {
        day: '2025-09-05',
        steps: WAY.published,
        content: {
          kind: 'pdf',
          heading: 'Certificado de calibración N° 25-0841',
          reference: 'Laboratorio Metrológico del Pacífico · 5 de septiembre de 2025',
          blocks: [
            'Prensa hidráulica para ensayo de probetas cúbicas y cilíndricas de hormigón, capacidad 2.000 kN, calibrada por comparación con celda de carga patrón.',
            {
              table: [
                ['Carga aplicada (kN)', 'Lectura (kN)', 'Error (%)'],
                [200, 200.8, 0.4],
                [600, 602.1, 0.35],
                [1200, 1203.5, 0.29],
                [1800, 1807.2, 0.4],
              ],
            },
            'Clase del equipo: 1. El error máximo es inferior al uno por ciento en todo el rango verificado.',
          ],
        },
      },
    ],
  },
  {
    title: 'Registro de equipos de medición y calibraciones',
    name: 'RG-CAL-07 Equipos de medicion.xlsx',
    notes: 'Se actualiza al recibir cada certificado.',
    library: 'Calidad',
    folder: 'Certificados de calibración',
    labels: ['Calibración'],
    type: 'REG',
    code: 'RG-CAL-07',
    authors: ['autora'],
    versions: [
      {
        day: '2026-10-05',
        steps: WAY.approved,
        content: {
          kind: 'xlsx',
          sheets: [
            {
              name: 'Equipos',
              rows: [
                ['Código', 'Equipo', 'Marca', 'Última calibración', 'Próxima', 'Estado', 'Responsable'],
                [
                  'ET-03',
                  'Estación total topográfica',
                  'Geodex',
                  '2025-12-18',
                  '2026-12-18',
                  'Vigente',
                  'Topografía',
                ],
                ['NI-11', 'Nivel automático', 'Geodex', '2026-05-20', '2027-05-20', 'Vigente', 'Topografía'],
                [
                  'PE-01',
                  'Prensa de ensayos',
                  'Ensaya',
                  '2025-09-05',
                  '2026-09-05',
                  'Vencido, fuera de servicio',
                  'Laboratorio',
                ],
                [
                  'FX-22',
                  'Flexómetro de 8 metros',
                  'Medilar',
                  '2025-07-01',
                  '2026-07-01',
                  'Vencido, retirado de terreno',
                  'Jefe de terreno',
                ],
                [
                  'TQ-02',
                  'Llave de torque',
                  'Forja',
                  '2026-08-14',
                  '2027-08-14',
                  'Vigente',
                  'Montaje metálico',
                ],
                [
                  'TE-05',
                  'Termómetro infrarrojo',
                  'Calormed',
                  '2026-03-30',
                  '2027-03-30',
                  'Vigente',
                  'Laboratorio',
                ],
              ],
            },
            {
              name: 'Criterios',
              rows: [
                ['Equipo', 'Intervalo en meses', 'Tolerancia admitida'],
                ['Estación total', 12, '± 5"'],
                ['Nivel', 12, '± 2 mm/km'],
                ['Prensa', 12, '1 %'],
                ['Flexómetro', 12, '± 1 mm'],
              ],
            },
          ],
        },
      },
    ],
  },
];
