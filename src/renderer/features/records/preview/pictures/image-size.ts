import { imageHead } from '#shared/documents/image-head.ts';

/** Maximum number of pixels drawn: a small file may decode to gigabytes. A plan of A0 at 300 dpi has 140 million. */
export const PIXELS_MAX = 160_000_000;
/**
 * Bytes in which the size is searched for. What a camera writes before it may be longer, but that does not hide a huge
 * image.
 */
const HEAD_BYTES = 512 * 1024;

/** Number of pixels by the image's header; 0 where the header has no size. */
export function pixelsOf(head: Uint8Array): number {
  const { width, height } = imageHead(head) ?? { width: 0, height: 0 };
  return width * height;
}

export async function isHuge(content: Blob): Promise<boolean> {
  return pixelsOf(new Uint8Array(await content.slice(0, HEAD_BYTES).arrayBuffer())) > PIXELS_MAX;
}
