import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';

const MARK = /^\s*(?:select\s+)?\/\* prepared: (\w+) \*\//;

/** Maximum number of statement texts for one name. */
const SHAPES = 8;

/**
 * Begins a statement that each connection parses and plans once, under this name. Use it for the few statements that
 * run all the time and whose plan does not depend on their values: planning costs the embedded database more than
 * running them. Such a statement must name its columns: `select *` fails once another server's migration adds one.
 * Write it first in a text, or in a query builder's `modifyFront`.
 * @param name practically unique; its text may have a few forms, such as with and without a condition for admins
 */
export const prepared = (name: string): RawBuilder<unknown> => sql.raw(`/* prepared: ${name} */`);

/** The database's name for a marked text: each text has its own. */
function createNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  const shapes = new Map<string, number>();
  return (text) => {
    const known = names.get(text);
    if (known) return known;
    const mark = MARK.exec(text)?.[1];
    const shape = mark ? (shapes.get(mark) ?? 0) : SHAPES;
    if (!mark || shape >= SHAPES) return undefined;
    shapes.set(mark, shape + 1);
    names.set(text, `${mark}_${shape}`);
    return `${mark}_${shape}`;
  };
}

/** Makes a connection use the mark, which Kysely does not know. */
export function honourPrepared(client: pg.PoolClient): void {
  const plain = client.query.bind(client) as (...args: unknown[]) => unknown;
  const nameOf = createNames();
  const query = (text: unknown, values?: unknown, ...rest: unknown[]): unknown => {
    const name = typeof text === 'string' ? nameOf(text) : undefined;
    return name ? plain({ name, text, values }, ...rest) : plain(text, values, ...rest);
  };
  client.query = query as typeof client.query;
}
