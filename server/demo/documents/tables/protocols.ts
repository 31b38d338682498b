import { type DocumentRow, rut, SITE, WAY } from '../row.ts';

/** Library Calidad: protocols, test results, suppliers. */
export const PROTOCOLS: readonly DocumentRow[] = [
  {
    title: 'Protocolo de hormigonado losa piso 5 Torre A',
    name: 'PT-HOR-02_Losa_piso_5_TorreA.pdf',
    notes: 'Hormigonado del 14 de octubre. Falta la firma de la inspección técnica.',
    library: 'Calidad',
    folder: 'Protocolos / Hormigón',
    labels: ['Protocolo', 'Hormigón', 'Mirador del Maipo'],
    type: 'PROT',
    authors: ['autora'],
    versions: [
      {
        day: '2026-10-14',
        steps: WAY.inReview,
        content: {
          kind: 'pdf',
          heading: 'Protocolo de hormigonado: losa piso 5, Torre A',
          reference: `PT-HOR-02 · 14 de octubre de 2026 · ${SITE}`,
          blocks: [
            {
              table: [
                ['Verificación', 'Resultado', 'Observación'],
                ['Moldaje aplomado y nivelado', 'Conforme', 'Puntales cada 80 cm'],
                ['Enfierradura según plano E-105 rev. C', 'Conforme', 'Recubrimiento 20 mm'],
                ['Pasadas de instalaciones', 'Conforme', 'Reforzadas en ejes 4 y C'],
                ['Limpieza y humedecido', 'Conforme', ''],
                ['Juntas de hormigonado', 'Conforme', 'En el tercio de la luz'],
              ],
            },
            { h: 'Camiones recibidos' },
            {
              table: [
                ['Guía', 'Hora', 'Volumen (m³)', 'Cono (cm)', 'Muestra'],
                ['448120', '08:40', 7.5, 9, 'M-061'],
                ['448127', '09:25', 7.5, 10, ''],
                ['448133', '10:15', 7.5, 9, 'M-062'],
                ['448141', '11:05', 6.0, 11, ''],
              ],
            },
            'Se colocaron 28,5 metros cúbicos de hormigón G25(90)20/10 con bomba pluma. El vibrado se hizo con dos vibradores de inmersión y quedó uno de repuesto en la losa. El curado comenzó a las 15:30 horas.',
            { sign: ['Jefe de terreno', 'Calidad', 'Inspección técnica'] },
          ],
        },
      },
    ],
  },
  {
    title: 'Resistencia de hormigones a 28 días, octubre',
    name: 'Resistencia hormigones octubre.png',
    notes:
      'Gráfico de las doce muestras del mes. La muestra M6 quedó bajo lo exigido: ver no conformidad NC-031.',
    library: 'Calidad',
    folder: 'Protocolos / Hormigón',
    labels: ['Hormigón', 'Mirador del Maipo'],
    type: 'INF',
    authors: ['autora'],
    versions: [
      {
        day: '2026-11-02',
        steps: WAY.approved,
        content: {
          kind: 'png',
          drawing: 'slump-chart',
          caption: 'Obra Mirador del Maipo - octubre 2026 - laboratorio en obra',
        },
      },
    ],
  },
  {
    title: 'Protocolo de prueba de hermeticidad red de agua',
    name: 'PT-SAN-04 prueba hermeticidad.docx',
    notes: 'Departamentos 301 a 306.',
    library: 'Calidad',
    folder: 'Protocolos / Instalaciones',
    labels: ['Protocolo', 'Instalaciones'],
    type: 'PROT',
    authors: ['autora'],
    versions: [
      {
        day: '2026-09-22',
        steps: [
          5,
          [
            2,
            'Falta el registro del manómetro del departamento 304 y la presión no se mantuvo diez minutos. Repetir la prueba.',
          ],
        ],
        content: {
          kind: 'docx',
          heading: 'Prueba de hermeticidad, red de agua potable',
          reference: 'PT-SAN-04 · Torre A, piso 3 · 22 de septiembre de 2026',
          blocks: [
            'La red se somete a una presión de 10 kg/cm² durante diez minutos, con todas las salidas taponadas y sin aire en las cañerías. Se acepta cuando el manómetro no registra caída.',
            {
              table: [
                ['Departamento', 'Presión inicial', 'Presión final', 'Resultado'],
                ['301', '10,0', '10,0', 'Conforme'],
                ['302', '10,0', '10,0', 'Conforme'],
                ['303', '10,0', '9,9', 'Observado'],
                ['305', '10,0', '10,0', 'Conforme'],
                ['306', '10,0', '10,0', 'Conforme'],
              ],
            },
            { sign: ['Instalador sanitario autorizado', 'Calidad'] },
          ],
        },
      },
    ],
  },
  {
    title: 'No conformidad NC-031: muestra M6 bajo resistencia',
    name: 'NC-031 muestra M6.docx',
    notes: 'Pendiente el informe del calculista con los testigos.',
    library: 'Calidad',
    folder: 'Protocolos / Hormigón',
    labels: ['Hormigón', 'Auditoría'],
    type: 'INF',
    scope: 'restricted',
    code: 'NC-031',
    authors: ['autora'],
    versions: [
      {
        day: '2026-11-03',
        content: {
          kind: 'docx',
          heading: 'No conformidad NC-031',
          reference: 'Detectada el 2 de noviembre de 2026 · Eje 3 entre B y D, muro piso 4',
          blocks: [
            { h: 'Descripción' },
            'La muestra M6 alcanzó 24,6 MPa a los 28 días; el proyecto exige 25 MPa. El elemento representado es el muro del eje 3, piso 4, con 18 metros cúbicos.',
            { h: 'Causa raíz' },
            'Se agregó agua en obra al camión de la guía 447902 para recuperar docilidad después de una espera de 95 minutos, contra lo que manda el procedimiento de hormigonado.',
            { h: 'Corrección propuesta' },
            {
              li: [
                'Extraer tres testigos y ensayarlos en laboratorio externo.',
                'Informe del ingeniero calculista sobre la capacidad del muro.',
                'Reinstrucción de la cuadrilla y del proveedor Hormigones del Valle S.A.',
              ],
            },
          ],
        },
      },
    ],
  },
  {
    title: 'Proveedores evaluados y su calificación 2026',
    name: 'Evaluacion de proveedores 2026.csv',
    notes: 'Separado por punto y coma, se abre en Excel.',
    library: 'Calidad',
    folder: '',
    labels: ['Contratistas'],
    type: 'REG',
    scope: 'restricted',
    authors: ['autora', 'revisor'],
    versions: [
      {
        day: '2026-08-31',
        steps: WAY.published,
        content: {
          kind: 'csv',
          rows: [
            ['RUT', 'Proveedor', 'Rubro', 'Calidad', 'Plazo', 'Seguridad', 'Nota', 'Decisión'],
            [
              rut(96_554_210),
              'Hormigones del Valle S.A.',
              'Hormigón premezclado',
              6.1,
              5.2,
              6.0,
              5.8,
              'Se mantiene con observaciones',
            ],
            [
              rut(77_310_448),
              'Montajes Cordillera Ltda.',
              'Estructura metálica',
              6.5,
              6.4,
              6.7,
              6.5,
              'Se mantiene',
            ],
            [
              rut(76_998_301),
              'Eléctrica Aconcagua SpA',
              'Instalación eléctrica',
              5.9,
              5.0,
              5.8,
              5.6,
              'Se mantiene con observaciones',
            ],
            [
              rut(76_120_775),
              'Moldajes y Andamios Sur SpA',
              'Arriendo de moldajes',
              4.8,
              4.1,
              5.0,
              4.6,
              'Plan de mejora; "reevaluar en marzo"',
            ],
            [
              rut(78_044_190),
              'Ferretería Industrial Maipo Ltda.',
              'Fijaciones y herramientas',
              6.3,
              6.6,
              6.0,
              6.3,
              'Se mantiene',
            ],
          ],
        },
      },
    ],
  },
];
