import { useRef, useState } from 'react';
import { extensionOf } from '#shared/platform/files/file-kinds.ts';
import { useContentUrl } from '../content-url.ts';
import type { PreviewFault } from '../office/messages.ts';
import type { ReadPreview } from '../office/office-file.tsx';
import { ImagePane } from './image-pane.tsx';

/** An image. An SVG is shown as an image too, so that it runs no scripts, from an address of opaque origin. */
export function ImagePreview({ content, name, broken }: ReadPreview) {
  const [fault, setFault] = useState<PreviewFault>();
  const pane = useRef<HTMLElement>(null);
  const url = useContentUrl(content, extensionOf(name) === 'svg', () => setFault('pixels'));
  if (fault) return broken(fault);
  return <ImagePane pane={pane} url={url} name={name} onBroken={() => setFault('corrupt')} />;
}
