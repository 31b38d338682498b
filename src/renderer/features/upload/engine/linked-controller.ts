/** A controller that is also aborted when `signal` is. */
export function createLinkedController(signal: AbortSignal): AbortController {
  const controller = new AbortController();
  const follow = (): void => controller.abort(signal.reason);
  if (signal.aborted) follow();
  else signal.addEventListener('abort', follow, { once: true, signal: controller.signal });
  return controller;
}
