import { addDays, type Day, type Holidays, weekday } from '../platform/days.ts';

/** A day on which nobody works, and its name. */
export interface Holiday {
  readonly day: Day;
  readonly name: string;
}

const pad = (value: number): string => String(value).padStart(2, '0');
const on = (year: number, month: number, day: number): Day =>
  `${String(year).padStart(4, '0')}-${pad(month)}-${pad(day)}`;

/** Easter Sunday of the Gregorian calendar (Meeus, Jones, Butcher). */
function easter(year: number): Day {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor(b / 4);
  const e = b % 4;
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - d - g + 15) % 30;
  const i = Math.floor(c / 4);
  const k = c % 4;
  const l = (32 + 2 * e + 2 * i - h - k) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const sum = h + l - 7 * m + 114;
  return on(year, Math.floor(sum / 31), (sum % 31) + 1);
}

/** Law 19.668: Tuesday to Thursday move to the Monday before, Friday to the Monday after. */
function toMonday(day: Day): Day {
  const at = weekday(day);
  if (at >= 2 && at <= 4) return addDays(day, 1 - at);
  return at === 5 ? addDays(day, 3) : day;
}

/** Law 20.299: a Tuesday moves to the Friday before, a Wednesday to the Friday after. */
function toFriday(day: Day): Day {
  const at = weekday(day);
  if (at === 2) return addDays(day, -4);
  return at === 3 ? addDays(day, 2) : day;
}

/** The winter solstice in Chile (law 21.357): 20 June in leap years and the years after them, until past 2040. */
const solstice = (year: number): Day => on(year, 6, year >= 2024 && year % 4 < 2 ? 20 : 21);

/** Chile's holidays of a year, in order, by today's laws. Those for a single election or commune are left out. */
export function chileanHolidays(year: number): Holiday[] {
  const sunday = easter(year);
  const independence = on(year, 9, 18);
  const army = on(year, 9, 19);
  const days: Holiday[] = [
    { day: on(year, 1, 1), name: 'Año Nuevo' },
    { day: addDays(sunday, -2), name: 'Viernes Santo' },
    { day: addDays(sunday, -1), name: 'Sábado Santo' },
    { day: on(year, 5, 1), name: 'Día Nacional del Trabajo' },
    { day: on(year, 5, 21), name: 'Día de las Glorias Navales' },
    { day: solstice(year), name: 'Día Nacional de los Pueblos Indígenas' },
    { day: toMonday(on(year, 6, 29)), name: 'San Pedro y San Pablo' },
    { day: on(year, 7, 16), name: 'Día de la Virgen del Carmen' },
    { day: on(year, 8, 15), name: 'Asunción de la Virgen' },
    { day: independence, name: 'Independencia Nacional' },
    { day: army, name: 'Día de las Glorias del Ejército' },
    { day: toMonday(on(year, 10, 12)), name: 'Encuentro de Dos Mundos' },
    { day: toFriday(on(year, 10, 31)), name: 'Día de las Iglesias Evangélicas y Protestantes' },
    { day: on(year, 11, 1), name: 'Día de Todos los Santos' },
    { day: on(year, 12, 8), name: 'Inmaculada Concepción' },
    { day: on(year, 12, 25), name: 'Navidad' },
  ];
  // Law 20.215: a Monday or Friday between the national days and a weekend is a holiday too. Law 20.983: so are Friday
  // 17 September before a Saturday 18, and Monday 2 January.
  const before = weekday(independence);
  if (before === 2 || before === 6) days.push({ day: on(year, 9, 17), name: 'Fiestas Patrias' });
  if (weekday(army) === 4) days.push({ day: on(year, 9, 20), name: 'Fiestas Patrias' });
  if (weekday(on(year, 1, 2)) === 1) days.push({ day: on(year, 1, 2), name: 'Año Nuevo' });
  return days.sort((a, b) => (a.day < b.day ? -1 : 1));
}

const years = new Map<number, ReadonlySet<Day>>();

/** Chile's holidays; each year is computed when it is first needed. */
export const CHILE: Holidays = {
  has(day) {
    const year = Number(day.slice(0, 4));
    let days = years.get(year);
    if (!days) {
      days = new Set(chileanHolidays(year).map((each) => each.day));
      years.set(year, days);
    }
    return days.has(day);
  },
};

/** No holidays: for a calendar that knows only weekends. */
export const NO_HOLIDAYS: Holidays = { has: () => false };
