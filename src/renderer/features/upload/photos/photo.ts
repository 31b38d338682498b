import { newId } from '../../../api/http.ts';

/** Longest side of a photographed page in pixels: A4 at 200 dots per inch, at which text is read well. */
const LONGEST_PX = 2400;
/** Of JPEG. A page then has half a megabyte; the camera's photo has four. */
const QUALITY = 0.82;

/** A photographed page. */
export interface Photo {
  readonly id: string;
  readonly jpeg: Blob;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Quarter turns to the right. */
  readonly turns: number;
}

/**
 * Reads an image as a page: as it was held, no larger than a page needs, and without what cameras write into their
 * files, such as the place where it was taken.
 * @returns undefined where the browser cannot read it
 */
export async function readPhoto(file: Blob): Promise<Photo | undefined> {
  const image = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined);
  if (!image) return undefined;
  try {
    const scale = Math.min(1, LONGEST_PX / Math.max(image.width, image.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(image.width * scale));
    canvas.height = Math.max(1, Math.round(image.height * scale));
    const { width, height } = canvas;
    const paper = canvas.getContext('2d');
    if (!paper) return undefined;
    // What is transparent would be black in a JPEG.
    paper.fillStyle = '#fff';
    paper.fillRect(0, 0, width, height);
    paper.drawImage(image, 0, 0, width, height);
    const jpeg = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', QUALITY));
    return jpeg ? { id: newId(), jpeg, width, height, turns: 0 } : undefined;
  } finally {
    image.close();
  }
}
