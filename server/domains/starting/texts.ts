import { createTexts } from '#shared/platform/create-texts.ts';
import es from './es.json' with { type: 'json' };

export const t = createTexts(es);
