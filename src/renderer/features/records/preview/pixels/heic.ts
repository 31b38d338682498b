import createLibheif from 'libheif-js/libheif-wasm/libheif-bundle.mjs';
import { NoImage, type Page } from './pages.ts';

/**
 * The images of a HEIC file, such as an iPhone takes; the library turns them upright.
 * @throws NoImage
 */
export async function heicPages(bytes: ArrayBuffer): Promise<Page[]> {
  const { HeifDecoder } = await createLibheif();
  const images = new HeifDecoder().decode(new Uint8Array(bytes)) ?? [];
  if (images.length === 0) throw new NoImage('no image');
  return images.map((image) => {
    const [width, height] = [image.get_width(), image.get_height()];
    return {
      width,
      height,
      decode: () =>
        new Promise((resolve, reject) => {
          const rgba = new Uint8ClampedArray(width * height * 4);
          image.display({ data: rgba, width, height }, (drawn) =>
            drawn ? resolve({ width, height, rgba }) : reject(new NoImage('not decoded')),
          );
        }),
    };
  });
}
