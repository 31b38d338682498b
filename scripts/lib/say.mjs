/** Prints a line of the script's own, marked so that it differs from the output of the tools that it runs. */
export function say(text) {
  process.stdout.write(`\u203a ${text}\n`);
}
