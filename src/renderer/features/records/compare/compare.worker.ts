import { type Comparison, compareTexts, type Text } from './compare-texts.ts';

/** Compares two texts in a worker, so that the page stays responsive. */
export interface ToCompare {
  readonly before: Text;
  readonly after: Text;
}

addEventListener('message', ({ data }: MessageEvent<ToCompare>) => {
  postMessage(compareTexts(data.before, data.after) satisfies Comparison);
});
