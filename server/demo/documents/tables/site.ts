import { COMPANY, type DocumentRow, rut, SITE, WAY } from '../row.ts';

const contract = (revision: number) =>
  ({
    kind: 'pdf',
    heading: 'Contrato de construcción a suma alzada',
    reference: `CT-2025-118 · ${SITE}${revision > 1 ? ' · Con modificación N° 1' : ''}`,
    blocks: [
      `En Santiago, a 3 de noviembre de 2025, entre Inmobiliaria Ribera del Maipo S.A., RUT ${rut(99_512_340)}, en adelante «la mandante», y ${COMPANY}, en adelante «la constructora», se conviene el siguiente contrato de construcción.`,
      { h: 'Primero: objeto' },
      'La mandante encarga a la constructora la ejecución de un edificio de dos torres de nueve pisos, 108 departamentos y dos subterráneos, conforme a los planos, especificaciones técnicas y bases administrativas que las partes declaran conocer.',
      { h: 'Segundo: precio y forma de pago' },
      'El precio es una suma alzada de 214.500 unidades de fomento más IVA. Se paga contra estados de pago mensuales por avance físico, visados por la inspección técnica dentro de cinco días hábiles. La mandante paga a treinta días de recibida la factura.',
      {
        table: [
          ['Partida', 'UF', 'Incidencia (%)'],
          ['Obra gruesa', 92_400, 43.1],
          ['Terminaciones', 71_300, 33.2],
          ['Instalaciones', 38_200, 17.8],
          ['Obras exteriores', 12_600, 5.9],
        ],
      },
      { h: 'Tercero: plazo' },
      revision > 1
        ? 'El plazo es de 600 días corridos desde la entrega del terreno. Por la modificación N° 1 se agregan 45 días corridos sin aumento de gastos generales, a causa del hallazgo de una napa no prevista en la mecánica de suelos.'
        : 'El plazo es de 600 días corridos desde la entrega del terreno.',
      { h: 'Cuarto: garantías' },
      'La constructora entrega una boleta bancaria de fiel cumplimiento por el diez por ciento del precio y una de correcta ejecución por el tres por ciento, esta última vigente hasta doce meses después de la recepción provisoria. De cada estado de pago se retiene el cinco por ciento.',
      { h: 'Quinto: multas' },
      'Por cada día de atraso imputable a la constructora se aplica una multa de uno por mil del precio, con tope de diez por ciento. No hay multa por fuerza mayor, que se comunica por libro de obras dentro de tres días.',
      { h: 'Sexto: obligaciones laborales y previsionales' },
      'La constructora acredita mensualmente, con el certificado F30-1 y con el de cotizaciones previsionales, que está al día con su personal y el de sus subcontratistas. La mandante puede retener de los estados de pago lo que se adeude, según el artículo 183-C del Código del Trabajo.',
      { h: 'Séptimo: seguros' },
      'La constructora contrata una póliza de todo riesgo de construcción por el valor total de la obra y otra de responsabilidad civil por 20.000 unidades de fomento, ambas con vigencia hasta la recepción definitiva.',
      { h: 'Octavo: recepción' },
      'La recepción provisoria se otorga terminada la obra y obtenida la recepción municipal. Las observaciones se levantan en treinta días. La recepción definitiva se otorga un año después.',
      { h: 'Noveno: solución de controversias' },
      'Toda dificultad se somete a un árbitro mixto designado por el Centro de Arbitraje y Mediación de la Cámara de Comercio de Santiago.',
      { sign: ['Por la mandante', 'Por la constructora'] },
    ],
  }) as const;

/** Library Prevención y obras: the site Mirador del Maipo and the warehouse in Lampa. */
export const SITE_DOCUMENTS: readonly DocumentRow[] = [
  {
    title: 'Contrato de construcción Edificio Mirador del Maipo',
    name: 'CT-2025-118 Contrato Mirador del Maipo.pdf',
    notes: 'Suma alzada. La versión 2 incorpora la modificación N° 1: 45 días más de plazo por la napa.',
    library: 'Prevención y obras',
    folder: 'Obra Mirador del Maipo / Contratos',
    labels: ['Contrato', 'Mirador del Maipo'],
    type: 'CONT',
    scope: 'restricted',
    code: 'CT-2025-118',
    issuedOn: '2025-11-03',
    expiresOn: '2027-08-15',
    authors: ['autora', 'publicadora'],
    versions: [
      { day: '2025-11-03', content: contract(1), steps: WAY.published },
      { day: '2026-07-20', content: contract(2), comment: 'Modificación N° 1', steps: WAY.toPublish },
    ],
  },
  {
    title: 'Póliza todo riesgo construcción Mirador',
    name: 'Poliza TRC Mirador.pdf',
    notes: 'Deducible por sismo del dos por ciento del monto asegurado.',
    library: 'Prevención y obras',
    folder: 'Obra Mirador del Maipo / Contratos',
    labels: ['Contrato', 'Seguro'],
    type: 'CERT',
    scope: 'confidential',
    code: 'POL-889-14',
    issuedOn: '2025-11-20',
    expiresOn: '2026-11-30',
    authors: ['autora', 'publicadora'],
    versions: [
      {
        day: '2025-11-20',
        steps: WAY.published,
        content: {
          kind: 'pdf',
          heading: 'Póliza de todo riesgo de construcción',
          reference: 'Póliza 889-14 · Vigencia del 30 de noviembre de 2025 al 30 de noviembre de 2026',
          blocks: [
            {
              table: [
                ['Cobertura', 'Monto (UF)', 'Deducible'],
                ['Daños materiales a la obra', 214_500, '1 %'],
                ['Sismo y maremoto', 214_500, '2 %'],
                ['Responsabilidad civil', 20_000, 'UF 150'],
                ['Remoción de escombros', 4_000, 'Sin deducible'],
              ],
            },
            'El asegurado debe denunciar el siniestro dentro de tres días, conservar los restos y permitir la visita del liquidador. Quedan excluidos los defectos de diseño y las pérdidas por paralización superior a sesenta días.',
          ],
        },
      },
    ],
  },
];
