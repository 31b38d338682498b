import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';

const MARK = /^\s*\/\* prepared: (\w+) \*\//;

/**
 * Begins a statement that each connection parses and plans once, under this name. For the few that are asked all the
 * time and whose plan does not hang on their values: planning costs the embedded database more than answering them.
 * @param name as good as unique: one name, one text
 */
export const prepared = (name: string): RawBuilder<unknown> => sql.raw(`/* prepared: ${name} */`);

/** Lets a connection honour the mark, which Kysely has no word for. */
export function honourPrepared(client: pg.PoolClient): void {
  const plain = client.query.bind(client) as (...args: unknown[]) => unknown;
  const query = (text: unknown, values?: unknown, ...rest: unknown[]): unknown => {
    const name = typeof text === 'string' ? MARK.exec(text)?.[1] : undefined;
    return name ? plain({ name, text, values }, ...rest) : plain(text, values, ...rest);
  };
  client.query = query as typeof client.query;
}
