/** A test that holds a line: its title as it is written in the file. */
export interface HoldingTest {
  readonly file: string;
  readonly name: string;
}

/** One statement of the specification. A bullet that says three things is three lines. */
export interface Line {
  readonly section: 5 | 8 | 9;
  /** Which bullet of the section it stands in, from 1. */
  readonly bullet: number;
  /** What it says, short, with its own text or number where it has one. */
  readonly line: string;
  readonly tests: readonly HoldingTest[];
  /** What the product has, beside what the specification says. */
  readonly constants?: readonly (readonly [held: number | string, specified: number | string])[];
  /** The issue that brings its screen: until then its constant is all there is. */
  readonly later?: 5 | 6;
}

/** The tests of one file, by their titles. */
export const testsIn =
  (file: string) =>
  (...names: string[]): HoldingTest[] =>
    names.map((name) => ({ file, name }));

export const steps = testsIn('src/renderer/features/upload/wizard/steps.test.ts');
export const overHttp = testsIn('server/contract-tests/validation.int.test.ts');
export const texts = testsIn('src/renderer/i18n/specified-texts.test.ts');
export const client = testsIn('src/renderer/api/client.test.ts');

/** The table of verbatim texts is one test per row: its rows are in the file. */
export const verbatim = texts('%s stands as the specification has it');
