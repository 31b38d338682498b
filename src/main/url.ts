/** An address read, or null where it is none. (URL.canParse is newer than the oldest Node that must load this.) */
export function readUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
