/**
 * Loaded before a program (`node --import`), it makes the program's date wrong by AHEAD_SECONDS, as on a computer whose
 * date is wrong. The times of files and of the database stay as they are.
 */
const ahead = Number(process.env.AHEAD_SECONDS) * 1000;
const RightDate = Date;

globalThis.Date = class extends RightDate {
  constructor(...given: [] | [number | string]) {
    if (given.length === 0) super(RightDate.now() + ahead);
    else super(...given);
  }

  static override now(): number {
    return RightDate.now() + ahead;
  }
} as DateConstructor;
