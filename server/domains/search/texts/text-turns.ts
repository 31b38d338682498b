import type { DueContent } from './text-queue.queries.ts';

const PEOPLE_MAX = 10_000;

/**
 * The order in which contents of several people are read: each person's longest waiting one first, and of these the one
 * of whoever was served longest ago. Each process keeps its own order.
 */
export class TextTurns {
  readonly #served = new Map<string, number>();
  #turn = 0;

  inOrder<T extends Pick<DueContent, 'by' | 'place'>>(contents: readonly T[]): T[] {
    const served = ({ by }: T): number => this.#served.get(by) ?? 0;
    return contents.toSorted((a, b) => a.place - b.place || served(a) - served(b));
  }

  /** Notes that one of a person's contents is read. */
  serve(person: string): void {
    this.#turn += 1;
    this.#served.delete(person);
    this.#served.set(person, this.#turn);
    const [first] = this.#served.keys();
    if (this.#served.size > PEOPLE_MAX && first) this.#served.delete(first);
  }
}
