import type { Before } from '../planner/replan.ts';

/** More than so many are compared together with all others. */
const WORTH = 500;

/** Notes how things were before they changed, until somebody takes it. */
export class ChangeLog<T> {
  private before: Map<string, T | undefined> | 'many' = new Map();

  note(key: string, before: T | undefined): void {
    if (this.before === 'many' || this.before.has(key)) return;
    if (this.before.size < WORTH) this.before.set(key, before);
    else this.before = 'many';
  }

  /** Something changed that no single thing says. */
  noteAll(): void {
    this.before = 'many';
  }

  take(): Before<T> {
    const taken = this.before;
    this.before = new Map();
    return taken;
  }
}
