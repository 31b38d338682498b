import { writeFileSync } from 'node:fs';

/**
 * A Vitest reporter that writes the errors which belong to no test to the file named by UNHANDLED_ERRORS, as a list of
 * texts. Vitest fails on them, and its JSON report does not name them.
 */
export default class UnhandledErrors {
  onTestRunEnd(_modules, errors) {
    const texts = errors.map(({ name, message, stack }) => `${name}: ${message}\n${stack ?? ''}`);
    if (process.env.UNHANDLED_ERRORS) writeFileSync(process.env.UNHANDLED_ERRORS, JSON.stringify(texts));
  }
}
