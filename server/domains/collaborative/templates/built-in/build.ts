import { Packer, Paragraph, type Table } from 'docx';
import type { BuiltInTemplate } from '#shared/collaborative/document-templates.ts';
import { bullets, emptyRows, facts, grid, guide, heading, section, subsection, top } from './blocks.ts';
import { page } from './page.ts';

/** The built-in templates. They are templates like any other: variables in a Word document. */
const CONTENT: Readonly<Record<BuiltInTemplate, () => (Paragraph | Table)[]>> = {
  blank: () => [...top('{{autores}} · {{fecha}}'), new Paragraph({ text: '' })],

  acta: () => [
    ...top('Acta de reunión'),
    ...facts(
      ['Fecha', '{{fecha}}'],
      ['Hora', ''],
      ['Lugar', ''],
      ['Convoca', '{{autor}}'],
      ['Redactan', '{{autores}}'],
    ),
    heading('Asistentes'),
    ...grid(
      [
        ['Nombre', 34],
        ['Cargo', 26],
        ['Organización', 22],
        ['Firma', 18],
      ],
      emptyRows(5),
    ),
    heading('Temas tratados'),
    ...bullets('Primer tema de la reunión.', 'Segundo tema de la reunión.', 'Varios.'),
    heading('Desarrollo'),
    guide('Resume lo conversado en cada tema: qué se presentó, qué se discutió y qué se resolvió.'),
    heading('Acuerdos'),
    ...grid(
      [
        ['N°', 8],
        ['Acuerdo', 48],
        ['Responsable', 26],
        ['Plazo', 18],
      ],
      [['1'], ['2'], ['3'], ['4']],
    ),
    heading('Próxima reunión'),
    guide('Fecha, hora y lugar de la próxima reunión, si se acordó una.'),
  ],

  procedimiento: () => [
    ...top('Procedimiento'),
    ...facts(
      ['Código', '{{código}}'],
      ['Fecha', '{{fecha}}'],
      ['Elaborado por', '{{autores}}'],
      ['Revisado por', ''],
      ['Aprobado por', ''],
    ),
    section('Objetivo'),
    guide('Para qué existe este procedimiento y qué resultado asegura.'),
    section('Alcance'),
    guide('A qué actividades, áreas, obras o personas se aplica, y a cuáles no.'),
    section('Responsabilidades'),
    ...grid(
      [
        ['Cargo', 34],
        ['Responsabilidad', 66],
      ],
      emptyRows(3),
    ),
    section('Desarrollo'),
    subsection('Preparación'),
    guide('Qué se necesita antes de empezar: permisos, materiales, equipos y condiciones.'),
    subsection('Ejecución'),
    guide('Los pasos, en orden. Por cada uno: quién lo hace, cómo y con qué cuidado.'),
    subsection('Verificación'),
    guide('Cómo se comprueba que el resultado es el esperado, y qué hacer si no lo es.'),
    section('Registros'),
    ...grid(
      [
        ['Registro', 40],
        ['Responsable', 30],
        ['Dónde se guarda', 30],
      ],
      [['', '', '{{biblioteca}}'], ...emptyRows(2)],
    ),
    section('Control de cambios'),
    ...grid(
      [
        ['Versión', 12],
        ['Fecha', 26],
        ['Cambio', 34],
        ['Autor', 28],
      ],
      [['1', '{{fecha}}', 'Primera emisión', '{{autores}}'], ...emptyRows(2)],
    ),
  ],

  informe: () => [
    ...top('Informe'),
    ...facts(
      ['Fecha', '{{fecha}}'],
      ['Preparado por', '{{autores}}'],
      ['Dirigido a', ''],
      ['Biblioteca', '{{biblioteca}}'],
    ),
    heading('Resumen'),
    guide('En un párrafo: qué se revisó, qué se encontró y qué se recomienda.'),
    section('Antecedentes'),
    guide('Qué motivó el informe, en qué contexto y con qué información se preparó.'),
    section('Desarrollo'),
    guide('Los hechos y su análisis, con las cifras, fotografías o tablas que los respaldan.'),
    section('Conclusiones'),
    ...bullets('Primera conclusión.', 'Segunda conclusión.'),
    section('Acciones propuestas'),
    ...grid(
      [
        ['Acción', 52],
        ['Responsable', 28],
        ['Plazo', 20],
      ],
      emptyRows(3),
    ),
  ],
};

/** The Word document of a built-in template. */
export const buildTemplate = async (template: BuiltInTemplate): Promise<Uint8Array> =>
  Packer.toBuffer(page(CONTENT[template]()));
