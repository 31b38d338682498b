import pg from 'pg';

/** Type ids of PostgreSQL's catalogue (`pg_type.oid`). */
const oid = {
  textArray: 1009,
  int8: 20,
  int8Array: 1016,
  date: 1082,
  dateArray: 1182,
  numeric: 1700,
} as const;

const asText = (value: string) => value;
const textArray: (value: string) => string[] = pg.types.getTypeParser(oid.textArray as never);

/**
 * How columns become values, on both engines. Differs from `pg`: 64-bit integers and numerics are numbers (ours are
 * counts, sizes and sequences, all below 2^53), and a `date` stays YYYY-MM-DD, because a Date would shift it by the
 * machine's time zone.
 */
export const rowTypes = new pg.TypeOverrides();
rowTypes.setTypeParser(oid.int8, Number);
rowTypes.setTypeParser(oid.numeric, Number);
rowTypes.setTypeParser(oid.date, asText);
rowTypes.setTypeParser(oid.int8Array, (value: string) => textArray(value).map(Number));
rowTypes.setTypeParser(oid.dateArray, textArray);
