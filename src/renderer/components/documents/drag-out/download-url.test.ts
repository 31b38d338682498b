import { expect, test } from 'vitest';
import { downloadUrl } from './download-url.ts';
import { draggedFile } from './dragged-file.ts';
import { takesDownloadUrl } from './offered.ts';

const LINK = 'https://legajo.test:8443/api/files/eyJ.signed.link';

/** As Chromium reads it: two colons separate, and the rest is the address. */
function read(data: string): { type: string; name: string; address: string } {
  const [type = '', name = '', ...rest] = data.split(':');
  return { type, name, address: rest.join(':') };
}

test('gives type, name and address', () => {
  expect(downloadUrl({ name: 'Acta de reunión.pdf', type: 'application/pdf' }, LINK)).toBe(
    `application/pdf:Acta de reunión.pdf:${LINK}`,
  );
});

test.each([
  ['NCh 170: hormigón.pdf', 'NCh 170_ hormigón.pdf'],
  ['a:b:c.docx', 'a_b_c.docx'],
  ['Dos\nlíneas\r.txt', 'Doslíneas.txt'],
  ['../../etc/passwd', '.._.._etc_passwd'],
  ['CON.txt', '_CON.txt'],
  ['informe\u202efdp.exe', 'informefdp.exe'],
  ['', 'documento'],
])('the name %j breaks nothing and is one that every disk accepts', (name, expected) => {
  expect(read(downloadUrl({ name, type: 'text/plain' }, LINK))).toEqual({
    type: 'text/plain',
    name: expected,
    address: LINK,
  });
});

test.each(['', 'text/plain; charset=utf-8', 'a:b', 'text', 'text/plain\n', 'x/y:z'])(
  'the type %j is none that it can say',
  (type) => {
    expect(read(downloadUrl({ name: 'a.txt', type }, LINK))).toEqual({
      type: 'application/octet-stream',
      name: 'a.txt',
      address: LINK,
    });
  },
);

test('a document without a version has nothing to drag', () => {
  const document = { _id: 'd', file: { name: 'a.txt', type: 'text/plain' }, size: 3 };
  expect(draggedFile(document, null)).toBeUndefined();
  expect(draggedFile(document, { _id: 'v' })).toEqual({
    record: 'd',
    version: 'v',
    name: 'a.txt',
    type: 'text/plain',
    size: 3,
  });
});

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/143.0.0.0 Safari/537.36', true],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/143.0 Safari/537.36', true],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
    false,
  ],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/143.0.0.0 Safari/537.36', false],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', false],
])('%s: %s', (agent, takes) => {
  expect(takesDownloadUrl(agent)).toBe(takes);
});
