import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { fetchFile } from '../../api/file-data.ts';

/** The organization's picture, drawn as an image and nothing else; nothing where there is none or it does not come. */
export function OrganizationLogo({
  logo,
  alt = '',
  className,
}: {
  /** Which picture it is: another one is fetched anew. */
  logo: string | null;
  alt?: string;
  className?: string | undefined;
}) {
  const { data } = useQuery({
    queryKey: ['organizations', 'logo', logo],
    queryFn: () => fetchFile('/organizations/logo'),
    enabled: logo !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const [source, setSource] = useState<string>();
  useEffect(() => {
    if (!data) return setSource(undefined);
    const url = URL.createObjectURL(data);
    setSource(url);
    return () => URL.revokeObjectURL(url);
  }, [data]);
  if (logo === null || !source) return null;
  return <img src={source} alt={alt} className={className} />;
}
