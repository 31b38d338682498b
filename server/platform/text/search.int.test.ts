import fc from 'fast-check';
import { type Kysely, sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { withDatabases } from '../../testing/test-database.ts';
import type { Schema } from '../db/schema.ts';
import { Highlighter, queryWords } from './highlight.ts';
import { foldText, normalizeText } from './normalize.ts';
import { parseSearch, toTsQuery, tsQueryOf } from './query.ts';
import { stemsOf } from './stems.ts';

/** Words that must find each other, in every direction (docs/domain/search.md). */
const MEET = [
  ['obra', 'obras'],
  ['acta', 'actas'],
  ['año', 'años'],
  ['aprobación', 'aprobacion', 'aprobaciones', 'aprobados', 'aprobar', 'APROBACIÓN'],
  ['revisión', 'revision', 'revisiones'],
  ['inspección', 'inspeccion', 'inspecciones'],
  ['camión', 'camion', 'camiones'],
  ['país', 'pais', 'países'],
  ['póliza', 'poliza', 'pólizas', 'polizas'],
  ['señalética', 'senaletica', 'Señaletica'],
  ['luz', 'luces'],
  ['matriz', 'matrices'],
  ['lugar', 'lugares'],
  ['área', 'áreas'],
  ['línea', 'líneas'],
  ['examen', 'exámenes'],
  ['interés', 'intereses'],
  ['tramo', 'tramos'],
  ['robot', 'robots'],
  ['ley', 'leyes'],
  // Their stems are stop words.
  ['losa', 'losas'],
  ['cono', 'conos'],
  ['poro', 'poros'],
];

const PART = [
  ['obra', 'obrero'],
  ['acta', 'acto'],
  ['luz', 'lucha'],
];

const FOUND: [asked: string, text: string][] = [
  ['contrato', 'Contrato_obra-civil.v2.pdf'],
  ['obra civil', 'Contrato_obra-civil.v2.pdf'],
  ['f30-1', 'Certificado F30-1 de la Dirección del Trabajo'],
  ['76.543.210-K', 'RUT 76.543.210-K'],
  ['1.250.000', 'Total: $1.250.000 más IVA'],
  ['autora@legajo.test', 'escribe a autora@legajo.test'],
  ['"estado de pago"', 'Estado de pago N° 3'],
  ['estado', 'Estado de pago N° 3'],
  ['salud', 'seguridad/salud en el trabajo'],
  ['oficina', 'O\uFB01cina técnica'],
  ['contrat', 'El contrato firmado'],
  ['hormigon -acero', 'Hormigón armado'],
  ['losa torre', 'Losa de la torre norte'],
  ['"hormigonado de losas"', 'Hormigonado de losas, piso 3'],
  ['losas y muros', 'Losas, vigas y muros'],
  ['"de losas"', 'Hormigonado de losas'],
  ['"hormigonado de"', 'Hormigonado de losas'],
  ['"de la"', 'el plano de la obra'],
  ['"A CARGO DE"', 'Obras a cargo de terceros'],
  ['"inspeccion tecnica"', 'Inspección Técnica de Obras'],
  ['obra-civil', 'Obras civiles'],
  ['"f30-1"', 'Certificado F30-1'],
  ['hormigonado -losa', 'Hormigonado de los muros'],
  ['hormigonado -"de losas"', 'Hormigonado de losa'],
  ['de la', 'plano de la obra'],
  ['con', 'obra con grúa'],
  ['sector a', 'Sector A'],
  ['"sector a"', 'Planta del sector A'],
  ['x'.repeat(70), `huella ${'x'.repeat(70)}`],
  ['"😀 andamio"', 'un 😀 andamio'],
  ['', ''],
  ['NCh 170', 'Ensayo según NCh170'],
  ['nch170', 'Ensayo según NCh-170'],
  ['"según nch170 vigente"', 'Ensayo según NCh 170 vigente'],
  ['DS 594 ', 'conforme al D.S. 594'],
  ['D.S. 594 ', 'conforme al DS594'],
  ['H 30', 'Hormigón H30'],
  ['acero A36', 'Acero A-36'],
  ['F30-1', 'Certificado F 30-1'],
  ['F 30 1', 'Certificado F30-1'],
  ['F30 1', 'Certificado F 30-1'],
  ['76543210-K', 'RUT 76.543.210-K'],
  ['76543210K', 'RUT 76.543.210-K'],
  ['76543210', 'RUT 76.543.210-K'],
  ['76.543.210-k', 'RUT 76543210-K'],
  ['76.543.210-k', 'RUT 76543210K'],
  ['1250000 ', 'Total: $1.250.000'],
  ['subterráneo -2', 'Losa del subterráneo -2'],
];

const MISSED: [asked: string, text: string][] = [
  ['"pago de estado"', 'Estado de pago N° 3'],
  ['"estado pago"', 'Estado de pago N° 3'],
  ['hormigon -acero', 'Hormigón con acero'],
  ['contrat ', 'El contratiempo'],
  ['grúa torre', 'Grúa móvil'],
  ['hormigonado -losa', 'Hormigonado de losas'],
  ['hormigonado -cono', 'Hormigonado, cono 8'],
  ['losa', 'Revisar los muros'],
  ['los ', 'Losa de la torre'],
  ['"hormigonado de losas"', 'Hormigonado de losa'],
  ['"hormigonado de losas"', 'Hormigonado y losas'],
  ['"hormigonado losas"', 'Hormigonado de losas'],
  ['hormigonado -"de losas"', 'Hormigonado de losas'],
  ['"sector a"', 'Sector B'],
  ['de la', 'plano'],
  ['subterráneo -2', 'Subterráneo 3'],
  ['A36 ', 'Plano 36'],
  ['NCh 170', 'NCh 171 y 1170'],
  ['"norma nch170"', 'norma de NCh 170'],
  ['76543210 ', '76 de 543, 210'],
];

withDatabases('Spanish search', (database) => {
  let db: Kysely<Schema>;
  beforeAll(() => {
    db = database().db;
  });

  const matches = async (asked: string, body: string, title = '') => {
    const query = toTsQuery(asked);
    if (query === null) {
      return true;
    }
    const { rows } = await sql<{ hit: boolean }>`
      select legajo_tsvector(${title}, '', '', '', ${body}) @@ ${query} as hit`.execute(db);
    return rows[0]?.hit;
  };

  /** Many questions in one statement: does each word asked find the other one in a text and its title? */
  const meetings = async (pairs: readonly (readonly [asked: string, stored: string])[]) => {
    const each = pairs.map(([asked, stored], at) => {
      const text = `Texto con ${stored} adentro`;
      return sql`select ${sql.lit(at)}::int as at, legajo_tsvector(${text}, '', '', '', ${text}) @@ ${toTsQuery(asked)} as hit`;
    });
    const { rows } = await sql<{ at: number; hit: boolean }>`${sql.join(each, sql` union all `)}`.execute(
      database().db,
    );
    return rows.map(({ at, hit }) => `${pairs[at]?.join(' → ')}: ${hit}`).sort();
  };

  test('forms of one word meet, with and without accents', async () => {
    const pairs = MEET.flatMap((forms) =>
      forms.flatMap((asked) => forms.map((stored) => [asked, stored] as const)),
    );
    expect(await meetings(pairs)).toEqual(pairs.map((pair) => `${pair.join(' → ')}: true`).sort());
  });

  test('different words stay apart', async () => {
    const pairs = PART.flatMap(([one = '', other = '']) => [[one, other] as const, [other, one] as const]);
    expect(await meetings(pairs)).toEqual(pairs.map((pair) => `${pair.join(' → ')}: false`).sort());
  });

  test.each(FOUND)('«%s» finds «%s»', async (asked, text) => {
    expect(await matches(asked, text)).toBe(true);
  });

  test.each(MISSED)('«%s» does not find «%s»', async (asked, text) => {
    expect(await matches(asked, text)).toBe(false);
  });

  test('other spellings never find fewer documents', async () => {
    const piece = fc.constantFrom(
      'NCh',
      'ds',
      'D.S.',
      'a',
      '170',
      '76543210',
      '76.543.210-K',
      'F30',
      '-1',
      '16.744',
    );
    const between = fc.constantFrom(' ', '', '-', '. ', ' "');
    const said = fc.array(fc.tuple(piece, between), { maxLength: 6 }).map((pieces) => pieces.flat().join(''));
    await fc.assert(
      fc.asyncProperty(said, fc.array(said, { minLength: 5, maxLength: 5 }), async (asked, texts) => {
        const terms = parseSearch(asked);
        const all = tsQueryOf(terms);
        const typed = tsQueryOf(terms.map((term) => ({ ...term, spellings: [] })));
        if (all === null || typed === null) return;
        const { rows } = await sql<{ lost: string }>`
          select body as lost from unnest(${[asked, ...texts]}::text[]) as body,
            legajo_tsvector(body, '', '', '', body) as vector
          where vector @@ ${typed} and not vector @@ ${all}`.execute(db);
        expect(rows).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test('a title is found while its word is still being typed', async () => {
    for (const typed of ['con', 'contr', 'contrati', 'contratis', 'contratista', 'aprobaci', 'aprobació']) {
      expect(await matches(typed, '', 'Aprobación de contratistas'), typed).toBe(true);
    }
    expect(await matches('contratis "', '', 'Contratistas'), 'finished words are not open').toBe(false);
  });

  test('no input is an error', async () => {
    const spice = fc.constantFrom(
      '"',
      '-',
      '&',
      '|',
      '!',
      '(',
      ')',
      ':*',
      "'",
      '\\',
      '<->',
      ' ',
      'obra',
      'ñ',
      '\u0000',
      'ds 1',
    );
    const input = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(spice).map((parts) => parts.join('')),
    );
    await fc.assert(
      fc.asyncProperty(input, async (asked) => {
        const query = toTsQuery(asked);
        if (query !== null) {
          await sql`select legajo_tsvector('a', 'b', 'c', 'd', 'e') @@ ${query}`.execute(db);
        }
      }),
      {
        numRuns: 120,
        examples: [['1 a '.repeat(100)], [`"${'1 a '.repeat(90)}"`], ['"ds1 h 30 1" '.repeat(33)]],
      },
    );
  });

  test('the database normalizes as TypeScript does', async () => {
    const letters = fc.constantFrom(...'aáeéiíoóuúüñÑÇcsx nrst.-_/@ªºN°“”–…,;0179ŠŽàèöÅ\u0301\u00ad\uFB01€½');
    const texts = fc.sample(fc.string({ unit: letters, maxLength: 40 }), 1500);
    const words =
      'obras actas años usos ión revision conexion misiones Acción MÍO unas elos estás ojos'.split(' ');
    const { rows } = await sql<{ source: string; normal: string; folded: string; prepared: string }>`
      select source, legajo_normalize(source) as normal, legajo_fold(source) as folded,
        legajo_prepare(legajo_fold(source)) as prepared
      from unnest(${[...texts, ...words]}::text[]) as source`.execute(db);
    for (const { source, normal, folded, prepared } of rows) {
      expect([normal, prepared], JSON.stringify(source)).toEqual([
        normalizeText(source),
        normalizeText(source),
      ]);
      expect(folded, JSON.stringify(source)).toBe(foldText(source));
    }
  });

  test('a phrase is found wherever it stands in a long text, and across the borders of sections', async () => {
    const words = Array.from({ length: 30_000 }, (_, at) => (at % 9 === 0 ? 'de' : `palabra${at}`));
    const put = (at: number, said: string) => words.splice(at, said.split(' ').length, ...said.split(' '));
    const phrases = [
      'la losa del piso',
      'de la grúa de torre',
      'acta de los muros',
      'plano a cargo del mandante',
    ];
    for (const [at, said] of phrases.entries()) put([1990, 11_998, 23_999, 29_000][at] ?? 0, said);
    const text = words.join(' ');
    for (const said of phrases) expect(await matches(`"${said}"`, text), said).toBe(true);
    for (const said of ['la grúa torre', 'los muros del', 'grúa de la torre'])
      expect(await matches(`"${said}"`, text), said).toBe(false);
    expect(await matches('mandante muro', text)).toBe(true);
    expect(await matches('palabra1-de-palabra2', 'palabra1 de palabra2')).toBe(true);
  });

  test('long and odd texts are indexed', async () => {
    const long = 'Inspección de andamios y vías de evacuación. '.repeat(40_000);
    expect(await matches('andamios', long)).toBe(true);
    expect(await matches('andamio', '😀 andamio \u2028 Ελλάς')).toBe(true);
  });

  test('highlights mark the original words, accents kept', async () => {
    const terms = parseSearch('inspeccion obras-civiles "de inspector" -acero diferencia contrat');
    const marker = new Highlighter(terms, await stemsOf(db, queryWords(terms)));
    const text =
      'Las INSPECCIONES de la obra civil: diferencias, inspector, obrero y contratistas. Inspección n\u0303 acero.';
    const stems = await stemsOf(db, marker.candidates(text));
    const marked = marker.mark(text, stems);
    expect(marked.map(({ text: run }) => run).join('')).toBe(text);
    expect(marked.filter(({ hit }) => hit).map(({ text: run }) => run)).toEqual([
      'INSPECCIONES',
      'obra',
      'civil',
      'diferencias',
      'inspector',
      'contratistas',
      'Inspección',
    ]);
  });

  test('a snippet shows the densest place of a long text', async () => {
    const terms = parseSearch('grúa torre');
    const marker = new Highlighter(terms, await stemsOf(db, queryWords(terms)));
    const filler = 'Las partes acuerdan lo que sigue. '.repeat(30);
    const text = `${filler}Una torre. ${filler}El montaje de la grúa torre lo hace el rigger. ${filler}`;
    const snippet = marker.snippet(text, await stemsOf(db, marker.candidates(text)));
    const shown = snippet?.map(({ text: run }) => run).join('') ?? '';
    expect(shown).toContain('grúa torre lo hace el rigger');
    expect(shown.length).toBeLessThan(200);
    expect(shown).toMatch(/^… \S.*\S …$/);
    expect(marker.snippet('nada que ver', new Map())).toBeNull();
  });

  test.each(['de la obra gruesa y ', 'anticonstitucionalísimamente/superextraordinariamente/'])(
    'a snippet begins so near its first hit that a narrow row shows it, after «%s»',
    async (before) => {
      const terms = parseSearch('grúa');
      const marker = new Highlighter(terms, await stemsOf(db, queryWords(terms)));
      const text = `${'Las partes acuerdan. '.repeat(30)}${before}grúa torre`;
      const snippet = marker.snippet(text, await stemsOf(db, marker.candidates(text))) ?? [];
      const first = snippet.findIndex(({ hit }) => hit);
      expect(snippet[first]?.text).toBe('grúa');
      const lead = snippet.slice(0, first).map(({ text: run }) => run);
      expect(lead.join('').length).toBeLessThan(30);
    },
  );

  test('the vector can be a generated column under a GIN index', async () => {
    await sql`create table pieces (
      title text, body text,
      vector tsvector generated always as (legajo_tsvector(title, '', '', '', body)) stored)`.execute(db);
    await sql`insert into pieces (title, body)
      select 'Informe ' || n, 'cuerpo ' || n || case when n % 1000 = 0 then ' tronadura' else '' end
      from generate_series(1, 6000) n`.execute(db);
    await sql`create index pieces_vector on pieces using gin (vector) with (gin_pending_list_limit = 128)`.execute(
      db,
    );
    await sql`analyze pieces`.execute(db);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select * from pieces where vector @@ ${toTsQuery('tronaduras ')}`.execute(db);
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('pieces_vector');
  });
});

test('beginnings in a pattern are those of words, whatever the stemmer puts in their place', () => {
  const terms = parseSearch('diferencia ');
  const marker = new Highlighter(terms, new Map([['diferencia', 'diferent']]));
  expect(new RegExp(marker.pattern, 'u').test('Diferencia')).toBe(true);
});
