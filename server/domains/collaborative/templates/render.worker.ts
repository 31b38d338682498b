import { zipSync } from 'fflate';
import { OfficeError, ZIP_TIME } from '#shared/office/zip.ts';
import { answerQuestions } from '../../../platform/fence/fenced-worker.ts';
import { buildTemplate } from './built-in/build.ts';
import { fillTemplate } from './fill-template.ts';
import { openTemplate } from './open-template.ts';
import type { Rendered, RenderJob } from './render-job.ts';
import { TemplateFault } from './template-fault.ts';

/* Templates are opened and rendered in a process of its own, which is ended when it takes too much memory or time. */

async function render({ source, values, properties, template }: RenderJob): Promise<Rendered> {
  try {
    const bytes = typeof source === 'string' ? await buildTemplate(source) : source;
    const parts = openTemplate(bytes);
    const filled = fillTemplate(parts, values, properties);
    return template ? { ...filled, bytes: zipSync(Object.fromEntries(parts), { mtime: ZIP_TIME }) } : filled;
  } catch (error) {
    if (error instanceof TemplateFault) return { fault: error.code, detail: error.detail };
    if (error instanceof OfficeError) return { fault: error.reason, detail: undefined };
    throw error;
  }
}

answerQuestions(render);
