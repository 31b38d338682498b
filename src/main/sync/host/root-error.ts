/** A folder that cannot be synced by this engine now. */
export class RootError extends Error {
  override readonly name = 'RootError';
  readonly code: 'root_busy' | 'root_nested' | 'root_shared' | 'state_inside';

  /** The folder; for `root_nested` the one around it or in it, for `root_shared` who syncs it. */
  readonly what: string;

  constructor(code: RootError['code'], what: string) {
    super(`${code}: ${what}`);
    this.code = code;
    this.what = what;
  }
}
