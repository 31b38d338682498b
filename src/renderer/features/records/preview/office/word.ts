import { strFromU8, strToU8, zipSync } from 'fflate';
import { Parser } from 'htmlparser2';
import { bounded, DEPTH, local, parseXml } from '#shared/office/xml.ts';
import { OfficeError, type ZipEntries } from '#shared/office/zip.ts';

/** A text document, reduced so that docx-preview can lay it out safely on the page's thread. */
export interface Word {
  /** A new DOCX without the parts that were cut or are not trusted. */
  readonly bytes: Uint8Array;
  /** Whether something of it is not shown. */
  readonly cut: boolean;
}

const BODY = 'word/document.xml';
/** Maximum number of elements laid out; a printed page has some 300. */
const ELEMENTS = 40_000;
/** Maximum unpacked bytes of each part beside the text (styles, notes, headers). Larger parts are left out. */
const PART_BYTES = 4 * 1024 ** 2;
/** Maximum bytes of one picture, and of all. */
const PICTURE_BYTES = 6 * 1024 ** 2;
const PICTURES_BYTES = 16 * 1024 ** 2;

const PART =
  /^(\[Content_Types\]\.xml|_rels\/\.rels|word\/(_rels\/[\w.]+\.rels|theme\/theme\d+\.xml|(styles|numbering|settings|fontTable|footnotes|endnotes|header\d*|footer\d*|document)\.xml))$/;
const PICTURE = /^word\/media\/[^/]+\.(png|jpe?g|gif|bmp|webp)$/i;

/**
 * Copies what the layout needs: text, styles, and pictures that browsers draw. Left out are pages of other programs
 * (altChunk), embedded files, macros, and everything external.
 */
export function readWord(zip: ZipEntries): Word {
  if (!zip.names.includes(BODY)) throw new OfficeError('corrupt');
  const files: Record<string, Uint8Array> = {};
  let pictures = 0;
  let cut = false;
  for (const name of zip.names) {
    if (PICTURE.test(name)) {
      const bytes = zip.read(name);
      if (!bytes) continue;
      pictures += bytes.length;
      if (bytes.length > PICTURE_BYTES || pictures > PICTURES_BYTES) cut = true;
      else files[name] = bytes;
    } else if (PART.test(name)) {
      const bytes = zip.read(name);
      if (!bytes) continue;
      if (name === BODY) {
        const body = cutBody(strFromU8(bytes), ELEMENTS);
        files[name] = strToU8(body.xml);
        cut ||= body.cut;
      } else if (bytes.length <= PART_BYTES) files[name] = bytes;
      else cut = true;
    }
  }
  for (const name of Object.keys(files)) if (name.endsWith('.rels')) files[name] = ownRelations(files[name]);
  return { bytes: zipSync(files, { level: 0 }), cut };
}

/** Only relations within the document; those to other programs' pages are dropped. */
function ownRelations(bytes: Uint8Array | undefined): Uint8Array {
  const kept: string[] = [];
  parseXml(bytes ?? new Uint8Array(), {
    onopentag(name, { Id = '', Type = '', Target = '', TargetMode }) {
      if (
        local(name) !== 'Relationship' ||
        TargetMode === 'External' ||
        /aFChunk|oleObject|package$/i.test(Type)
      )
        return;
      kept.push(`<Relationship Id="${asText(Id)}" Type="${asText(Type)}" Target="${asText(Target)}"/>`);
    },
  });
  return strToU8(
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${kept.join('')}</Relationships>`,
  );
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const asText = (text: string): string => text.replace(/[&<>"]/g, (each) => ENTITIES[each] ?? each);

/** The text up to a number of elements, cut where a paragraph or table of its body ends. */
export function cutBody(xml: string, limit: number): { xml: string; cut: boolean } {
  let elements = 0;
  let depth = 0;
  let bodyDepth = 0;
  let bodyTag = '';
  let rootTag = '';
  let end: number | undefined;
  const parser = new Parser(
    bounded(
      {
        onopentagname(name) {
          depth += 1;
          elements += 1;
          if (depth === 1) rootTag = name;
          if (bodyDepth === 0 && local(name) === 'body') {
            bodyDepth = depth;
            bodyTag = name;
          }
        },
        onclosetag() {
          depth -= 1;
          if (bodyDepth > 0 && depth === bodyDepth && elements > limit && end === undefined) {
            end = parser.endIndex + 1;
            parser.pause();
          }
        },
      },
      DEPTH,
    ),
    { xmlMode: true },
  );
  parser.write(xml);
  if (end === undefined || !xml.slice(end).includes('<')) return { xml, cut: false };
  return { xml: `${xml.slice(0, end)}</${bodyTag}></${rootTag}>`, cut: true };
}
