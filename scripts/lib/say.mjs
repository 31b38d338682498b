/** One line about what a script does, set apart from what the tools that it runs print. */
export function say(text) {
  process.stdout.write(`\u203a ${text}\n`);
}
