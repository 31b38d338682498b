import { LOCALE } from '#shared/platform/limits.ts';
import { fullName } from '../../i18n/format.ts';
import styles from './person-avatar.module.css';

export interface Person {
  _id?: string;
  firstname: string;
  lastname: string;
}

const TONES = [styles.petrol, styles.manila, styles.blue, styles.violet, styles.grey];

/** A person has the same colour everywhere: it is derived from their id, not from their position. */
function toneOf(person: Person): string | undefined {
  const seed = person._id ?? fullName(person);
  let sum = 0;
  for (const char of seed) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) >>> 0;
  return TONES[sum % TONES.length];
}

/**
 * Initials on a disc. `named` gives it an accessible name and a tooltip, for places where the name is not beside it.
 */
export function PersonAvatar({
  person,
  size = 26,
  named = false,
}: {
  person: Person;
  size?: number;
  named?: boolean;
}) {
  const name = fullName(person);
  const initials = `${person.firstname.charAt(0)}${person.lastname.charAt(0)}`.toLocaleUpperCase(LOCALE);
  return (
    <span
      className={`${styles.avatar} ${toneOf(person)}`}
      style={{ width: size, height: size, fontSize: size < 24 ? 9.5 : Math.round(size * 0.42) }}
      {...(named ? { role: 'img', 'aria-label': name, title: name } : { 'aria-hidden': true })}
    >
      {initials}
    </span>
  );
}
