import type { BuiltInTemplate, TemplateValues } from '#shared/collaborative/document-templates.ts';
import type { DocumentProperties } from './fill-template.ts';
import type { TemplateFaultCode } from './template-fault.ts';

/** A built-in template by its name, or the bytes of an organization's own. */
export type TemplateSource = BuiltInTemplate | Uint8Array;

/** The message to the process. */
export interface RenderJob {
  readonly source: TemplateSource;
  readonly values: TemplateValues;
  readonly properties: DocumentProperties;
  /** Asks for the checked template itself instead of a document. */
  readonly template?: true;
}

/** The answer of the process. */
export type Rendered =
  | { readonly bytes: Uint8Array; readonly written: readonly string[] }
  | { readonly fault: TemplateFaultCode; readonly detail: string | undefined };
