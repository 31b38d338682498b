import { expect, test } from 'vitest';
import { findLink, routeOf } from './app/deep-link.ts';
import { isOpenable } from './app/openable.ts';
import { isExternalAddress, isSignedFile } from './url.ts';

test.each([
  ['https://www.legajo.test/ayuda', true],
  ['mailto:ayuda@legajo.test', true],
  ['http://www.legajo.test/', false],
  ['file:///etc/passwd', false],
  ['javascript:alert(1)', false],
  ['https://user:secret@legajo.test/', false],
  ['smb://host/share', false],
  ['legajo://records', false],
  ['not an address', false],
])('the system is asked to open %s: %s', { tags: 'desktop-outside' }, (address, expected) => {
  expect(isExternalAddress(address)).toBe(expected);
});

test.each([
  ['legajo://records/view/0190-ab', '/records/view/0190-ab'],
  ['legajo://records/view/0190-ab?panel=review', '/records/view/0190-ab?panel=review'],
  ['legajo://dashboard/', '/dashboard'],
  ['legajo://records/../../etc', '/records/etc'],
  ['legajo://records/%2e%2e%2fetc', null],
  ['legajo:///', null],
  ['legajo://records/<script>', null],
  ['https://records/view/1', null],
  ['legajo://records?x="', '/records?x=%22'],
  ['legajo://records/view/1?panel=review', '/records/view/1?panel=review'],
  ['legajo://records/search?group=a&folder=b', '/records/search?group=a&folder=b'],
  ['legajo://sync', '/sync'],
  ['LEGAJO://Records/view/1', null],
  ['legajo://password?token=abc', null],
  ['legajo://unsubscribe/abc', null],
  ['legajo://nowhere/1', null],
  ['legajo:///etc/passwd', null],
  ['legajo://https://elsewhere.test/', null],
  ['legajo://elsewhere.test/records', null],
  ['legajo://user:secret@records/view/1', null],
  ['legajo://records:8080/view/1', null],
  ['legajo://records/view/1#<script>', null],
  ['legajo://records/view/%00', null],
  ['legajo://records/view/1?x=<script>', '/records/view/1?x=%3Cscript%3E'],
  ['legajo://records//elsewhere.test', null],
  ['legajo:records/view/1', '/records/view/1'],
  ['legajo://records\\..\\..\\etc', null],
  [`legajo://records/view/${'a'.repeat(2000)}`, null],
  ['javascript:alert(1)', null],
  ['', null],
])('the deep link %s names %s', { tags: 'desktop-links' }, (link, route) => {
  expect(routeOf(link)).toBe(route);
});

test('a deep link is found among the arguments of a second start', { tags: 'desktop-second-start' }, () => {
  expect(findLink(['/usr/bin/legajo', '--flag', 'legajo://dashboard'])).toBe('legajo://dashboard');
  expect(findLink(['/usr/bin/legajo'])).toBeUndefined();
});

test.each([
  ['Informe.docx', true],
  ['Plano.pdf', true],
  ['Foto.JPG', true],
  ['Macro.xlsm', false],
  ['Dibujo.svg', false],
  ['instalar.exe', false],
  ['guion.sh', false],
  ['pagina.html', false],
  ['todo.zip', false],
  ['sin-extension', false],
])('%s is opened with its program: %s', { tags: 'desktop-open-kinds' }, (name, expected) => {
  expect(isOpenable(name)).toBe(expected);
});

test.each([
  ['https://legajo.example/api/files/eyJ.a-b_c', true],
  ['https://legajo.example/api/files/zip/eyJ.a-b_c', true],
  ['https://legajo.example/api/files/otro/eyJ.a-b_c', false],
  ['https://legajo.example/api/files/', false],
  ['https://legajo.example/api/files/a/../../session', false],
  ['https://legajo.example/dashboard', false],
  ['https://legajo.example.evil.test/api/files/a', false],
  ['http://legajo.example/api/files/a', false],
])('%s is downloaded: %s', { tags: 'desktop-downloads' }, (address, expected) => {
  expect(isSignedFile(address, 'https://legajo.example')).toBe(expected);
  expect(isSignedFile(address, null)).toBe(false);
});
