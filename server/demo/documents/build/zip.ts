import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';

/**
 * Replaces the creation times in Office files (in each ZIP entry and in docProps/core.xml) by fixed ones, so that demo
 * documents are the same bytes on every run. Only for archives from our own builders (no ZIP64, no encryption).
 */
export function withFixedDates(archive: Buffer, day: string): Buffer {
  const stamp = `${day}T12:00:00Z`;
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const dosDate = ((year - 1980) << 9) | (month << 5) | date;
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const { name, data } of entries(archive)) {
    const fixed = name === 'docProps/core.xml' ? Buffer.from(data.toString().replace(MOMENT, stamp)) : data;
    const packed = deflateRawSync(fixed);
    const title = Buffer.from(name);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(0x0800, 2); // names are UTF-8
    fields.writeUInt16LE(8, 4);
    fields.writeUInt16LE(12 << 11, 6);
    fields.writeUInt16LE(dosDate, 8);
    fields.writeUInt32LE(crc32(fixed), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(fixed.length, 18);
    fields.writeUInt16LE(title.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, title, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    centrals.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, tail, title]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(locals.length, 8);
  end.writeUInt16LE(locals.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

const MOMENT = /(?<=<dcterms:(?:created|modified)[^>]*>)[^<]+/g;

function* entries(archive: Buffer): Generator<{ name: string; data: Buffer }> {
  const end = archive.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const method = archive.readUInt16LE(at + 10);
    const size = archive.readUInt32LE(at + 20);
    const nameLength = archive.readUInt16LE(at + 28);
    const local = archive.readUInt32LE(at + 42);
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const packed = archive.subarray(start, start + size);
    if (!name.endsWith('/')) {
      yield { name, data: method === 0 ? packed : inflateRawSync(packed) };
    }
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
}
