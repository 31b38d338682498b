import { type DocumentRow, WAY } from '../row.ts';

const heights = (revision: number) =>
  ({
    kind: 'pdf',
    heading: 'Procedimiento de trabajo seguro: trabajo en altura',
    reference: `PTS-003 · Revisión ${revision} · Prevención de riesgos`,
    blocks: [
      { h: 'Alcance' },
      'Se aplica a todo trabajo a más de 1,8 metros sobre el nivel inferior: andamios, escalas, plataformas elevadoras, bordes de losa, techumbres y vanos. Nadie trabaja en altura sin charla de seguridad diaria y sin examen de altura física vigente.',
      { h: 'Antes de comenzar' },
      {
        li: [
          'Análisis seguro de trabajo firmado por toda la cuadrilla.',
          'Revisión del arnés de cuerpo completo, cola de vida doble y gancho de 55 mm.',
          'Punto de anclaje capaz de resistir 2.270 kg por persona.',
          'Segregación del área inferior con barrera dura y señalética.',
        ],
      },
      { h: 'Andamios' },
      'El andamio lo arma personal competente, con tarjeta verde visible. Los cuerpos se arriostran a la estructura cada cuatro metros; la plataforma se completa en todo el ancho y lleva baranda superior, baranda intermedia y rodapié. Con viento sobre 40 km/h se suspende el trabajo.',
      { h: 'Líneas de vida' },
      revision > 1
        ? 'Toda línea de vida horizontal es calculada por un profesional, tiene absorbedor de energía y se usa por dos personas como máximo. Después de una caída se retira completa, con sus anclajes.'
        : 'Toda línea de vida horizontal es instalada por personal competente y se usa por dos personas como máximo.',
      { h: 'Rescate' },
      'El rescate de una persona suspendida se inicia antes de cinco minutos con el equipo dispuesto en el piso. El trauma por suspensión es una emergencia médica: se llama al 131 y se mantiene a la persona sentada, nunca acostada.',
      {
        table: [
          ['Peligro', 'Riesgo', 'Control'],
          ['Borde de losa sin protección', 'Caída a distinto nivel', 'Baranda de 1 m y línea de vida'],
          ['Herramienta suelta', 'Golpe por caída de objeto', 'Amarre de herramientas y rodapié'],
          ['Andamio incompleto', 'Caída o derrumbe', 'Tarjeta roja y bloqueo de acceso'],
        ],
      },
      { sign: ['Experta en prevención', 'Administrador de obra', 'Comité Paritario'] },
    ],
  }) as const;

const risks = (revision: number) =>
  ({
    kind: 'xlsx',
    sheets: [
      {
        name: 'Matriz IPER',
        rows: [
          [
            'Proceso',
            'Tarea',
            'Peligro',
            'Riesgo',
            'Probabilidad',
            'Consecuencia',
            'Magnitud',
            'Medida de control',
            'Responsable',
          ],
          [
            'Obra gruesa',
            'Descarga de fierro con grúa torre',
            'Carga suspendida',
            'Aplastamiento',
            3,
            4,
            12,
            'Rigger certificado, radio de giro segregado, eslingas inspeccionadas',
            'Capataz de enfierradura',
          ],
          [
            'Obra gruesa',
            'Hormigonado de losa',
            'Manguera de bomba con presión',
            'Golpe',
            2,
            3,
            6,
            'Operador calificado, nadie frente a la descarga',
            'Jefe de terreno',
          ],
          [
            'Excavación',
            'Socalzado y zanjas',
            'Talud inestable',
            'Derrumbe y sepultamiento',
            2,
            4,
            8,
            'Entibación según mecánica de suelos, revisión después de lluvia',
            'Jefe de terreno',
          ],
          [
            'Terminaciones',
            'Corte de porcelanato',
            'Polvo de sílice',
            'Silicosis',
            3,
            4,
            12,
            'Corte húmedo, respirador con filtro P100, rotación',
            'Experta en prevención',
          ],
          [
            'Instalaciones',
            'Tablero eléctrico provisorio',
            'Energía eléctrica',
            'Electrocución',
            2,
            4,
            8,
            'Bloqueo y etiquetado, diferencial de 30 mA',
            'Instalador autorizado',
          ],
          [
            'Bodega',
            'Manejo manual de sacos',
            'Sobreesfuerzo',
            'Lumbago',
            3,
            2,
            6,
            'Máximo 25 kg por persona, transpaleta',
            'Bodeguero',
          ],
          ...(revision > 1
            ? [
                [
                  'Obra gruesa',
                  'Trabajo a la intemperie en verano',
                  'Radiación ultravioleta',
                  'Golpe de calor y quemadura',
                  3,
                  3,
                  9,
                  'Hidratación cada 20 minutos, sombra, bloqueador FPS 50',
                  'Capataces',
                ] as const,
              ]
            : []),
        ],
      },
      {
        name: 'Escala',
        rows: [
          ['Magnitud', 'Nivel', 'Acción'],
          ['1 a 4', 'Tolerable', 'Mantener controles'],
          ['6 a 8', 'Importante', 'Corregir antes de una semana'],
          ['9 a 16', 'Intolerable', 'No se trabaja hasta controlar'],
        ],
      },
    ],
  }) as const;

/** Library Prevención y obras: safe work, risks, safety talks, equipment. */
export const PREVENTION: readonly DocumentRow[] = [
  {
    title: 'Procedimiento de trabajo seguro en altura',
    name: 'PTS-003_Trabajo_en_altura.pdf',
    notes: 'La revisión 2 exige cálculo profesional de las líneas de vida.',
    library: 'Prevención y obras',
    folder: 'Prevención de riesgos / Procedimientos de trabajo seguro',
    labels: ['Trabajo en altura', 'Procedimiento'],
    type: 'PTS',
    scope: 'public',
    code: 'PTS-003',
    issuedOn: '2026-03-16',
    nextReviewOn: '2027-03-16',
    authors: ['autora', 'revisor'],
    versions: [
      { day: '2025-03-10', content: heights(1), steps: WAY.published },
      { day: '2026-03-12', content: heights(2), comment: 'Líneas de vida calculadas', steps: WAY.published },
    ],
  },
  {
    title: 'Procedimiento de trabajo seguro: excavaciones',
    name: 'PTS-007_Excavaciones.pdf',
    notes: 'En revisión por el Comité Paritario.',
    library: 'Prevención y obras',
    folder: 'Prevención de riesgos / Procedimientos de trabajo seguro',
    labels: ['Procedimiento'],
    type: 'PTS',
    code: 'PTS-007',
    authors: ['autora'],
    versions: [
      {
        day: '2026-11-10',
        steps: WAY.inReview,
        content: {
          kind: 'pdf',
          heading: 'Procedimiento de trabajo seguro: excavaciones y zanjas',
          reference: 'PTS-007 · Revisión 1 · Prevención de riesgos',
          blocks: [
            { h: 'Reglas que salvan la vida' },
            {
              li: [
                'Toda excavación de más de 1,5 metros lleva entibación o talud calculado.',
                'El material extraído se acopia a más de un metro del borde.',
                'Hay una escala cada ocho metros de zanja.',
                'Nadie entra después de una lluvia o de un sismo sin una nueva inspección del terreno.',
              ],
            },
            { h: 'Interferencias' },
            'Antes de excavar se piden los planos de gas, agua, electricidad y telecomunicaciones, y se hacen calicatas a mano en el trazado. Una tubería de gas golpeada obliga a evacuar en contra del viento y a llamar a la distribuidora.',
            { h: 'Maquinaria' },
            'La retroexcavadora trabaja con loro vivo, alarma de retroceso y cinturón de seguridad. Se prohíbe el tránsito de camiones a menos de dos metros del borde.',
          ],
        },
      },
    ],
  },
  {
    title: 'Matriz de identificación de peligros y riesgos IPER',
    name: 'MIPER_Mirador_del_Maipo.xlsx',
    notes: 'Decreto supremo 44. La segunda versión agrega radiación ultravioleta y calor.',
    library: 'Prevención y obras',
    folder: 'Prevención de riesgos / Matrices de riesgo',
    labels: ['Matriz de riesgo', 'Mirador del Maipo'],
    type: 'MAT',
    code: 'MIPER-MIR',
    issuedOn: '2026-02-20',
    expiresOn: '2027-02-20',
    authors: ['autora'],
    versions: [
      { day: '2026-02-18', content: risks(1), steps: WAY.published },
      { day: '2026-11-16', content: risks(2), comment: 'Agrega radiación ultravioleta', steps: WAY.inReview },
    ],
  },
  {
    title: 'Matriz de riesgo bodega Lampa',
    name: 'MIPER Bodega Lampa.xlsx',
    notes: 'Rechazada: faltan los riesgos de las grúas horquilla.',
    library: 'Prevención y obras',
    folder: 'Prevención de riesgos / Matrices de riesgo',
    labels: ['Matriz de riesgo', 'Bodega Lampa'],
    type: 'MAT',
    authors: ['autora'],
    versions: [
      {
        day: '2026-10-02',
        steps: [
          5,
          [
            2,
            'Falta evaluar el tránsito de grúas horquilla y el almacenamiento en altura. Agregar antes de volver a enviar.',
          ],
        ],
        content: {
          kind: 'xlsx',
          sheets: [
            {
              name: 'Riesgos',
              rows: [
                ['Proceso', 'Peligro', 'Riesgo', 'Magnitud', 'Medida de control'],
                ['Recepción', 'Descarga manual', 'Sobreesfuerzo', 6, 'Uso de transpaleta y pausas activas'],
                [
                  'Almacenamiento',
                  'Estiba de pallets',
                  'Caída de objetos',
                  8,
                  'Estiba máxima de tres niveles',
                ],
                [
                  'Despacho',
                  'Tránsito de camiones',
                  'Atropello',
                  12,
                  'Pasillo peatonal demarcado y chaleco reflectante',
                ],
              ],
            },
          ],
        },
      },
    ],
  },
];
