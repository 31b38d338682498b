import type { Before } from '../../planner/touched.ts';

/** From this many changes on everything is compared. */
const WORTH = 500;

/** Notes how things were before they changed, until the notes are taken. */
export class ChangeLog<T> {
  private before: Map<string, T | undefined> | 'many' = new Map();

  note(key: string, before: T | undefined): void {
    if (this.before === 'many' || this.before.has(key)) return;
    if (this.before.size < WORTH) this.before.set(key, before);
    else this.before = 'many';
  }

  /** Something changed that no single note describes. */
  noteAll(): void {
    this.before = 'many';
  }

  take(): Before<T> {
    const taken = this.before;
    this.before = new Map();
    return taken;
  }
}
