import { type IpcMainInvokeEvent, ipcMain } from 'electron';
import { type CallName, type CallOutput, type CallParsed, calls } from '#shared/ipc/channels.ts';
import type { IpcResult } from '#shared/ipc/result.ts';
import { DesktopError } from '../errors.ts';
import { errorSentence } from '../i18n/i18n.ts';
import { log } from '../log.ts';

/** What a call's handler takes and gives. */
type Handler<N extends CallName> = (input: CallParsed<N>) => CallOutput<N> | Promise<CallOutput<N>>;

/** The handlers of one namespace: every one of its calls, and no other. */
export type Handlers<NS extends string> = {
  [N in Extract<CallName, `${NS}:${string}`>]: Handler<N>;
};

/**
 * Answers the calls of one namespace. Each is checked before it is looked at: who asks (the top frame of our own
 * page), then what (the call's schema). Failures come back as values; what was not foreseen is logged here and
 * told to the page without its details.
 *
 * @param isTrusted whether the asking frame is our own page
 */
export function handleCalls<NS extends string>(
  handlers: Handlers<NS>,
  isTrusted: (event: IpcMainInvokeEvent) => boolean,
): void {
  for (const [name, handler] of Object.entries(handlers) as [CallName, Handler<CallName>][]) {
    ipcMain.handle(name, async (event, input: unknown): Promise<IpcResult<unknown>> => {
      if (!isTrusted(event)) {
        log.warn(`${name} was refused to a page that is not ours`);
        return failure('forbidden');
      }
      const parsed = calls[name].input.safeParse(input);
      if (!parsed.success) return failure('invalid');
      try {
        return { ok: true, value: await handler(parsed.data as CallParsed<CallName>) };
      } catch (error) {
        if (error instanceof DesktopError) return failure(error.code, error.message, error.details);
        log.error(`${name} failed`, error);
        return failure('internal');
      }
    });
  }
}

const failure = (code: string, message?: string, details?: unknown): IpcResult<never> => ({
  ok: false,
  error: { code, message: message || errorSentence(code), ...(details === undefined ? {} : { details }) },
});
