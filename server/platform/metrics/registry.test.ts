import { describe, expect, it } from 'vitest';
import { Registry } from './registry.ts';

describe('metrics as text', () => {
  it('have their help, their kind and a line for each set of labels', () => {
    const registry = new Registry();
    const calls = registry.counter('calls_total', 'Calls.', ['method', 'status']);
    calls.add(['GET', '2xx']);
    calls.add(['GET', '2xx'], 2);
    calls.add(['POST', '5xx']);
    registry.read('open', 'What is open.', () => 7);
    registry.read('free', 'By kind.', () => [{ labels: { kind: 'a' }, value: 1.5 }]);
    expect(registry.text()).toBe(
      [
        ...['# HELP calls_total Calls.', '# TYPE calls_total counter'],
        ...['calls_total{method="GET",status="2xx"} 3', 'calls_total{method="POST",status="5xx"} 1'],
        ...['# HELP open What is open.', '# TYPE open gauge', 'open 7'],
        ...['# HELP free By kind.', '# TYPE free gauge', 'free{kind="a"} 1.5', ''],
      ].join('\n'),
    );
  });

  it('of a histogram count each value in all buckets above it', () => {
    const registry = new Registry();
    const seconds = registry.histogram('took_seconds', 'Took.', [0.1, 1], ['route']);
    for (const value of [0.1, 0.5, 3]) seconds.observe(['/a'], value);
    expect(registry.text().split('\n').slice(2, -1)).toEqual([
      'took_seconds_bucket{route="/a",le="0.1"} 1',
      'took_seconds_bucket{route="/a",le="1"} 2',
      'took_seconds_bucket{route="/a",le="+Inf"} 3',
      'took_seconds_sum{route="/a"} 3.6',
      'took_seconds_count{route="/a"} 3',
    ]);
  });

  it('escape what would end a label or a line', () => {
    const registry = new Registry();
    registry.counter('odd_total', 'One \\ and\nanother "line".', ['name']).add(['a"b\\c\nd']);
    expect(registry.text()).toBe(
      '# HELP odd_total One \\\\ and\\nanother "line".\n# TYPE odd_total counter\nodd_total{name="a\\"b\\\\c\\nd"} 1\n',
    );
  });

  it('write numbers that are none as Prometheus reads them', () => {
    const registry = new Registry();
    registry.read('odd', 'Odd.', () =>
      [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e21].map((value, at) => ({
        labels: { at: String(at) },
        value,
      })),
    );
    expect(registry.text()).toContain(
      'odd{at="0"} NaN\nodd{at="1"} +Inf\nodd{at="2"} -Inf\nodd{at="3"} 1e+21\n',
    );
  });

  it('name what was never counted, and count what needs no label from the beginning', () => {
    const registry = new Registry();
    registry.counter('with_total', 'With.', ['label']);
    registry.counter('without_total', 'Without.');
    expect(registry.text().split('\n')).toEqual([
      ...['# HELP with_total With.', '# TYPE with_total counter'],
      ...['# HELP without_total Without.', '# TYPE without_total counter', 'without_total 0', ''],
    ]);
  });

  it('have no more series than a reader can bear, whatever the labels', () => {
    const registry = new Registry();
    const counter = registry.counter('many_total', 'Many.', ['name']);
    for (let n = 0; n < 5000; n += 1) counter.add([String(n)]);
    const lines = registry
      .text()
      .split('\n')
      .filter((line) => line.startsWith('many_total'));
    expect(lines).toHaveLength(3001);
    expect(lines.at(-1)).toBe('many_total{name="(other)"} 2000');
  });

  it('have one name each, of the form that Prometheus takes', () => {
    const registry = new Registry();
    registry.counter('one_total', 'One.');
    expect(() => registry.read('one_total', 'Again.', () => 1)).toThrow(RangeError);
    expect(() => registry.counter('no-name', 'No name.')).toThrow(RangeError);
  });
});
