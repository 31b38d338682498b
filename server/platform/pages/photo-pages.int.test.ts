import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { photoFile } from '../../testing/files/photos.ts';
import { NoPages } from './page-maker.ts';
import { asTheyAre, photoPages } from './photo-pages.ts';

/** How wide and high the page is drawn, and in which of its corners the photo begins, which is red. */
function look(pdf: Buffer): string {
  const ppm = execFileSync('pdftoppm', ['-scale-to', '60', '-'], { input: pdf });
  const [, width = 0, height = 0] =
    /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(ppm.toString('latin1', 0, 40))?.map(Number) ?? [];
  const pixels = ppm.subarray(ppm.length - width * height * 3);
  const isRed = (x: number, y: number): boolean => {
    const at = (Math.floor(y * height) * width + Math.floor(x * width)) * 3;
    return (pixels[at] ?? 0) > 150 && (pixels[at + 1] ?? 0) < 100;
  };
  const corners = { 'left above': [0.2, 0.2], 'right above': [0.8, 0.2] } as const;
  const below = { 'left below': [0.2, 0.8], 'right below': [0.8, 0.8] } as const;
  const red = Object.entries({ ...corners, ...below }).filter(([, [x, y]]) => isRed(x, y));
  return `${width > height ? 'lies' : 'stands'}, ${red.map(([name]) => name).join()}`;
}

describe('pages of photos', () => {
  it.each([
    [1, 'lies, left above'],
    [2, 'lies, right above'],
    [3, 'lies, right below'],
    [4, 'lies, left below'],
    [5, 'stands, left above'],
    [6, 'stands, right above'],
    [7, 'stands, right below'],
    [8, 'stands, left below'],
    // No camera writes these.
    [0, 'lies, left above'],
    [9, 'lies, left above'],
  ])('turn what a camera notes as %i upright: it %s', async (orientation, seen) => {
    expect(look(await photoPages([await photoFile(orientation)]))).toBe(seen);
  });

  it('leave a photo as it is where it is upright already, and take notes that are cut for none', async () => {
    expect(look(await photoPages([await photoFile(6)], asTheyAre))).toBe('lies, left above');
    const beyond = await photoFile(6);
    // Where the list of notes begins.
    beyond.writeUInt32BE(0xffff_ff00, 16);
    expect(look(await photoPages([beyond]))).toBe('lies, left above');
  });

  it('are none of what is no photo, or claims to be enormous', async () => {
    const claimed = await photoFile(1);
    // Four thousand million pixels.
    const frame = claimed.indexOf(Buffer.from([0xff, 0xc0]));
    claimed.fill(0xff, frame + 5, frame + 9);
    await expect(photoPages([claimed])).rejects.toMatchObject({ fault: 'too_large' });
    const fault = photoPages([Buffer.from('no es una foto')]).catch((error: unknown) => error);
    expect(await fault).toMatchObject({ fault: 'failed' } satisfies Partial<NoPages>);
    expect(await fault).toBeInstanceOf(NoPages);
  });
});
