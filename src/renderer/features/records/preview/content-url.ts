import { useEffect, useEffectEvent, useState } from 'react';
import { isHuge } from './pictures/image-size.ts';

/**
 * An address for the bytes: a data URL where it must not belong to our origin, even when it is opened on its own.
 * @param onHuge called where there are too many pixels to draw; then there is no address
 */
export function useContentUrl(content: Blob, asData: boolean, onHuge: () => void): string | undefined {
  const [url, setUrl] = useState<string>();
  const huge = useEffectEvent(onHuge);
  useEffect(() => {
    let alive = true;
    let made: string | undefined;
    const use = (address: string): void => {
      if (alive) setUrl(address);
    };
    void isHuge(content).then((tooMuch) => {
      if (!alive) return;
      if (tooMuch) huge();
      else if (asData) {
        const reader = new FileReader();
        reader.onload = () => use(String(reader.result));
        reader.readAsDataURL(content.slice(0, content.size, 'image/svg+xml'));
      } else {
        made = URL.createObjectURL(content);
        use(made);
      }
    });
    return () => {
      alive = false;
      if (made) URL.revokeObjectURL(made);
    };
  }, [content, asData]);
  return url;
}
