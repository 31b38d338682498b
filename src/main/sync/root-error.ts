/** A folder that cannot be synced by this engine now. */
export class RootError extends Error {
  override readonly name = 'RootError';
  readonly code: 'root_busy' | 'root_nested';

  constructor(code: RootError['code'], root: string) {
    super(`${code}: ${root}`);
    this.code = code;
  }
}
