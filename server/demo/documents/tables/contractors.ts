import { MONTH_NAMES } from '#shared/platform/texts/month-names.ts';
import { COMPANY, type DocumentRow, rut, WAY } from '../row.ts';

const f30 = (company: string, number: number, month: number, workers: number) =>
  ({
    kind: 'pdf',
    heading: 'Certificado de cumplimiento de obligaciones laborales y previsionales (F30-1)',
    reference: `Dirección del Trabajo · Período: ${MONTH_NAMES[month - 1]} de 2026`,
    blocks: [
      `Empresa solicitante: ${company}, RUT ${rut(number)}. Empresa principal: ${COMPANY}. Obra o faena: Edificio Mirador del Maipo.`,
      {
        table: [
          ['Concepto', 'Cantidad'],
          ['Personas declaradas en la faena', workers],
          ['Personas con remuneración pagada', workers],
          ['Personas con cotizaciones declaradas y pagadas', workers],
          ['Finiquitos del período', month % 3],
        ],
      },
      'Según los antecedentes acompañados y declarados por la empresa solicitante, no se registran remuneraciones ni cotizaciones previsionales adeudadas en el período certificado. Este certificado se emite para los efectos del artículo 183-C del Código del Trabajo.',
      'La autenticidad del documento puede verificarse en el portal de la Dirección del Trabajo con el folio indicado al pie.',
    ],
  }) as const;

/** Library Prevención y obras: what subcontractors must deliver, one folder each. */
export const CONTRACTORS: readonly DocumentRow[] = [
  {
    title: 'F30-1 Montajes Cordillera, octubre 2026',
    name: 'F30-1_Montajes-Cordillera_2026-10.pdf',
    notes: 'Habilita el estado de pago N° 9.',
    library: 'Prevención y obras',
    folder: 'Contratistas / Montajes Cordillera',
    labels: ['Contratistas', 'Cotizaciones'],
    type: 'F30-1',
    code: 'F301-MC-2026-10',
    issuedOn: '2026-11-12',
    expiresOn: '2026-12-12',
    authors: ['autora'],
    versions: [
      {
        day: '2026-11-12',
        content: f30('Montajes Cordillera Ltda.', 77_310_448, 10, 23),
        steps: WAY.published,
      },
    ],
  },
  {
    title: 'F30-1 Eléctrica Aconcagua, septiembre 2026',
    name: 'F30-1_Electrica-Aconcagua_2026-09.pdf',
    notes: 'Vencido: falta el de octubre, se retiene el estado de pago.',
    library: 'Prevención y obras',
    folder: 'Contratistas / Eléctrica Aconcagua',
    labels: ['Contratistas', 'Cotizaciones'],
    type: 'F30-1',
    code: 'F301-EA-2026-09',
    issuedOn: '2026-10-09',
    expiresOn: '2026-11-09',
    authors: ['autora'],
    versions: [
      { day: '2026-10-09', content: f30('Eléctrica Aconcagua SpA', 76_998_301, 9, 12), steps: WAY.published },
    ],
  },
  {
    title: 'Cotizaciones previsionales Eléctrica Aconcagua',
    name: 'Planilla cotizaciones Aconcagua 2026-10.csv',
    notes: 'Planilla pagada por el portal previsional. Falta una persona: revisar antes de aprobar.',
    library: 'Prevención y obras',
    folder: 'Contratistas / Eléctrica Aconcagua',
    labels: ['Contratistas', 'Cotizaciones'],
    type: 'COT',
    scope: 'restricted',
    authors: ['autora'],
    versions: [
      {
        day: '2026-11-10',
        steps: WAY.inReview,
        content: {
          kind: 'csv',
          rows: [
            ['RUT', 'Nombre', 'Días', 'Imponible', 'AFP', 'Salud', 'Seguro de cesantía', 'Mutual'],
            [rut(13_445_902), 'Arancibia Toro, Hernán', 30, 985_000, 112_684, 68_950, 5_910, 16_745],
            [rut(15_882_340), 'Cayupi Marín, Elías', 30, 872_500, 99_814, 61_075, 5_235, 14_833],
            [rut(17_203_668), 'Donoso Rebolledo, Paula', 30, 1_120_000, 128_128, 78_400, 6_720, 19_040],
            [rut(18_554_019), 'Fierro Galaz, Matías', 21, 610_750, 69_870, 42_753, 3_665, 10_383],
          ],
        },
      },
    ],
  },
  {
    title: 'Contrato de subcontratación Montajes Cordillera',
    name: 'Subcontrato Montajes Cordillera.docx',
    notes: 'Estructura metálica de cubierta y escalas de emergencia.',
    library: 'Prevención y obras',
    folder: 'Contratistas / Montajes Cordillera',
    labels: ['Contratistas', 'Contrato'],
    type: 'CONT',
    scope: 'restricted',
    code: 'SC-2026-011',
    issuedOn: '2026-03-02',
    expiresOn: '2027-03-02',
    authors: ['autora', 'publicadora'],
    versions: [
      {
        day: '2026-03-02',
        steps: WAY.published,
        content: {
          kind: 'docx',
          heading: 'Contrato de subcontratación de estructura metálica',
          reference: 'SC-2026-011 · Montajes Cordillera Ltda.',
          blocks: [
            `Comparecen ${COMPANY}, y Montajes Cordillera Ltda., RUT ${rut(77_310_448)}, quienes acuerdan la fabricación, el transporte y el montaje de 48 toneladas de estructura metálica.`,
            { h: 'Obligaciones del subcontratista' },
            {
              li: [
                'Entregar antes del día 15 de cada mes el certificado F30-1 y las cotizaciones previsionales pagadas.',
                'Mantener en obra un supervisor y un prevencionista cuando supere veinticinco personas.',
                'Usar soldadores calificados según AWS D1.1.',
                'Presentar protocolos de torque y de inspección visual de soldaduras.',
              ],
            },
            { h: 'Precio' },
            'El precio es de 3.150 unidades de fomento más IVA, con un anticipo de quince por ciento contra boleta de garantía. Los estados de pago se cursan el día 25.',
            { h: 'Término anticipado' },
            'La constructora puede poner término inmediato si se comprueba la falta de pago de remuneraciones o cotizaciones, o un accidente grave por incumplimiento del procedimiento de trabajo seguro.',
          ],
        },
      },
    ],
  },
  {
    title: 'Estado de pago N° 8 Hormigones del Valle',
    name: 'EP-08 Hormigones del Valle.xlsx',
    notes: 'Rechazado por diferencia en volumen facturado.',
    library: 'Prevención y obras',
    folder: 'Contratistas / Hormigones del Valle',
    labels: ['Contratistas', 'Hormigón'],
    type: 'EP',
    scope: 'restricted',
    authors: ['autora'],
    versions: [
      {
        day: '2026-10-26',
        steps: [
          5,
          [2, 'Las guías suman 412 m³ y se facturan 426. Corregir el volumen y adjuntar la guía 447988.'],
        ],
        content: {
          kind: 'xlsx',
          sheets: [
            {
              name: 'EP 08',
              rows: [
                ['Ítem', 'Descripción', 'Unidad', 'Cantidad', 'Precio unitario', 'Total'],
                ['1', 'Hormigón G25(90)20/10 puesto en obra', 'm³', 426, 98_500, 41_961_000],
                ['2', 'Servicio de bomba pluma', 'm³', 426, 14_200, 6_049_200],
                ['3', 'Sobreestadía de camiones', 'hora', 6, 35_000, 210_000],
                ['4', 'Retención 5 %', 'global', 1, -2_411_010, -2_411_010],
              ],
            },
          ],
        },
      },
    ],
  },
  {
    title: 'Instrucciones de ingreso para contratistas',
    name: 'instrucciones-contratistas.txt',
    notes: 'Texto que se envía por correo a cada empresa nueva.',
    library: 'Prevención y obras',
    folder: 'Contratistas',
    labels: ['Contratistas'],
    type: 'PROC',
    scope: 'public',
    authors: ['autora'],
    versions: [
      {
        day: '2026-02-16',
        steps: WAY.published,
        content: {
          kind: 'txt',
          lines: [
            'INGRESO DE EMPRESAS CONTRATISTAS',
            '',
            '1. Envíe la carpeta de arranque cinco días hábiles antes del ingreso.',
            '2. La carpeta contiene: contrato de trabajo de cada persona, exámenes ocupacionales,',
            '   registro de entrega de EPP, inducción, procedimiento de trabajo seguro y certificado de la mutualidad.',
            '3. Sin acreditación aprobada la portería no autoriza el acceso de personas ni de vehículos.',
            '4. Los vehículos presentan permiso de circulación, revisión técnica y seguro obligatorio.',
            '5. Consultas: prevención de riesgos, de lunes a viernes de 8:00 a 17:30 horas.',
          ],
        },
      },
    ],
  },
];
