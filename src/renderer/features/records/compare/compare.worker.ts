import { type Comparison, compareTexts } from './compare-texts.ts';

/** Compares two texts in a worker, so that the page stays responsive. */
export interface ToCompare {
  readonly before: string;
  readonly after: string;
}

addEventListener('message', ({ data }: MessageEvent<ToCompare>) => {
  postMessage(compareTexts(data.before, data.after) satisfies Comparison);
});
