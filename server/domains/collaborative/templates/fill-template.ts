import Docxtemplater from 'docxtemplater';
import { zipSync } from 'fflate';
import PizZip from 'pizzip';
import { type TemplateValues, variableOf } from '#shared/collaborative/document-templates.ts';
import { ZIP_TIME } from '#shared/office/zip.ts';
import { escapeXml, type TemplateParts, writable } from './open-template.ts';
import { TemplateFault } from './template-fault.ts';

/** The document's properties, instead of those of the template's maker. */
export interface DocumentProperties {
  readonly title: string;
  readonly author: string;
  /** ISO 8601 in UTC. */
  readonly at: string;
}

export interface Filled {
  readonly bytes: Uint8Array;
  /** The variables as they were written between braces, each once. */
  readonly written: readonly string[];
}

/** Maximum number of variables: each costs time. */
const WRITTEN_MAX = 300;
/**
 * A variable is a name and nothing else here. Loops, raw XML and other features of the template language are left out.
 */
const MODULES = new Set(['SpacePreserveModule', 'Render']);
/** It is part of the library's documented interface, and missing from its types. */
const { FileTypeConfig } = Docxtemplater as unknown as {
  readonly FileTypeConfig: { docx(): { baseModules: readonly (() => { readonly name: string })[] } };
};
const CORE = 'docProps/core.xml';

/**
 * Replaces variables by values: in the body, in tables, headers, footers and notes, also where Word split one over
 * several runs. Values are data: text in them that looks like XML or a variable stays text. An unknown variable stays
 * as it is written, for the authors to fill in.
 * @throws TemplateFault
 */
export function fillTemplate(
  parts: TemplateParts,
  values: TemplateValues,
  properties: DocumentProperties,
): Filled {
  const written: string[] = [];
  const fileTypeConfig = FileTypeConfig.docx();
  fileTypeConfig.baseModules = fileTypeConfig.baseModules.filter((make) => MODULES.has(make().name));
  try {
    const document = new Docxtemplater(
      new PizZip(zipSync(Object.fromEntries(parts), { level: 1, mtime: ZIP_TIME })),
      {
        delimiters: { start: '{{', end: '}}' },
        syntax: { changeDelimiterPrefix: null, allowUnclosedTag: true, allowUnopenedTag: true },
        errorLogging: false,
        fileTypeConfig,
        parser: (name) => {
          const shown = name.trim();
          if (shown !== '' && !written.includes(shown)) written.push(shown);
          if (written.length > WRITTEN_MAX) throw new TemplateFault('timeout');
          const variable = variableOf(name);
          return { get: () => (variable ? writable(values[variable]) : undefined) };
        },
        nullGetter: (part) => `{{${part.value}}}`,
      },
    );
    document.render();
    // Written last, so that a title that looks like a variable is not replaced.
    if (parts.has(CORE)) document.getZip().file(CORE, propertiesXml(properties));
    return { bytes: document.toBuffer({ compression: 'DEFLATE' }), written };
  } catch (error) {
    throw error instanceof TemplateFault ? error : new TemplateFault('corrupt');
  }
}

function propertiesXml({ title, author, at }: DocumentProperties): string {
  const [what, who] = [escapeXml(title), escapeXml(author)];
  const moment = (name: string): string =>
    `<dcterms:${name} xsi:type="dcterms:W3CDTF">${at}</dcterms:${name}>`;
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>',
    '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"',
    ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"',
    ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">',
    `<dc:title>${what}</dc:title><dc:creator>${who}</dc:creator><cp:lastModifiedBy>${who}</cp:lastModifiedBy>`,
    `${moment('created')}${moment('modified')}</cp:coreProperties>`,
  ].join('');
}
