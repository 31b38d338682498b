import type { ColumnType } from 'kysely';

export type Uuid = string;
/** Moments come back as Date and go in as Date. */
export type Moment = ColumnType<Date, Date | string, Date | string>;
export type MomentDefault = ColumnType<Date, Date | string | undefined, Date | string>;
/** A calendar day as `YYYY-MM-DD`: the client's date parser is off for this type. */
export type Day = string;
