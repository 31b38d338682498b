import { type Comparison, compareTexts } from './compare-texts.ts';

/** Compares two texts off the page's thread. */
export interface ToCompare {
  readonly before: string;
  readonly after: string;
}

addEventListener('message', ({ data }: MessageEvent<ToCompare>) => {
  postMessage(compareTexts(data.before, data.after) satisfies Comparison);
});
