/** Anything that leaves a mark: no space, no control or format character, no filler letter, no empty Braille cell. */
const MARK = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Cs}\u2800]/u;

/** Whether nobody sees anything of a text: a title of such characters alone would be a line that nobody can find. */
export const isBlank = (text: string): boolean => !MARK.test(text);
