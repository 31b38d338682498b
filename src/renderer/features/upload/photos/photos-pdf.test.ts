import { PDFDocument } from 'pdf-lib';
import { expect, test } from 'vitest';
import { photosPdf } from './photos-pdf.ts';

/** The smallest JPEG: one grey pixel. */
const PIXEL = Buffer.from(
  '/9j/4AAQSkZJRgABAQEAYABgAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5PTgyPC4zNDL/wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AKp//2Q==',
  'base64',
);
const photo = (width: number, height: number, turns = 0) => ({
  jpeg: new Blob([PIXEL], { type: 'image/jpeg' }),
  width,
  height,
  turns,
});

test('each photo is a page as large as A4 on its longer side, turned as it was turned', async () => {
  const file = await photosPdf([photo(1200, 1600), photo(2400, 1200, 1), photo(10, 10, 7)], 'Fotos.pdf');
  expect([file.name, file.type]).toEqual(['Fotos.pdf', 'application/pdf']);
  const pdf = await PDFDocument.load(await file.arrayBuffer());
  expect(pdf.getPages().map((page) => [page.getWidth(), page.getHeight(), page.getRotation().angle])).toEqual(
    [
      [631.5, 842, 0],
      [842, 421, 90],
      [842, 842, 270],
    ],
  );
  expect(pdf.getTitle()).toBeUndefined();
});
