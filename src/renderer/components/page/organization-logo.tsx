import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { fetchFile } from '../../api/file-data.ts';

/** The organization's logo as an image. Empty where there is none, or it cannot be loaded. */
export function OrganizationLogo({
  logo,
  alt = '',
  className,
}: {
  /** The logo's version: another one is loaded again. */
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
