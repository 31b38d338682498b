import type { Day } from '#shared/platform/days.ts';
import { findDay, isBelievable } from './dates.ts';
import { tidyText } from './plain-text.ts';
import { toTitle } from './titles.ts';

/** What a file says about itself. */
export interface FileContent {
  /** The beginning of its text, at most 4,000 characters, blanks collapsed but line breaks kept. Empty where none can be read. */
  text: string;
  /** Between 5 and 80 characters, one line. */
  title?: string;
  /** YYYY-MM-DD */
  date?: string;
}

/** What a reader has found in a file, as the file has it. */
export interface Found {
  readonly text: string;
  /** Texts that may be its title, the best first. */
  readonly titles?: readonly (string | undefined)[];
  /** The day of its own header, which counts more than its text. */
  readonly day?: Day | undefined;
}

/** Chooses what can be offered of what was found. */
export function describeFile({ text, titles = [], day }: Found, now = new Date()): FileContent {
  const thisYear = now.getFullYear();
  const tidied = tidyText(text);
  const title = titles.map((each) => (each ? toTitle(each) : undefined)).find(Boolean);
  const date = day && isBelievable(day, thisYear) ? day : findDay(tidied, thisYear);
  return { text: tidied, ...(title ? { title } : {}), ...(date ? { date } : {}) };
}
