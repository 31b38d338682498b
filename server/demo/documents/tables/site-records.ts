import { type DocumentRow, SITE, WAY } from '../row.ts';

/** Library Prevención y obras: minutes, plans and pictures of the site. */
export const SITE_RECORDS: readonly DocumentRow[] = [
  {
    title: 'Acta de reunión de coordinación N° 38',
    name: 'Acta coordinacion 38.docx',
    notes: 'Acuerdos sobre programa de obra gruesa y llegada del ascensor.',
    library: 'Prevención y obras',
    folder: 'Obra Mirador del Maipo / Actas',
    labels: ['Acta', 'Mirador del Maipo'],
    type: 'ACTA',
    authors: ['autora', 'revisor'],
    versions: [
      {
        day: '2026-11-09',
        steps: WAY.published,
        content: {
          kind: 'docx',
          heading: 'Acta de reunión de coordinación N° 38',
          reference: 'Lunes 9 de noviembre de 2026, 08:30 a 09:40 horas · Oficina de obra',
          blocks: [
            'Asisten: administrador de obra, jefe de terreno, jefa de calidad, experta en prevención, inspección técnica y los capataces de Eléctrica Aconcagua y Montajes Cordillera.',
            { h: 'Avance' },
            'El avance físico acumulado es de 85 por ciento contra 90 programado. La brecha se explica por la lluvia de agosto y por la falta de carpinteros; se recupera con un segundo turno hasta el 18 de diciembre.',
            { h: 'Acuerdos' },
            {
              table: [
                ['N°', 'Acuerdo', 'Responsable', 'Plazo'],
                [1, 'Cerrar barandas del piso 6 antes de armar moldaje', 'Jefe de terreno', '2026-11-11'],
                [2, 'Enviar planos de pasadas corregidos', 'Oficina técnica', '2026-11-13'],
                [3, 'Confirmar descarga del ascensor con grúa móvil', 'Montajes Cordillera', '2026-11-16'],
                [4, 'Reponer extintores vencidos del subterráneo', 'Prevención', '2026-11-12'],
              ],
            },
            'La próxima reunión es el lunes 16 de noviembre a la misma hora.',
          ],
        },
      },
    ],
  },
  {
    title: 'Acta de entrega de terreno Mirador del Maipo',
    name: 'Acta entrega de terreno.pdf',
    notes: 'Inicio del plazo contractual.',
    library: 'Prevención y obras',
    folder: 'Obra Mirador del Maipo / Actas',
    labels: ['Acta', 'Mirador del Maipo'],
    type: 'ACTA',
    issuedOn: '2025-12-01',
    authors: ['autora'],
    versions: [
      {
        day: '2025-12-01',
        steps: WAY.published,
        content: {
          kind: 'pdf',
          heading: 'Acta de entrega de terreno',
          reference: `1 de diciembre de 2025 · ${SITE}`,
          blocks: [
            'La mandante entrega materialmente el terreno, libre de ocupantes y con sus deslindes replanteados por topógrafo. Se deja constancia de un medianero en mal estado por el costado oriente y de dos árboles protegidos que deben cercarse.',
            'Se entregan tres puntos de referencia con cota. El empalme eléctrico provisorio queda solicitado; el arranque de agua está operativo con medidor N° 5512087.',
            'Desde esta fecha se cuentan los 600 días corridos del contrato.',
            { sign: ['Mandante', 'Constructora', 'Inspección técnica'] },
          ],
        },
      },
    ],
  },
  {
    title: 'Plano de instalación de faenas',
    name: 'IF-01 Instalacion de faenas rev B.png',
    notes: 'Muestra grúa torre, acopios, vías de evacuación y accesos. Escala gráfica.',
    library: 'Prevención y obras',
    folder: 'Obra Mirador del Maipo / Planos',
    labels: ['Plano', 'Mirador del Maipo'],
    type: 'PLANO',
    code: 'IF-01',
    authors: ['autora'],
    versions: [
      {
        day: '2025-12-10',
        steps: WAY.published,
        content: {
          kind: 'png',
          drawing: 'site-plan',
          caption: 'IF-01 rev. B - instalación de faenas - sin escala',
        },
      },
    ],
  },
  {
    title: 'Listado de planos vigentes de cálculo y arquitectura',
    name: 'Listado de planos vigentes.xlsx',
    notes: 'Lo actualiza la oficina técnica cada viernes.',
    library: 'Prevención y obras',
    folder: 'Obra Mirador del Maipo / Planos',
    labels: ['Plano', 'Mirador del Maipo'],
    type: 'REG',
    authors: ['autora'],
    versions: [
      {
        day: '2026-11-13',
        content: {
          kind: 'xlsx',
          sheets: [
            {
              name: 'Planos',
              rows: [
                ['Código', 'Lámina', 'Especialidad', 'Revisión', 'Fecha', 'Estado'],
                [
                  'A-201',
                  'Planta tipo pisos 2 a 9',
                  'Arquitectura',
                  'D',
                  '2026-05-08',
                  'Apto para construcción',
                ],
                [
                  'A-310',
                  'Escantillón de fachada poniente',
                  'Arquitectura',
                  'B',
                  '2026-03-27',
                  'Apto para construcción',
                ],
                ['E-104', 'Armadura de losa piso 4', 'Cálculo', 'C', '2026-08-03', 'Apto para construcción'],
                ['E-105', 'Armadura de losa piso 5', 'Cálculo', 'C', '2026-09-14', 'Apto para construcción'],
                ['IE-12', 'Alimentadores y tableros', 'Electricidad', 'B', '2026-06-19', 'En corrección'],
                [
                  'IS-08',
                  'Red de alcantarillado subterráneo',
                  'Sanitario',
                  'A',
                  '2026-02-11',
                  'Apto para construcción',
                ],
              ],
            },
          ],
        },
      },
    ],
  },
  {
    title: 'Curva de avance físico octubre 2026',
    name: 'Curva de avance octubre.png',
    notes: 'Programado contra real. Se presenta en el comité de obra.',
    library: 'Prevención y obras',
    folder: 'Obra Mirador del Maipo',
    labels: ['Mirador del Maipo'],
    type: 'INF',
    authors: ['autora'],
    versions: [
      {
        day: '2026-11-02',
        steps: WAY.toPublish,
        content: {
          kind: 'png',
          drawing: 'progress-chart',
          caption: 'Edificio Mirador del Maipo - enero a octubre 2026',
        },
      },
    ],
  },
  {
    title: 'Fotografía de fachada poniente con andamios',
    name: 'fachada_poniente_2026-10-20.png',
    notes: 'Tomada desde la vereda de enfrente para el informe mensual.',
    library: 'Prevención y obras',
    folder: 'Obra Mirador del Maipo / Fotografías',
    labels: ['Fotografía', 'Mirador del Maipo'],
    type: 'FOTO',
    authors: ['autora'],
    versions: [
      {
        day: '2026-10-20',
        steps: WAY.approved,
        content: { kind: 'png', drawing: 'facade', caption: 'Fachada poniente - 20 de octubre de 2026' },
      },
    ],
  },
  {
    title: 'Bitácora de grúa torre, semana 46',
    name: 'bitacora-grua-semana-46.txt',
    notes: 'Transcripción del libro de la grúa.',
    library: 'Prevención y obras',
    folder: 'Obra Mirador del Maipo',
    labels: ['Mirador del Maipo'],
    type: 'REG',
    authors: ['autora'],
    versions: [
      {
        day: '2026-11-14',
        content: {
          kind: 'txt',
          lines: [
            'BITÁCORA DE GRÚA TORRE GT-1, SEMANA 46',
            'Obra: Edificio Mirador del Maipo',
            '',
            'Lunes 9: revisión de cables y limitador de carga, sin novedad. Viento máximo 22 km/h.',
            'Martes 10: izaje de 14 paquetes de fierro y 6 capachos de hormigón.',
            'Miércoles 11: detención por viento de 58 km/h entre 15:10 y 17:00. Pluma en veleta.',
            'Jueves 12: el rigger informa eslinga cortada; se retira de servicio y se destruye.',
            'Viernes 13: engrase de corona de giro y prueba del freno de elevación.',
            '',
            'Operador: S. Barrientos. Rigger: N. Painemal.',
          ],
        },
      },
    ],
  },
  {
    title: 'Permiso de edificación bodega Lampa',
    name: 'Permiso edificacion Lampa 2024.pdf',
    notes: 'Obra terminada y recibida en 2025; se conserva por el plazo legal.',
    library: 'Prevención y obras',
    folder: '',
    labels: ['Bodega Lampa'],
    type: 'CERT',
    issuedOn: '2024-02-14',
    authors: ['autora'],
    versions: [
      {
        day: '2024-02-14',
        steps: WAY.obsolete,
        content: {
          kind: 'pdf',
          heading: 'Permiso de edificación N° 77',
          reference: 'Dirección de Obras Municipales de Lampa · 14 de febrero de 2024',
          blocks: [
            'Se aprueba el proyecto de obra nueva con destino bodegaje inofensivo, de 3.240 metros cuadrados en un piso y altillo, ubicado en Parcela 12, sector Estación Colina.',
            'El permiso caduca a los tres años de concedido si no se han iniciado las obras, o si estas permanecen paralizadas durante el mismo lapso.',
          ],
        },
      },
    ],
  },
];
