/** An e-mail address as browsers check it in `input type="email"` (HTML, section 4.10.5.1.5). */
export const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

/** The longest that a mail server takes (RFC 5321). */
export const EMAIL_LENGTH = 254;

/** Whether a text is an e-mail address once it is trimmed. For forms that are drawn before zod is loaded. */
export const isEmail = (text: string): boolean => {
  const trimmed = text.trim();
  return trimmed.length <= EMAIL_LENGTH && EMAIL.test(trimmed);
};
