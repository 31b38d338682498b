import { TEMPLATE_VARIABLES } from '#shared/collaborative/document-templates.ts';
import { createFencedNode } from '../../../platform/fence/fenced-node.ts';
import type { DocumentProperties, Filled } from './fill-template.ts';
import type { Rendered, RenderJob } from './render-job.ts';
import { TemplateFault } from './template-fault.ts';

/** One at a time: each uses a processor for a moment, which the server shares. */
const render = createFencedNode<RenderJob, Rendered>({
  ...{ name: 'renderer of templates', worker: './render.worker', from: import.meta.url },
  ...{ heapMb: 384, residentBytes: 768 * 1024 ** 2, timeMs: 15_000 },
});

/**
 * Makes a document from a template, in a fenced process (decision 0044).
 * @throws TemplateFault where the file cannot be a template
 */
export async function renderTemplate(job: RenderJob): Promise<Filled> {
  const outcome = await render.ask(job);
  if ('ended' in outcome) {
    // A template of our own has no fault that its person could mend.
    if (outcome.ended === 'failed' || typeof job.source === 'string')
      throw new Error(`The process that renders templates: ${outcome.ended}`);
    throw new TemplateFault(outcome.ended === 'crashed' ? 'corrupt' : 'timeout');
  }
  const rendered = outcome.answer;
  if ('fault' in rendered) throw new TemplateFault(rendered.fault, rendered.detail);
  return rendered;
}

/** A template that is safe to store, and the variables in it. @throws TemplateFault */
export const readTemplate = (bytes: Uint8Array): Promise<Filled> =>
  renderTemplate({ source: bytes, template: true, values: TEMPLATE_VARIABLES, properties: NOBODYS });

const NOBODYS: DocumentProperties = { title: '', author: '', at: '2026-01-01T00:00:00Z' };
