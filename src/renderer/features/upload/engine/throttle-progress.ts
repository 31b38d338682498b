import type { Report } from './run.ts';
import type { Upload } from './upload.ts';

const SHOWN_EVERY_MS = 200;
const WRITTEN_EVERY_MS = 2000;
/** Weight of the newest measurement in the moving average of the speed. */
const WEIGHT = 0.3;

/**
 * Throttles an upload's many progress reports: they are shown five times a second, with the average speed, and stored
 * every two seconds. Other changes are shown and stored at once.
 */
export function throttleProgress(show: Report, write: () => void): Report {
  let shownAt = 0;
  let writtenAt = 0;
  let sentThen: number | undefined;
  let rate: number | undefined;

  return (change: Partial<Upload>) => {
    const now = performance.now();
    if (change.status || change.started || change.checkpoint || change.sent === undefined) {
      // Waiting time must not count in the speed.
      if (change.status) sentThen = undefined;
      show(change);
      write();
      writtenAt = now;
      return;
    }
    if (now - shownAt < SHOWN_EVERY_MS) return;
    if (sentThen !== undefined && change.sent > sentThen) {
      const lately = ((change.sent - sentThen) * 1000) / (now - shownAt);
      rate = rate === undefined ? lately : rate + WEIGHT * (lately - rate);
    }
    sentThen = change.sent;
    shownAt = now;
    show({ ...change, rate });
    if (now - writtenAt < WRITTEN_EVERY_MS) return;
    writtenAt = now;
    write();
  };
}
