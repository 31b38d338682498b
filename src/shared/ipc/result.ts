/**
 * The result of every call over IPC. Errors are values, because an exception that crosses the bridge keeps only its
 * text.
 */
export type IpcResult<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      /** A code of the API's errors, or `offline`, `server_unreachable`, `not_legajo`, `insecure`, `internal`. */
      readonly error: { readonly code: string; readonly message: string; readonly details?: unknown };
    };
