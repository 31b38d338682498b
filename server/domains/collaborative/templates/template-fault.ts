/** Why a file cannot be a template. */
export type TemplateFaultCode =
  | 'corrupt'
  | 'encrypted'
  | 'not_docx'
  | 'dotx'
  | 'too_large'
  | 'macros'
  | 'embedded'
  | 'external'
  | 'fields'
  | 'timeout';

/** Thrown while a template is read. `detail` is a piece of the document, for the sentence that says what to change. */
export class TemplateFault extends Error {
  override readonly name = 'TemplateFault';
  readonly code: TemplateFaultCode;
  readonly detail: string | undefined;

  constructor(code: TemplateFaultCode, detail?: string) {
    super(code);
    this.code = code;
    this.detail = detail?.slice(0, 80);
  }
}

const SENTENCES: Readonly<Record<TemplateFaultCode, string>> = {
  corrupt: 'El archivo está dañado y no se puede abrir.',
  encrypted: 'El documento está protegido con contraseña. Quítasela y vuelve a cargarlo.',
  not_docx: 'No es un documento de Word (.docx).',
  dotx: 'Es una plantilla de Word. Ábrela y guárdala como documento de Word (.docx).',
  too_large: 'El documento es demasiado grande para ser una plantilla.',
  macros: 'El documento contiene macros. Guárdalo como documento de Word sin macros (.docx).',
  embedded:
    'El documento tiene objetos incrustados, como una hoja de Excel. Pégalos como imagen o como tabla.',
  external: 'El documento trae contenido desde otro lugar. Incorpóralo al documento o quítalo.',
  fields: 'El documento tiene campos que leen otros archivos o abren programas. Quítalos.',
  timeout: 'El documento es demasiado complejo para ser una plantilla.',
};

/** The sentence that a person reads at the field. */
export const faultSentence = ({ code, detail }: TemplateFault): string =>
  detail ? `${SENTENCES[code]} (${detail})` : SENTENCES[code];
