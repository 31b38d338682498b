import { COMPANY, type DocumentRow, SITE, WAY } from '../row.ts';

const plan = (revision: number) =>
  ({
    kind: 'pdf',
    heading: 'Plan de calidad de la obra Mirador del Maipo',
    reference: `PC-001 · Revisión ${revision} · ${SITE}`,
    blocks: [
      { h: '1. Objetivo y alcance' },
      `${COMPANY}, establece en este plan cómo se asegura que la obra cumpla el proyecto, las especificaciones técnicas y la normativa vigente. Alcanza a obra gruesa, terminaciones e instalaciones, y obliga por igual al personal propio y a los subcontratos.`,
      'El plan se apoya en el sistema de gestión de calidad de la empresa, conforme a la norma ISO 9001:2015, y prevalece sobre cualquier instrucción verbal dada en terreno.',
      { h: '2. Responsabilidades' },
      {
        table: [
          ['Cargo', 'Responsabilidad', 'Evidencia'],
          ['Administrador de obra', 'Aprueba el plan y entrega los recursos', 'Firma del plan'],
          ['Jefa de calidad', 'Controla protocolos y puntos de espera', 'Registro semanal'],
          ['Jefe de terreno', 'Ejecuta según planos vigentes', 'Protocolos firmados'],
          ['Bodeguero', 'Recibe materiales con certificado', 'Guía de despacho conforme'],
        ],
      },
      { h: '3. Control de documentos y registros' },
      'Solo se construye con planos que lleven el timbre «Apto para construcción». La lista maestra de documentos se revisa cada lunes en la reunión de coordinación; las copias obsoletas se retiran de terreno y se destruyen en presencia de la jefa de calidad.',
      { h: '4. Puntos de espera' },
      {
        li: [
          'Recepción de sello de fundación por el mecánico de suelos.',
          'Enfierradura antes de cada hormigonado, con protocolo firmado por la inspección técnica.',
          'Prueba de hermeticidad de redes sanitarias antes de tapar.',
          'Impermeabilización de cubierta y losas de baño: prueba de agua por 48 horas.',
        ],
      },
      { h: '5. Ensayos y muestreo' },
      'Se toma una muestra de hormigón por cada 50 metros cúbicos o por jornada de hormigonado, la que ocurra primero. La resistencia característica se evalúa según NCh 170; los resultados bajo lo exigido abren una no conformidad el mismo día.',
      {
        table: [
          ['Ensayo', 'Frecuencia', 'Norma'],
          ['Asentamiento de cono', 'Cada camión', 'NCh 1019'],
          ['Compresión a 7 y 28 días', 'Cada 50 m³', 'NCh 1037'],
          ['Densidad de terreno', 'Cada 100 m² por capa', 'NCh 1516'],
          ['Tracción de acero', 'Por colada', 'NCh 204'],
        ],
      },
      { h: '6. No conformidades y acciones correctivas' },
      'Toda no conformidad se registra con fotografía, ubicación por ejes, causa raíz y responsable. El plazo para proponer la acción correctiva es de tres días hábiles; su eficacia se verifica treinta días después del cierre.',
      { h: '7. Entrega y postventa' },
      `La entrega se hace por recintos con acta de observaciones. ${revision > 1 ? 'Desde esta revisión, las observaciones se levantan en un plazo máximo de diez días corridos y el propietario firma digitalmente el acta.' : 'Las observaciones se levantan en quince días corridos.'}`,
      { sign: ['Jefa de calidad', 'Administrador de obra', 'Inspección técnica'] },
    ],
  }) as const;

const concreteProcedure = (revision: number) =>
  ({
    kind: 'docx',
    heading: 'Procedimiento de hormigonado de losas y muros',
    reference: `PR-CAL-014 · Revisión ${revision}`,
    blocks: [
      { h: 'Objetivo' },
      'Definir la secuencia de recepción, colocación, vibrado y curado del hormigón en losas y muros, de modo que el elemento alcance la resistencia y la terminación del proyecto.',
      { h: 'Recepción del camión mezclador' },
      {
        li: [
          'Revisar la guía de despacho: grado, docilidad, hora de carga y aditivos.',
          'Medir el asentamiento de cono; se acepta ± 2 cm respecto de lo pedido.',
          'Rechazar la carga si pasaron más de 120 minutos desde el amasado.',
          'Está prohibido agregar agua en obra.',
        ],
      },
      { h: 'Colocación y vibrado' },
      'El hormigón se coloca en capas de no más de 50 cm, desde una altura de caída libre inferior a 1,5 m. El vibrador de inmersión entra vertical, penetra 10 cm en la capa anterior y se retira lentamente para no dejar nidos de piedra.',
      { h: 'Curado' },
      revision > 1
        ? 'El curado comienza al desaparecer el agua de exudación y se mantiene siete días con membrana o arpillera húmeda. Con temperatura bajo 5 °C se protege con carpas térmicas y se registra la temperatura cada cuatro horas.'
        : 'El curado se mantiene siete días con arpillera húmeda o membrana de curado.',
      {
        table: [
          ['Control', 'Tolerancia', 'Registro'],
          ['Cono', '± 2 cm', 'Protocolo PT-HOR-02'],
          ['Temperatura del hormigón', '5 a 35 °C', 'Protocolo PT-HOR-02'],
          ['Recubrimiento', '– 0 / + 5 mm', 'Protocolo PT-ENF-01'],
        ],
      },
    ],
  }) as const;

/** Library Calidad: plans, procedures, audits. */
export const QUALITY: readonly DocumentRow[] = [
  {
    title: 'Plan de calidad obra Mirador del Maipo',
    name: 'PC-001_Plan-de-calidad_Mirador.pdf',
    notes: 'Documento base de la obra. La revisión 2 cambia el plazo para levantar observaciones de entrega.',
    library: 'Calidad',
    folder: 'Planes de calidad',
    labels: ['Plan', 'Mirador del Maipo'],
    type: 'PLAN',
    code: 'PC-001',
    issuedOn: '2026-01-12',
    nextReviewOn: '2027-01-12',
    authors: ['autora', 'revisor'],
    versions: [
      { day: '2026-01-09', content: plan(1), comment: 'Primera emisión', steps: WAY.published },
      { day: '2026-10-28', content: plan(2), comment: 'Nuevo plazo de observaciones y acta digital' },
    ],
  },
  {
    title: 'Procedimiento de hormigonado de losas y muros',
    name: 'PR-CAL-014_Hormigonado.docx',
    notes: 'Incluye control en tiempo frío desde la revisión 2.',
    library: 'Calidad',
    folder: 'Procedimientos',
    labels: ['Procedimiento', 'Hormigón'],
    type: 'PROC',
    scope: 'public',
    code: 'PR-CAL-014',
    issuedOn: '2026-06-15',
    nextReviewOn: '2027-06-15',
    authors: ['autora'],
    versions: [
      { day: '2025-08-04', content: concreteProcedure(1), steps: WAY.published },
      {
        day: '2026-06-11',
        content: concreteProcedure(2),
        comment: 'Curado en tiempo frío',
        steps: WAY.published,
      },
    ],
  },
  {
    title: 'Procedimiento de control de documentos y registros',
    name: 'PR-CAL-001_Control-de-documentos.docx',
    notes: 'Quién crea, revisa, publica y retira documentos del sistema de gestión.',
    library: 'Calidad',
    folder: 'Procedimientos',
    labels: ['Procedimiento'],
    type: 'PROC',
    scope: 'public',
    code: 'PR-CAL-001',
    issuedOn: '2026-02-02',
    nextReviewOn: '2026-12-15',
    authors: ['autora', 'admin'],
    versions: [
      {
        day: '2026-01-29',
        steps: WAY.published,
        content: {
          kind: 'docx',
          heading: 'Control de documentos y registros',
          reference: 'PR-CAL-001 · Revisión 4',
          blocks: [
            { h: 'Propósito' },
            'Asegurar que cada persona trabaje con la versión vigente y que los registros se conserven legibles, recuperables y protegidos de alteraciones.',
            { h: 'Ciclo de un documento' },
            {
              li: [
                'El autor redacta el borrador y lo envía a revisión.',
                'El revisor aprueba o rechaza con un comentario por escrito.',
                'La publicadora deja vigente la versión aprobada y retira la anterior.',
                'Los documentos obsoletos se conservan identificados, nunca se borran del historial.',
              ],
            },
            { h: 'Plazos de conservación' },
            {
              table: [
                ['Documento', 'Años', 'Soporte'],
                ['Contratos y finiquitos', 6, 'Digital'],
                ['Protocolos de obra', 10, 'Digital'],
                ['Certificados de calibración', 5, 'Digital'],
                ['Libro de obras', 10, 'Papel y digital'],
              ],
            },
          ],
        },
      },
    ],
  },
  {
    title: 'Auditoría interna ISO 9001 segundo semestre 2026',
    name: 'Informe auditoria interna 2026-2.pdf',
    notes: 'Tres no conformidades menores y cinco oportunidades de mejora.',
    library: 'Calidad',
    folder: 'Auditorías',
    labels: ['Auditoría'],
    type: 'INF',
    scope: 'restricted',
    code: 'AI-2026-02',
    issuedOn: '2026-10-30',
    authors: ['autora', 'revisor'],
    versions: [
      {
        day: '2026-10-30',
        steps: WAY.toPublish,
        content: {
          kind: 'pdf',
          heading: 'Informe de auditoría interna ISO 9001:2015',
          reference: 'AI-2026-02 · 26 al 28 de octubre de 2026 · Oficina central y obra Mirador del Maipo',
          blocks: [
            { h: 'Resumen' },
            'El sistema de gestión se mantiene eficaz. Se revisaron 41 registros, se entrevistó a 12 personas y se recorrieron los pisos 3 al 6 de la Torre A. El equipo auditor agradece la disposición de la obra.',
            { h: 'Hallazgos' },
            {
              table: [
                ['N°', 'Cláusula', 'Hallazgo', 'Tipo'],
                [1, '7.1.5', 'Flexómetro FX-22 en uso con calibración vencida', 'No conformidad menor'],
                [2, '8.4.2', 'Proveedor de moldajes sin evaluación anual', 'No conformidad menor'],
                [
                  3,
                  '7.5.3',
                  'Plano E-104 rev. B encontrado en terreno, vigente rev. C',
                  'No conformidad menor',
                ],
                [4, '9.1.2', 'Encuesta de satisfacción sin análisis de tendencia', 'Oportunidad de mejora'],
              ],
            },
            { h: 'Plan de acción' },
            'Las acciones correctivas se comprometen antes del 15 de noviembre y se cierran con evidencia antes del 30 de diciembre de 2026. La verificación de eficacia queda a cargo de la jefa de calidad.',
            { sign: ['Auditora líder', 'Gerente de operaciones'] },
          ],
        },
      },
    ],
  },
  {
    title: 'Capacitación: lectura de planos y tolerancias',
    name: 'Capacitacion lectura de planos.pptx',
    notes: 'Para jefes de obra y capataces nuevos. Duración: dos horas.',
    library: 'Calidad',
    folder: 'Procedimientos',
    labels: ['Capacitación'],
    type: 'CAP',
    scope: 'public',
    authors: ['autora'],
    versions: [
      {
        day: '2026-04-20',
        steps: WAY.published,
        content: {
          kind: 'pptx',
          title: 'Lectura de planos y tolerancias',
          subtitle: 'Capacitación interna · Área de calidad',
          slides: [
            {
              title: 'Qué plano manda',
              bullets: [
                'La revisión vigente está en Legajo, no en el bolsillo.',
                'Arquitectura define recintos; cálculo define estructura.',
                'Ante una diferencia se pregunta: se emite una consulta RDI.',
              ],
            },
            {
              title: 'Tolerancias de obra gruesa',
              bullets: ['Se miden antes de descimbrar y antes de entregar la cancha.'],
              table: [
                ['Elemento', 'Tolerancia'],
                ['Plomo de muros', '± 5 mm por piso'],
                ['Nivel de losa', '± 8 mm'],
                ['Vanos de puertas', '+ 5 / – 0 mm'],
              ],
            },
            {
              title: 'Errores que cuestan caro',
              bullets: [
                'Pasadas de instalaciones sin refuerzo.',
                'Ejes trazados desde el muro vecino y no desde la red de puntos.',
                'Confundir cota de piso terminado con cota de radier.',
              ],
            },
          ],
        },
      },
    ],
  },
  {
    title: 'Política de calidad 2024 (reemplazada)',
    name: 'Politica de calidad 2024.pdf',
    notes: 'Reemplazada por la política integrada de 2026.',
    library: 'Calidad',
    folder: '',
    labels: ['Plan'],
    type: 'POL',
    scope: 'public',
    issuedOn: '2024-03-01',
    expiresOn: '2026-03-01',
    authors: ['autora'],
    versions: [
      {
        day: '2024-02-27',
        steps: WAY.obsolete,
        content: {
          kind: 'pdf',
          heading: 'Política de calidad',
          reference: 'Gerencia general · marzo de 2024',
          blocks: [
            'Construimos con orgullo obras seguras, durables y entregadas en el plazo convenido. Escuchamos a nuestros clientes, medimos lo que hacemos y corregimos a tiempo.',
            {
              li: [
                'Cumplir los requisitos legales y los acordados con el mandante.',
                'Formar a nuestras cuadrillas en su oficio.',
                'Mejorar cada año los indicadores de postventa.',
              ],
            },
            { sign: ['Gerente general'] },
          ],
        },
      },
    ],
  },
];
