import { createTexts } from '#shared/platform/texts/create-texts.ts';
import es from './es.json' with { type: 'json' };

export const t = createTexts(es);
