/**
 * Metrics in the text format of Prometheus, version 0.0.4
 * (https://prometheus.io/docs/instrumenting/exposition_formats). Counters and histograms are kept here; gauges are read when
 * somebody asks.
 */

export const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export type Labels = Readonly<Record<string, string>>;

/** One value with its labels. */
export interface Sample {
  readonly labels?: Labels;
  readonly value: number;
}

/** How many series one metric may have; the next ones are counted as one, so that no label makes it grow without end. */
const SERIES_MAX = 3000;
const OTHER = '(other)';

type Kind = 'counter' | 'gauge' | 'histogram';

const NAME = /^[a-z][a-z0-9_]*$/;

const escapeHelp = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
const escapeLabel = (text: string): string => escapeHelp(text).replaceAll('"', '\\"');

function numberText(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (Number.isFinite(value)) return String(value);
  return value > 0 ? '+Inf' : '-Inf';
}

function seriesText(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text)}"`);
  return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${numberText(value)}\n`;
}

/** Values of a metric by the values of its labels, which are always given in the same order. */
class Series<T> {
  readonly #labels: readonly string[];
  readonly #values = new Map<string, { readonly labels: Labels; readonly value: T }>();
  readonly #make: () => T;

  constructor(labels: readonly string[], make: () => T) {
    this.#labels = labels;
    this.#make = make;
  }

  of(values: readonly string[]): T {
    const key = values.join('\0');
    const known = this.#values.get(key);
    if (known) return known.value;
    if (this.#values.size >= SERIES_MAX && values.some((each) => each !== OTHER))
      return this.of(values.map(() => OTHER));
    const labels = Object.fromEntries(this.#labels.map((label, at) => [label, values[at] ?? '']));
    const value = this.#make();
    this.#values.set(key, { labels, value });
    return value;
  }

  entries(): Iterable<{ readonly labels: Labels; readonly value: T }> {
    return this.#values.values();
  }
}

/** Only grows. */
export interface Counter {
  /** @param values of its labels, in their order @param by a number that is not negative */
  add(values: readonly string[], by?: number): void;
}

export interface Histogram {
  /** @param values of its labels, in their order */
  observe(values: readonly string[], value: number): void;
}

interface Metric {
  readonly name: string;
  readonly help: string;
  readonly kind: Kind;
  /** Its lines, without those of its help and kind. */
  lines(): string;
}

export class Registry {
  readonly #metrics = new Map<string, Metric>();

  #register(metric: Metric): void {
    if (!NAME.test(metric.name)) throw new RangeError(`no name of a metric: ${metric.name}`);
    if (this.#metrics.has(metric.name)) throw new RangeError(`a metric is there already: ${metric.name}`);
    this.#metrics.set(metric.name, metric);
  }

  /** @param name ends in `_total` @throws RangeError for a name that is taken or is none */
  counter(name: string, help: string, labels: readonly string[] = []): Counter {
    const series = new Series(labels, () => ({ count: 0 }));
    // A counter without labels is there from the beginning, so that its first increase is seen.
    if (labels.length === 0) series.of([]);
    const lines = (): string =>
      [...series.entries()].map((each) => seriesText(name, each.labels, each.value.count)).join('');
    this.#register({ name, help, kind: 'counter', lines });
    return {
      add(values, by = 1) {
        series.of(values).count += by;
      },
    };
  }

  /** @param buckets upper bounds, in growing order, without infinity @throws RangeError */
  histogram(
    name: string,
    help: string,
    buckets: readonly number[],
    labels: readonly string[] = [],
  ): Histogram {
    const series = new Series(labels, () => ({ counts: buckets.map(() => 0), sum: 0, count: 0 }));
    if (labels.length === 0) series.of([]);
    const lines = (): string => {
      let text = '';
      for (const { labels: own, value } of series.entries()) {
        let below = 0;
        for (const [at, bound] of buckets.entries()) {
          below += value.counts[at] ?? 0;
          text += seriesText(`${name}_bucket`, { ...own, le: numberText(bound) }, below);
        }
        text += seriesText(`${name}_bucket`, { ...own, le: '+Inf' }, value.count);
        text += seriesText(`${name}_sum`, own, value.sum) + seriesText(`${name}_count`, own, value.count);
      }
      return text;
    };
    this.#register({ name, help, kind: 'histogram', lines });
    return {
      observe(values, value) {
        const one = series.of(values);
        one.sum += value;
        one.count += 1;
        const at = buckets.findIndex((bound) => value <= bound);
        if (at >= 0) one.counts[at] = (one.counts[at] ?? 0) + 1;
      },
    };
  }

  /**
   * A value that is read when somebody asks.
   * @param read a number, or one for each set of labels
   * @param kind `counter` for one that only grows, and is counted elsewhere
   * @throws RangeError
   */
  read(
    name: string,
    help: string,
    read: () => number | readonly Sample[],
    kind: 'gauge' | 'counter' = 'gauge',
  ): void {
    const lines = (): string => {
      const found = read();
      const samples = typeof found === 'number' ? [{ value: found }] : found;
      return samples
        .slice(0, SERIES_MAX)
        .map(({ labels = {}, value }) => seriesText(name, labels, value))
        .join('');
    };
    this.#register({ name, help, kind, lines });
  }

  /** All metrics as text. */
  text(): string {
    let text = '';
    for (const { name, help, kind, lines } of this.#metrics.values())
      text += `# HELP ${name} ${escapeHelp(help)}\n# TYPE ${name} ${kind}\n${lines()}`;
    return text;
  }
}
