import { t } from '../texts.ts';

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

/** The sentence that a person reads at the field. */
export const faultSentence = ({ code, detail }: TemplateFault): string =>
  detail ? `${t(`fault.${code}`)} (${detail})` : t(`fault.${code}`);
