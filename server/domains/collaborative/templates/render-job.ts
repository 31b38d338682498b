import type { BuiltInTemplate, TemplateValues } from '#shared/collaborative/document-templates.ts';
import type { DocumentProperties } from './fill-template.ts';
import type { TemplateFaultCode } from './template-fault.ts';

/** A template that Legajo brings, by its name, or the bytes of an organization's own. */
export type TemplateSource = BuiltInTemplate | Uint8Array;

/** What the process is asked. */
export interface RenderJob {
  readonly source: TemplateSource;
  readonly values: TemplateValues;
  readonly properties: DocumentProperties;
  /** The template itself is wanted, as it is safe to keep, and not what is made of it. */
  readonly template?: true;
}

/** What it answers. */
export type Rendered =
  | { readonly bytes: Uint8Array; readonly written: readonly string[] }
  | { readonly fault: TemplateFaultCode; readonly detail: string | undefined };
