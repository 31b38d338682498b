export function keepRunning(
  start: () => Promise<{ code: number }>,
  options: { onHung: () => void; isStopping: () => boolean; pauseMs?: number },
): Promise<number>;
