import { strFromU8, strToU8 } from 'fflate';
import { local, parseXml } from '#shared/office/xml.ts';
import { OfficeError, ZipEntries } from '#shared/office/zip.ts';
import { TemplateFault } from './template-fault.ts';

/** Limits for opening a template. Its text is small; its pictures need room. */
const LIMITS = { entries: 1_000, entryBytes: 8 * 1024 ** 2, unpackedBytes: 24 * 1024 ** 2 } as const;
/** Limit for all parts that are read as text, together. */
const XML_BYTES = 6 * 1024 ** 2;

const TYPES = 'application/vnd.openxmlformats-officedocument.wordprocessingml.';
const SAFE_LINK = /^(https?:\/\/|mailto:|#)/i;
/** Fields that read other files, call other programs or run something. */
const ACTIVE_FIELD =
  /\b(DDE|DDEAUTO|INCLUDETEXT|INCLUDEPICTURE|LINK|IMPORT|DATABASE|MACROBUTTON|EMBED|RD)\b/i;
const ATTACHED_TEMPLATE = /<(\w+:)?attachedTemplate\b[^>]*?(\/>|>\s*<\/(\w+:)?attachedTemplate>)/g;

/** The parts of a Word document by name, checked: nothing in them refers to the outside or runs. */
export type TemplateParts = Map<string, Uint8Array>;

const isText = (name: string): boolean => /\.(xml|rels)$/i.test(name);

/**
 * Reads a Word document as a template, within limits and before the library sees it. What an innocent document may
 * contain (the address of the template that its maker used) is removed. What makes sense only in an attack is refused,
 * so that a document made from the template is safe to open.
 * @throws TemplateFault
 */
export function openTemplate(bytes: Uint8Array): TemplateParts {
  try {
    return checkedParts(bytes);
  } catch (error) {
    throw error instanceof OfficeError ? new TemplateFault(error.reason) : error;
  }
}

/** @throws TemplateFault, OfficeError */
function checkedParts(bytes: Uint8Array): TemplateParts {
  const parts = readParts(bytes);
  checkKind(parts);
  for (const [name, content] of parts) {
    if (name.endsWith('.rels')) parts.set(name, checkRelations(content));
    else if (isText(name)) checkFields(content);
  }
  const settings = parts.get('word/settings.xml');
  if (settings) parts.set('word/settings.xml', strToU8(strFromU8(settings).replace(ATTACHED_TEMPLATE, '')));
  return parts;
}

function readParts(bytes: Uint8Array): TemplateParts {
  const zip = new ZipEntries(bytes, LIMITS);
  const parts: TemplateParts = new Map();
  let text = 0;
  for (const name of zip.names) {
    if (name.endsWith('/')) continue;
    if (/(^|[/\\])\.\.?([/\\]|$)|\\|^\/|:/.test(name)) throw new TemplateFault('corrupt');
    const content = zip.read(name);
    if (!content) continue;
    if (isText(name)) {
      text += content.length;
      if (text > XML_BYTES) throw new TemplateFault('too_large');
      checkText(content);
    }
    parts.set(name, content);
  }
  return parts;
}

/** Office writes UTF-8 without a document type, and entities can make a small file huge. */
function checkText(content: Uint8Array): void {
  const wide = (content[0] === 0xff && content[1] === 0xfe) || (content[0] === 0xfe && content[1] === 0xff);
  if (wide || content[0] === 0 || content[1] === 0) throw new TemplateFault('corrupt');
  if (/<!(DOCTYPE|ENTITY)/i.test(strFromU8(content))) throw new TemplateFault('corrupt');
}

function checkKind(parts: TemplateParts): void {
  const types = parts.get('[Content_Types].xml');
  if (!types) throw new TemplateFault('not_docx');
  const kinds: string[] = [];
  parseXml(types, {
    onopentag: (_name, { ContentType }) => {
      if (ContentType) kinds.push(ContentType);
    },
  });
  const has = (piece: string): boolean =>
    kinds.some((kind) => kind.toLowerCase().includes(piece.toLowerCase()));
  const named = (pattern: RegExp): boolean => [...parts.keys()].some((name) => pattern.test(name));
  if (has('macroEnabled') || has('vbaProject') || named(/vba(project|data)[^/]*$/i))
    throw new TemplateFault('macros');
  if (has(`${TYPES}template.main`)) throw new TemplateFault('dotx');
  if (!has(`${TYPES}document.main`) || !parts.has('word/document.xml')) throw new TemplateFault('not_docx');
  if (has('oleObject') || has('activeX') || named(/\/(embeddings|activeX)\//i))
    throw new TemplateFault('embedded');
}

interface Relation {
  readonly attributes: Readonly<Record<string, string>>;
  readonly kind: string;
}

/**
 * Links to pages and addresses stay. Anything that would be fetched when the document is opened is refused or removed.
 */
function checkRelations(content: Uint8Array): Uint8Array {
  const found: Relation[] = [];
  parseXml(content, {
    onopentag(name, attributes) {
      if (local(name) === 'Relationship') {
        found.push({ attributes, kind: (attributes.Type ?? '').split('/').at(-1) ?? '' });
      }
    },
  });
  const kept = found.filter(({ attributes, kind }) => {
    const target = attributes.Target ?? '';
    if (/^(aFChunk|oleObject|package|control)$/i.test(kind)) throw new TemplateFault('embedded');
    if (/^(vbaProject|wordVbaData|keyMapCustomizations)$/i.test(kind)) throw new TemplateFault('macros');
    const outside =
      attributes.TargetMode?.toLowerCase() === 'external' || /^[a-z][a-z0-9+.-]*:/i.test(target);
    if (kind === 'attachedTemplate') return false;
    if (!outside || (kind === 'hyperlink' && SAFE_LINK.test(target))) return true;
    throw new TemplateFault('external', target);
  });
  return kept.length === found.length ? content : strToU8(relationsXml(kept));
}

function relationsXml(kept: readonly Relation[]): string {
  const rows = kept.map(({ attributes }) => {
    const written = Object.entries(attributes).map(([name, value]) => `${name}="${escapeXml(value)}"`);
    return `<Relationship ${written.join(' ')}/>`;
  });
  const space = 'http://schemas.openxmlformats.org/package/2006/relationships';
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Relationships xmlns="${space}">${rows.join('')}</Relationships>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** What XML has no way to write: everything below a blank but tab and line ends, halves of characters, the last two. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu;

/** The text without the characters that XML cannot contain. */
export const writable = (text: string): string => text.replace(FORBIDDEN, '');

/** The text escaped for XML, without the characters that XML cannot contain. */
export const escapeXml = (text: string): string =>
  writable(text).replace(/[&<>"]/g, (found) => ENTITIES[found] ?? found);

/** The code of a field may be split over many runs, so it is joined before it is checked. */
function checkFields(content: Uint8Array): void {
  let inside = false;
  let words = '';
  parseXml(content, {
    onopentag(name, attributes) {
      const tag = local(name);
      if (tag === 'instrText') inside = true;
      // A field ends here: what follows belongs to the next one.
      if (tag === 'fldChar') words += ' ';
      if (tag === 'fldSimple') {
        const instruction = Object.entries(attributes).find(([key]) => local(key) === 'instr')?.[1];
        words += ` ${instruction ?? ''} `;
      }
    },
    ontext(text) {
      if (inside) words += text;
    },
    onclosetag(name) {
      if (local(name) === 'instrText') inside = false;
    },
  });
  const active = ACTIVE_FIELD.exec(words.replace(/"[^"]*"/g, ' '))?.[0];
  if (active) throw new TemplateFault('fields', active.toUpperCase());
}
