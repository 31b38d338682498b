import { isBlank, UNMARKED_OTHERS } from './blank.ts';

const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;
/** They change the order of what is beside them; whoever takes a name refuses them. */
const DIRECTION = /[\u202a-\u202e\u2066-\u2069]/u;

/** Scripts in which a joiner changes how letters are written: Arabic ones and those of India and its neighbours. */
const JOINING =
  /[\p{sc=Arabic}\p{sc=Syriac}\p{sc=Nko}\p{sc=Mongolian}\p{sc=Devanagari}\p{sc=Bengali}\p{sc=Gurmukhi}\p{sc=Gujarati}\p{sc=Oriya}\p{sc=Tamil}\p{sc=Telugu}\p{sc=Kannada}\p{sc=Malayalam}\p{sc=Sinhala}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Tibetan}]$/u;

/** How much of the text beside a character is looked at: enough for the longest flag, and the same however long it is. */
const NEAR = 32;

/** What an invisible character must stand between, so that it changes what is seen. */
const SEEN: readonly { readonly which: RegExp; readonly after: RegExp; readonly before?: RegExp }[] = [
  { which: /[\u200c\u200d]/u, after: JOINING, before: /^[\p{L}\p{M}]/u },
  // Families, professions and couples are several emojis in one.
  {
    which: /\u200d/u,
    after: /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)$/u,
    before: /^\p{Extended_Pictographic}/u,
  },
  { which: /[\ufe0e\ufe0f]/u, after: /\p{Extended_Pictographic}\p{Emoji_Modifier}?$/u },
  { which: /\ufe0f/u, after: /[0-9#*]$/u, before: /^\u20e3/u },
  // The flags of England, Scotland and Wales.
  { which: /[\u{e0020}-\u{e007f}]/u, after: /\u{1f3f4}[\u{e0020}-\u{e007e}]*$/u },
  { which: /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/u, after: /\p{sc=Han}$/u },
  { which: /[\u180b-\u180f]/u, after: /\p{sc=Mongolian}$/u },
];

/**
 * A line without characters of which nothing can be seen, such as the zero-width spaces that come along when text is
 * copied: with them two names that look the same would be two. Those that are part of an emoji, or of how a script is
 * written, stay; so do controls of direction, and a text of which nothing would be left.
 */
export function withoutInvisible(text: string): string {
  if (text.search(IGNORABLE) < 0 || isBlank(text)) return text;
  return text.replace(IGNORABLE, (found, at: number) => {
    if (DIRECTION.test(found)) return found;
    const left = text.slice(Math.max(0, at - NEAR), at);
    const right = text.slice(at + found.length, at + found.length + NEAR);
    const isSeen = SEEN.some(
      ({ which, after, before }) => which.test(found) && after.test(left) && (before?.test(right) ?? true),
    );
    return isSeen ? found : '';
  });
}

/** They are drawn as a space, though Unicode has them among what may be left out. */
const HANGUL_FILLER = /[\u115f\u1160\u3164\uffa0]/gu;
const UNMARKED = new RegExp(`[\\p{Default_Ignorable_Code_Point}${UNMARKED_OTHERS}]`, 'gu');

/**
 * A text without any code point that leaves no mark of its own, for keys by which names are compared; Hangul fillers are
 * spaces. A name itself keeps those that are part of an emoji or of how a script is written.
 */
export const withoutIgnorable = (text: string): string =>
  text.replace(HANGUL_FILLER, ' ').replace(UNMARKED, '');
