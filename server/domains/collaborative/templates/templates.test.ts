import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { BUILT_IN_TEMPLATES, type TemplateValues } from '#shared/collaborative/document-templates.ts';
import { wordFile, wordParagraph } from '../../../testing/files/files.ts';
import { xmlAttacks, zipBombs } from '../../../testing/files/hostile-office.ts';
import { buildTemplate } from './built-in/build.ts';
import { type DocumentProperties, fillTemplate } from './fill-template.ts';
import { openTemplate } from './open-template.ts';
import { faultSentence, TemplateFault } from './template-fault.ts';

const VALUES: TemplateValues = {
  titulo: 'Acta de faena',
  organizacion: 'Andes SpA',
  fecha: '21 de noviembre de 2026',
  autor: 'Ana Rojas',
  autores: 'Ana Rojas y Luis Soto',
  biblioteca: 'Calidad',
  carpeta: '—',
  codigo: 'PR-01',
};
const PROPERTIES: DocumentProperties = { title: 'Acta', author: 'Ana', at: '2026-11-21T12:00:00Z' };
const CORE = 'docProps/core.xml';
const core = (title: string): Record<string, string> => ({
  [CORE]: `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${title}</dc:title><dc:creator>Quien hizo la plantilla</dc:creator></cp:coreProperties>`,
});

function fill(file: Uint8Array, values: Partial<TemplateValues> = {}, properties = PROPERTIES) {
  const { bytes, written } = fillTemplate(openTemplate(file), { ...VALUES, ...values }, properties);
  const parts = unzipSync(bytes);
  const part = (name: string): string => strFromU8(parts[name] ?? new Uint8Array());
  const text = (name = 'word/document.xml'): string =>
    [...part(name).matchAll(/<w:t(?: [^>]*)?>([^<]*)<\/w:t>|<\/w:p>/g)]
      .map(([, words]) => words ?? '\n')
      .join('')
      .trim();
  return { written, part, text };
}

const header = (text: string): string =>
  `<w:hdr xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${wordParagraph(text)}</w:hdr>`;

describe('variables', () => {
  it('are filled in in paragraphs, tables and headers, however they are written', () => {
    const cell = `<w:tbl><w:tr><w:tc>${wordParagraph('{{ Organizacion }}')}</w:tc></w:tr></w:tbl>`;
    const made = fill(
      wordFile(`${wordParagraph('{{título}} del {{FECHA}}')}${cell}`, {
        'word/header1.xml': header('{{biblioteca}}'),
      }),
    );
    expect(made.text()).toBe('Acta de faena del 21 de noviembre de 2026\nAndes SpA');
    expect(made.text('word/header1.xml')).toBe('Calidad');
    expect([...made.written].sort()).toEqual(['FECHA', 'Organizacion', 'biblioteca', 'título']);
  });

  it('are found where Word parted them over runs, and keep what stands around them', () => {
    const made = fill(wordFile(wordParagraph('antes {', '{tí', 'tulo', '}', '} después {{', 'fecha}}')));
    expect(made.text()).toBe('antes Acta de faena después 21 de noviembre de 2026');
  });

  it('that nobody knows stay, and so does what is no variable', () => {
    const words =
      '{{cliente}} {{#lista}} {{@crudo}} {{/lista}} {{=[[ ]]=}} {{-w:p x}} {{}} {uno} cierra }} y abre {{';
    const made = fill(wordFile(wordParagraph(words)));
    expect(made.text()).toBe(words);
    expect(made.written).toContain('cliente');
  });

  it('are given values as they are: text, neither markup nor variables', () => {
    const titulo = 'A & B <w:p/> "c" {{fecha}} {{@crudo}}\u0001\ufffe';
    const made = fill(
      wordFile(wordParagraph('[{{título}}]'), core('{{fecha}}')),
      { titulo },
      {
        ...PROPERTIES,
        title: titulo,
      },
    );
    expect(made.part('word/document.xml')).toContain('A &amp; B &lt;w:p/&gt;');
    expect(made.text()).toBe('[A &amp; B &lt;w:p/&gt; &quot;c&quot; {{fecha}} {{@crudo}}]');
    expect(made.part(CORE)).toContain('&quot;c&quot; {{fecha}} {{@crudo}}</dc:title>');
    expect(made.part(CORE)).not.toContain('Quien hizo la plantilla');
    expect(made.part(CORE)).toContain('2026-11-21T12:00:00Z');
  });
});

describe('the templates that Legajo brings', () => {
  it.each(BUILT_IN_TEMPLATES)('%s: everything in it is filled in', async (name) => {
    const made = fill(await buildTemplate(name));
    const all = ['word/document.xml', 'word/header1.xml', 'word/footer1.xml'].map((part) => made.text(part));
    expect(all.join('\n')).not.toMatch(/[{}]/);
    expect(all[0]).toContain('Acta de faena');
    expect(all[1]).toContain('Andes SpA');
    expect(made.part('word/footer1.xml')).toContain('NUMPAGES');
    expect(made.part(CORE)).toContain('<dc:title>Acta</dc:title>');
  });

  it('have the parts that their kinds ask for, as headings that Word knows', async () => {
    const procedure = fill(await buildTemplate('procedimiento'));
    const headings = [
      ...procedure.part('word/document.xml').matchAll(/w:val="Heading1"\/>.*?<w:t[^>]*>([^<]*)/g),
    ].map(([, words]) => words);
    expect(headings).toEqual([
      'Objetivo', 'Alcance', 'Responsabilidades', 'Desarrollo', 'Registros', 'Control de cambios',
    ]); // biome-ignore format: a list
    expect(procedure.text()).toContain('PR-01');
    expect(fill(await buildTemplate('acta')).text()).toMatch(/Asistentes[\s\S]*Acuerdos/);
    expect(fill(await buildTemplate('informe')).text()).toMatch(
      /Resumen[\s\S]*Antecedentes[\s\S]*Conclusiones/,
    );
  });
});

describe('a file that is no template', () => {
  const faultOf = (file: Uint8Array): string => {
    try {
      openTemplate(file);
      return 'none';
    } catch (error) {
      if (!(error instanceof TemplateFault)) throw error;
      expect(faultSentence(error)).toMatch(/\.|\)$/);
      return error.code;
    }
  };
  const types = (kind: string): Record<string, string> => ({
    '[Content_Types].xml': `<Types><Override PartName="/word/document.xml" ContentType="${kind}"/></Types>`,
  });
  const relation = (type: string, target: string, mode = ''): Record<string, string> => ({
    'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://x/${type}" Target="${target}" ${mode}/></Relationships>`,
  });
  const EXTERNAL = 'TargetMode="External"';
  const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
  const field = (...pieces: readonly string[]): string =>
    `<w:p>${pieces.map((piece) => `<w:r><w:instrText>${piece}</w:instrText></w:r>`).join('')}</w:p>`;

  it.each<[string, string, () => Uint8Array]>([
    ['no zip', 'corrupt', () => Buffer.from('hola')],
    ['behind a password', 'encrypted', () => Buffer.from('d0cf11e0a1b11ae1', 'hex')],
    ['a zip bomb', 'too_large', () => zipBombs.oneEntry(9 * 1024 ** 2)],
    ['a bomb in many parts', 'too_large', () => zipBombs.manyParts(1024 ** 2, 7)],
    ['of more entries than any program writes', 'too_large', () => zipBombs.manyEntries(1_001)],
    ['that asks for files of the server’s', 'corrupt', xmlAttacks.external],
    ['another kind of office document', 'not_docx', () => wordFile('', types('application/vnd.ms-excel'))],
    ['a zip of something', 'not_docx', () => wordFile('', types('text/plain'))],
    ['a Word template', 'dotx', () => wordFile('', types(`${word}.template.main+xml`))],
    ['with macros by its kind', 'macros', () => wordFile('', types('application/vnd.ms-word.document.macroEnabled.main+xml'))],
    ['with macros in it', 'macros', () => wordFile('', { 'word/vbaProject.bin': 'x' })],
    ['with an object in it', 'embedded', () => wordFile('', { 'word/embeddings/oleObject1.bin': 'x' })],
    ['with a chunk of another format', 'embedded', () => wordFile('', relation('aFChunk', 'chunk.html'))],
    ['with a picture from elsewhere', 'external', () => wordFile('', relation('image', 'http://espia.test/p.png', EXTERNAL))],
    ['with a link to a file share', 'external', () => wordFile('', relation('hyperlink', 'file://espia.test/x', EXTERNAL))],
    ['with a part that is elsewhere, whatever it says', 'external', () => wordFile('', relation('frame', 'https://espia.test/x'))],
    ['with entities', 'corrupt', () => wordFile('', { 'word/styles.xml': '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' })],
    ['in two bytes a character', 'corrupt', () => wordFile('', { 'word/styles.xml': '\u0000<\u0000a' })],
    ['with paths that lead out of it', 'corrupt', () => wordFile('', { '../../etc/x.xml': '<a/>' })],
    ['nested deeper than any program writes', 'corrupt', () => wordFile(`${'<w:p>'.repeat(1_100)}${'</w:p>'.repeat(1_100)}`)],
    ['with DDE, parted over runs', 'fields', () => wordFile(field('DD', 'EAU', 'TO c:\\\\cmd.exe'))],
    ['with another file’s text', 'fields', () => wordFile('<w:fldSimple w:instr=" INCLUDETEXT x "/>')],
  ])('%s', (_what, fault, file) => {
    expect(faultOf(file())).toBe(fault);
  }); // biome-ignore format: a table

  it('but links to pages, page numbers and the name of somebody’s template are innocent', () => {
    const file = wordFile(field(' PAGE ', ' HYPERLINK "https://legajo.test/LINK" '), {
      ...relation('hyperlink', 'https://legajo.test', EXTERNAL),
      'word/settings.xml': '<w:settings><w:attachedTemplate r:id="rId1"/><w:zoom/></w:settings>',
      'word/_rels/settings.xml.rels': `<Relationships><Relationship Id="rId1" Type="http://x/attachedTemplate" Target="http://espia.test/t.dotm" ${EXTERNAL}/><Relationship Id="a&amp;b" Type="http://x/other" Target="y.xml"/></Relationships>`,
    });
    const parts = openTemplate(file);
    const part = (name: string): string => strFromU8(parts.get(name) ?? new Uint8Array());
    expect(part('word/settings.xml')).toBe('<w:settings><w:zoom/></w:settings>');
    expect(part('word/_rels/settings.xml.rels')).not.toContain('espia');
    expect(part('word/_rels/settings.xml.rels')).toContain('Id="a&amp;b"');
    expect(part('word/_rels/document.xml.rels')).toContain('https://legajo.test');
  });
});
