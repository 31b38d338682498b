/** More pixels than this are not drawn: a small file may unpack to gigabytes. A plan of A0 in 300 dpi has 140 million. */
export const PIXELS_MAX = 160_000_000;
/** As far as heads reach; what a camera puts before its picture is larger, but does not hide one that is huge. */
const HEAD_BYTES = 512 * 1024;

const text = (bytes: DataView, at: number, length: number): string =>
  String.fromCharCode(...new Uint8Array(bytes.buffer, bytes.byteOffset + at, length));

/** The frame of a JPEG, behind however many other parts. */
function jpeg(view: DataView): number {
  for (let at = 2; at + 9 < view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) return 0;
    const marker = view.getUint8(at + 1);
    const frame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (frame) return view.getUint16(at + 5) * view.getUint16(at + 7);
    at += marker === 0xff || (marker >= 0xd0 && marker <= 0xd8) ? 1 : 2 + view.getUint16(at + 2);
  }
  return 0;
}

function webp(view: DataView): number {
  const kind = text(view, 12, 4);
  const three = (at: number): number => view.getUint16(at, true) + view.getUint8(at + 2) * 0x1_0000;
  if (kind === 'VP8X') return (three(24) + 1) * (three(27) + 1);
  if (kind === 'VP8 ') return (view.getUint16(26, true) & 0x3fff) * (view.getUint16(28, true) & 0x3fff);
  if (kind !== 'VP8L') return 0;
  const bits = view.getUint32(21, true);
  return ((bits & 0x3fff) + 1) * (((bits >>> 14) & 0x3fff) + 1);
}

/** How many pixels a picture says that it has; 0 where its head does not say. */
export function pixelsOf(head: Uint8Array): number {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  try {
    if (text(view, 1, 3) === 'PNG') return view.getUint32(16) * view.getUint32(20);
    if (text(view, 0, 3) === 'GIF') return view.getUint16(6, true) * view.getUint16(8, true);
    if (text(view, 0, 2) === 'BM') return Math.abs(view.getInt32(18, true) * view.getInt32(22, true));
    if (text(view, 0, 4) === 'RIFF' && text(view, 8, 4) === 'WEBP') return webp(view);
    return view.getUint16(0) === 0xffd8 ? jpeg(view) : 0;
  } catch {
    // Shorter than its own head: the browser says what is the matter.
    return 0;
  }
}

export async function isHuge(content: Blob): Promise<boolean> {
  return pixelsOf(new Uint8Array(await content.slice(0, HEAD_BYTES).arrayBuffer())) > PIXELS_MAX;
}
