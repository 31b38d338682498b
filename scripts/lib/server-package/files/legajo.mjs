// The Legajo server and its commands: `node legajo.mjs` starts it, `node legajo.mjs verify` runs a command.
// Any Node must be able to read this file, so that a wrong one is told in one line.

const NEEDED = [22, 13];
const COMMANDS = {
  start: 'main',
  verify: 'verify',
  'sync:reset-cursors': 'reset-cursors',
  'sessions:end': 'sessions-end',
  'user:totp-reset': 'totp-reset',
};

const end = (line) => {
  console.error(line);
  process.exit(1);
};

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1]))
  end(
    `Legajo needs Node ${NEEDED.join('.')} or newer; this is ${process.versions.node} (${process.execPath}).`,
  );

// Node 22 calls its SQLite experimental. It holds the lock of the data folder, and nothing else.
const { emitWarning } = process;
process.emitWarning = (warning, ...rest) => {
  if (!/^SQLite /.test(String(warning))) emitWarning.call(process, warning, ...rest);
};

const [name = 'start'] = process.argv.slice(2);
if (!Object.hasOwn(COMMANDS, name))
  end(`Legajo does not know the command "${name}". It knows: ${Object.keys(COMMANDS).join(', ')}.`);
process.argv.splice(2, 1);
await import(`./server/${COMMANDS[name]}.js`);
