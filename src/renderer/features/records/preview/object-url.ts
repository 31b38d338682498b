import { useEffect, useState } from 'react';

/** An address for bytes while they are shown; undefined for none. */
export function useObjectUrl(content: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = content && URL.createObjectURL(content);
    setUrl(made);
    return () => {
      if (made) URL.revokeObjectURL(made);
    };
  }, [content]);
  return url;
}
