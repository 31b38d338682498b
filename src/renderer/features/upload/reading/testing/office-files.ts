import { strToU8, zipSync } from 'fflate';

/** An office file of these parts. */
export const officeZip = (parts: Readonly<Record<string, string>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));

/** The properties of a document with this title, as XML. */
export const coreProperties = (title: string): string =>
  `<cp:coreProperties xmlns:cp="cp" xmlns:dc="dc"><dc:creator>Ana</dc:creator><dc:title>${title}</dc:title></cp:coreProperties>`;

/** A slide of placeholders, each with its type and its text. */
export const slideXml = (...shapes: readonly (readonly [type: string, text: string])[]): string =>
  `<p:sld><p:cSld><p:spTree>${shapes
    .map(
      ([type, text]) =>
        `<p:sp><p:nvSpPr><p:nvPr><p:ph type="${type}"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`,
    )
    .join('')}</p:spTree></p:cSld></p:sld>`;
