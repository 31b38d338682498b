/**
 * The row of a table for a key that comes from outside, as a file's extension does. What every object has, such as
 * `constructor`, is no row.
 */
export const own = <Row>(table: Readonly<Record<string, Row>>, key: string): Row | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;
