import { isEmail } from '#shared/platform/email-address.ts';

/** The addresses in a text, which people separate by commas, semicolons, spaces or lines; each once. */
export const emailsIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,;]/)
      .filter((part) => part !== '')
      .map((part) => part.toLowerCase()),
  ),
];

/** The first part of a text that is no address. */
export const wrongEmail = (text: string): string | undefined =>
  emailsIn(text).find((email) => !isEmail(email));
