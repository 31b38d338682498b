import i18next from 'i18next';

interface Catalogue {
  readonly [key: string]: string | Catalogue;
}

/** `deleted_one`, `deleted_many` and `deleted_other` are one text with the key `deleted`. */
type WithoutPlural<K extends string> = K extends `${infer Base}_${'one' | 'many' | 'other'}` ? Base : K;

/** The keys of a catalogue's texts, joined by dots. */
export type TextKey<C> = {
  [K in keyof C & string]: C[K] extends string ? WithoutPlural<K> : `${K}.${TextKey<C[K]>}`;
}[keyof C & string];

type Values = Readonly<Record<string, string | number>>;

/**
 * Returns a function that looks a text up in a Spanish catalogue. `{{name}}` stands for the value `name`, inserted as it
 * is; where a text has plural forms, the value `count` chooses one. It throws if a value is missing.
 */
export function createTexts<const C extends Catalogue>(es: C): (key: TextKey<C>, values?: Values) => string {
  const catalogue = i18next.createInstance();
  void catalogue.init({
    lng: 'es',
    fallbackLng: false,
    resources: { es: { translation: es } },
    initAsync: false,
    interpolation: { escapeValue: false },
    missingInterpolationHandler: (text: string, [placeholder]: RegExpExecArray) => {
      throw new Error(`no value for ${placeholder} in the text "${text}"`);
    },
  });
  return (key, values = {}) => {
    const count = typeof values.count === 'number' ? { count: values.count } : {};
    // What people typed may hold `$t(…)`: it is no reference to another text.
    return catalogue.t(key as string, { ...count, replace: values, nest: false });
  };
}
