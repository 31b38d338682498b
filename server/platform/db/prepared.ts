import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';

const MARK = /^\s*(?:select\s+)?\/\* prepared: (\w+) \*\//;

/** So many texts under one name are planned once; a statement that has more of them is not for this. */
const SHAPES = 8;

/**
 * Begins a statement that each connection parses and plans once, under this name. For the few that are asked all the
 * time and whose plan does not hang on their values: planning costs the embedded database more than answering them.
 * It names its columns: after `select *`, a column that another server's migration adds would fail it. Stands first in
 * a text, or in a query builder's `modifyFront`.
 * @param name as good as unique; its text may have a few shapes, as by whether an admin asks
 */
export const prepared = (name: string): RawBuilder<unknown> => sql.raw(`/* prepared: ${name} */`);

/** The name of a marked text at the database: each text has one of its own. */
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

/** Lets a connection honour the mark, which Kysely has no word for. */
export function honourPrepared(client: pg.PoolClient): void {
  const plain = client.query.bind(client) as (...args: unknown[]) => unknown;
  const nameOf = createNames();
  const query = (text: unknown, values?: unknown, ...rest: unknown[]): unknown => {
    const name = typeof text === 'string' ? nameOf(text) : undefined;
    return name ? plain({ name, text, values }, ...rest) : plain(text, values, ...rest);
  };
  client.query = query as typeof client.query;
}
