const BLOCK = 512;
const NAME_BYTES = 100;
const PREFIX_BYTES = 155;

/** A path in the two fields that POSIX has for it. @throws where it does not fit in them */
function split(path) {
  if (Buffer.byteLength(path) <= NAME_BYTES) return ['', path];
  for (let at = path.indexOf('/'); at > 0; at = path.indexOf('/', at + 1)) {
    const [prefix, name] = [path.slice(0, at), path.slice(at + 1)];
    if (Buffer.byteLength(name) <= NAME_BYTES && Buffer.byteLength(prefix) <= PREFIX_BYTES)
      return [prefix, name];
  }
  throw new Error(`${path} is too long for an archive`);
}

function header(path, bytes, seconds) {
  const block = Buffer.alloc(BLOCK);
  const [prefix, name] = split(path);
  const number = (value, at, length) => block.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at);
  block.write(name, 0);
  number(0o644, 100, 8);
  number(0, 108, 8);
  number(0, 116, 8);
  number(bytes.length, 124, 12);
  number(seconds, 136, 12);
  block.write('        ', 148);
  block.write('0', 156);
  block.write('ustar\x0000', 257);
  block.write('root', 265);
  block.write('root', 297);
  block.write(prefix, 345);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

/**
 * An archive (POSIX ustar) that depends on names, contents and one time only: the same in every folder and on every
 * system. Everything in it belongs to root and is readable for all.
 *
 * @param files path → bytes, in the order in which they are to lie
 * @param seconds of the epoch, for all of them
 */
export function tar(files, seconds) {
  const parts = [];
  for (const [path, bytes] of files) {
    const rest = bytes.length % BLOCK;
    parts.push(header(path, bytes, seconds), bytes, Buffer.alloc(rest === 0 ? 0 : BLOCK - rest));
  }
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]);
}
