import { type DrawnPage, PIXELS_LIMITS, type PixelsAnswer, type PixelsRequest, SMALL } from './messages.ts';
import { CannotShow, type Page, type Pixels } from './pages.ts';

async function draw(pages: readonly Page[], at: number, small: boolean): Promise<DrawnPage> {
  const page = pages[at];
  if (!page) return { fault: 'corrupt' };
  if (page.width * page.height > PIXELS_LIMITS.pixels) return { fault: 'pixels' };
  return { image: await asPng(await page.decode(), small) };
}

const UPRIGHT = { turns: 0, mirrored: false, stretch: { x: 1, y: 1 } };

/** The page upright and with its true proportions. */
async function asPng({ width, height, rgba, placed }: Pixels, small: boolean): Promise<Blob> {
  const source = new OffscreenCanvas(width, height);
  source.getContext('2d')?.putImageData(new ImageData(rgba, width, height), 0, 0);
  if (!placed && !small) return source.convertToBlob();
  const { turns, mirrored, stretch } = placed ?? UPRIGHT;
  const isUpright = turns % 2 === 0;
  const [wide, high] = [width * stretch.x, height * stretch.y];
  const scale = small
    ? Math.min(1, SMALL.width / (isUpright ? wide : high), SMALL.height / (isUpright ? high : wide))
    : 1;
  const size = {
    width: Math.max(1, Math.round(wide * scale)),
    height: Math.max(1, Math.round(high * scale)),
  };
  const target = new OffscreenCanvas(
    isUpright ? size.width : size.height,
    isUpright ? size.height : size.width,
  );
  const context = target.getContext('2d');
  context?.translate(target.width / 2, target.height / 2);
  context?.rotate((turns * Math.PI) / 2);
  context?.scale(mirrored ? -1 : 1, 1);
  if (context && small) context.imageSmoothingQuality = 'high';
  context?.drawImage(source, -size.width / 2, -size.height / 2, size.width, size.height);
  return target.convertToBlob();
}

/**
 * Makes this thread a worker that decodes the pages of one file as they are asked for, one request after the answer of
 * the other. The page of the app terminates it if one takes too long.
 * @param read finds the pages of a file, and decodes none yet
 */
export function servePages(read: (bytes: ArrayBuffer) => readonly Page[] | Promise<readonly Page[]>): void {
  const answer = (each: PixelsAnswer): void => postMessage(each);
  let reading: Promise<readonly Page[]> = Promise.resolve([]);
  addEventListener('message', ({ data: { page, small, content } }: MessageEvent<PixelsRequest>) => {
    if (content)
      reading = content
        .arrayBuffer()
        .then(read)
        .then((all) => {
          const pages = all.slice(0, PIXELS_LIMITS.pages);
          answer({ pages: pages.length });
          return pages;
        });
    reading
      .then((pages) => draw(pages, page, small))
      // Too much for the memory, or no image: a file that another program may still open.
      .catch((error: unknown) => ({ fault: error instanceof CannotShow ? 'kind' : 'corrupt' }) as const)
      .then(answer);
  });
}
