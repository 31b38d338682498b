import { imageHead } from '#shared/documents/image-head.ts';

/** More pixels than this are not drawn: a small file may unpack to gigabytes. A plan of A0 in 300 dpi has 140 million. */
export const PIXELS_MAX = 160_000_000;
/** As far as heads reach; what a camera puts before its picture is larger, but does not hide one that is huge. */
const HEAD_BYTES = 512 * 1024;

/** How many pixels a picture says that it has; 0 where its head does not say. */
export function pixelsOf(head: Uint8Array): number {
  const { width, height } = imageHead(head) ?? { width: 0, height: 0 };
  return width * height;
}

export async function isHuge(content: Blob): Promise<boolean> {
  return pixelsOf(new Uint8Array(await content.slice(0, HEAD_BYTES).arrayBuffer())) > PIXELS_MAX;
}
