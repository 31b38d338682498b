import { COMPANY, type DocumentRow, SITE, WAY } from '../row.ts';

/** Library Prevención y obras: safety talks, handed-out equipment, the internal regulations. */
export const PREVENTION_RECORDS: readonly DocumentRow[] = [
  {
    title: 'Charla de inducción hombre nuevo',
    name: 'Induccion hombre nuevo 2026.pptx',
    notes: 'Obligación de informar los riesgos laborales. Dura 45 minutos y termina con prueba.',
    library: 'Prevención y obras',
    folder: 'Prevención de riesgos / Charlas',
    labels: ['Charla', 'Capacitación'],
    type: 'CAP',
    scope: 'public',
    authors: ['autora'],
    versions: [
      {
        day: '2026-01-05',
        steps: WAY.published,
        content: {
          kind: 'pptx',
          title: 'Bienvenida a la obra: inducción de seguridad',
          subtitle: 'Edificio Mirador del Maipo · Prevención de riesgos',
          slides: [
            {
              title: 'Derecho a saber',
              bullets: [
                'Conoces los riesgos de tu puesto, las medidas y el método de trabajo correcto.',
                'Puedes detener una faena insegura sin represalias.',
                'Avisa todo incidente, aunque nadie se haya lesionado.',
              ],
            },
            {
              title: 'Elementos de protección personal',
              bullets: [
                'Casco con barbiquejo, antiparras, zapatos y chaleco desde la portería.',
                'Arnés y cola doble sobre 1,8 metros.',
                'Se cambian gratis cuando se gastan: pídelos en bodega.',
              ],
            },
            {
              title: 'Emergencias',
              bullets: [
                'Zona de seguridad: estacionamiento norte.',
                'Tres toques largos de sirena: evacuar caminando.',
              ],
              table: [
                ['Servicio', 'Número'],
                ['Ambulancia', '131'],
                ['Bomberos', '132'],
                ['Mutualidad', '1404'],
              ],
            },
            {
              title: 'Tolerancia cero',
              bullets: [
                'Alcohol y drogas.',
                'Retirar protecciones de máquinas.',
                'Trabajar bajo carga suspendida.',
              ],
            },
          ],
        },
      },
    ],
  },
  {
    title: 'Registro de charlas de cinco minutos, noviembre',
    name: 'charlas_noviembre_2026.csv',
    notes: 'Planilla de asistencia por cuadrilla.',
    library: 'Prevención y obras',
    folder: 'Prevención de riesgos / Charlas',
    labels: ['Charla'],
    type: 'REG',
    authors: ['autora'],
    versions: [
      {
        day: '2026-11-19',
        content: {
          kind: 'csv',
          rows: [
            ['Fecha', 'Cuadrilla', 'Tema', 'Relator', 'Asistentes'],
            ['2026-11-16', 'Enfierradura', 'Manejo de esmeril angular y chispas', 'R. Fuentealba', 14],
            ['2026-11-17', 'Carpintería de moldaje', 'Orden y aseo: clavos a la vista', 'R. Fuentealba', 18],
            ['2026-11-18', 'Albañilería', 'Exposición a polvo de sílice', 'C. Oyarzún', 11],
            ['2026-11-19', 'Terminaciones', 'Escalas de tijera: tres puntos de apoyo', 'C. Oyarzún', 9],
          ],
        },
      },
    ],
  },
  {
    title: 'Registro de entrega de EPP octubre 2026',
    name: 'Entrega EPP 2026-10.xlsx',
    notes: 'Con talla, fecha y firma. Se entrega copia a la mutualidad.',
    library: 'Prevención y obras',
    folder: 'Prevención de riesgos / EPP',
    labels: ['EPP'],
    type: 'REG',
    authors: ['autora'],
    versions: [
      {
        day: '2026-10-31',
        steps: WAY.approved,
        content: {
          kind: 'xlsx',
          sheets: [
            {
              name: 'Octubre',
              rows: [
                ['Fecha', 'Trabajador', 'Cargo', 'Elemento', 'Talla', 'Cantidad', 'Motivo'],
                [
                  '2026-10-02',
                  'Luis Catrileo Pérez',
                  'Enfierrador',
                  'Guantes de cabritilla',
                  'L',
                  2,
                  'Desgaste',
                ],
                [
                  '2026-10-05',
                  'Marcos Huenupil Soto',
                  'Carpintero',
                  'Arnés de cuerpo completo',
                  'M',
                  1,
                  'Ingreso',
                ],
                [
                  '2026-10-12',
                  'Jaime Ormeño Díaz',
                  'Albañil',
                  'Respirador de medio rostro con filtro P100',
                  'M',
                  1,
                  'Cambio de filtro',
                ],
                [
                  '2026-10-20',
                  'Rosa Quilodrán Vera',
                  'Pintora',
                  'Antiparras antiempañantes',
                  'U',
                  1,
                  'Rayadas',
                ],
                [
                  '2026-10-27',
                  'Pedro Llanquileo Ruiz',
                  'Jornal',
                  'Zapatos de seguridad con puntera',
                  '42',
                  1,
                  'Ingreso',
                ],
              ],
            },
          ],
        },
      },
    ],
  },
  {
    title: 'Señalética de acceso: uso obligatorio de EPP',
    name: 'Letrero EPP acceso.png',
    notes: 'Diseño para imprimir en PVC de 120 por 90 centímetros.',
    library: 'Prevención y obras',
    folder: 'Prevención de riesgos / EPP',
    labels: ['EPP'],
    type: 'FOTO',
    scope: 'public',
    authors: ['autora'],
    versions: [
      {
        day: '2026-01-07',
        steps: WAY.published,
        content: { kind: 'png', drawing: 'sign-board', caption: 'Letrero de acceso - Constructora Andes' },
      },
    ],
  },
  {
    title: 'Reglamento interno de orden, higiene y seguridad',
    name: 'RIOHS Constructora Andes 2026.pdf',
    notes:
      'Incluye el protocolo de la Ley Karin. Depositado en la Dirección del Trabajo y en la Seremi de Salud.',
    library: 'Prevención y obras',
    folder: 'Prevención de riesgos',
    labels: ['Prevención'],
    type: 'POL',
    scope: 'public',
    code: 'RIOHS-2026',
    issuedOn: '2026-01-02',
    expiresOn: '2027-01-02',
    authors: ['autora', 'publicadora'],
    versions: [
      {
        day: '2025-12-15',
        steps: WAY.published,
        content: {
          kind: 'pdf',
          heading: 'Reglamento interno de orden, higiene y seguridad',
          reference: `${COMPANY} · Vigente desde el 2 de enero de 2026`,
          blocks: [
            { h: 'Título I. Del orden' },
            'Artículo 1. El presente reglamento se dicta en cumplimiento del artículo 153 del Código del Trabajo y del artículo 67 de la Ley 16.744. Se entrega un ejemplar gratuito a cada persona trabajadora, que firma su recepción.',
            'Artículo 2. La jornada ordinaria es la pactada en el contrato individual, dentro del máximo legal. El control de asistencia se lleva por reloj biométrico en la portería de cada obra.',
            'Artículo 3. El descanso para colación es de una hora y no se imputa a la jornada.',
            { h: 'Título II. De la higiene y seguridad' },
            'Artículo 14. Es obligación usar los elementos de protección personal entregados, cuidar su estado y pedir su reposición. La empresa no puede cobrar su valor.',
            'Artículo 15. Todo accidente del trabajo, por leve que sea, se avisa de inmediato al jefe directo, quien emite la denuncia individual de accidente dentro de las 24 horas siguientes.',
            'Artículo 16. En caso de accidente grave o fatal se suspenden las faenas afectadas y se informa a la Inspección del Trabajo y a la Seremi de Salud.',
            { h: 'Título III. Acoso laboral, sexual y violencia en el trabajo' },
            'Artículo 28. Conforme a la Ley 21.643, la denuncia puede hacerse por escrito o verbalmente; la investigación parte dentro de tres días hábiles, es reservada y no dura más de treinta días. Se adoptan medidas de resguardo desde el primer día.',
            { h: 'Título IV. De las sanciones' },
            'Artículo 35. Las infracciones se sancionan con amonestación verbal, amonestación escrita o multa de hasta un veinticinco por ciento de la remuneración diaria, que se destina al fondo de capacitación.',
            { h: 'Título V. Del Comité Paritario' },
            'Artículo 41. En cada faena con más de veinticinco personas funciona un Comité Paritario de Higiene y Seguridad con tres representantes por parte. Se reúne una vez al mes y cada vez que ocurre un accidente grave.',
            { sign: ['Gerente general', 'Experta en prevención', 'Comité Paritario'] },
          ],
        },
      },
    ],
  },
  {
    title: 'Plan de emergencia y evacuación de obra 2025',
    name: 'Plan de emergencia 2025.docx',
    notes: 'Obsoleto desde el cambio del acceso principal. El nuevo plan está en preparación.',
    library: 'Prevención y obras',
    folder: 'Prevención de riesgos',
    labels: ['Prevención', 'Plan'],
    type: 'PLAN',
    code: 'PE-2025',
    issuedOn: '2025-04-01',
    expiresOn: '2026-04-01',
    authors: ['autora'],
    versions: [
      {
        day: '2025-03-28',
        steps: WAY.obsolete,
        content: {
          kind: 'docx',
          heading: 'Plan de emergencia y evacuación',
          reference: `PE-2025 · ${SITE}`,
          blocks: [
            { h: 'Organización' },
            'El jefe de emergencia es el administrador de obra; lo reemplaza el jefe de terreno. Los líderes de piso llevan chaleco naranjo y llamado por radio canal 3.',
            { h: 'Amenazas' },
            {
              li: [
                'Sismo: alejarse de bordes, vanos y acopios; evacuar cuando termine el movimiento.',
                'Incendio: extintor de polvo químico cada 150 metros cuadrados.',
                'Fuga de gas: cortar el suministro, no accionar interruptores.',
              ],
            },
            { h: 'Simulacros' },
            'Se realiza un simulacro por semestre; el último evacuó a 94 personas en 4 minutos y 20 segundos.',
          ],
        },
      },
    ],
  },
];
