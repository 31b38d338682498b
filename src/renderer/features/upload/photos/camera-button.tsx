import { Button, type ButtonProps } from '@mantine/core';
import { type ReactNode, type Ref, useRef } from 'react';

/**
 * Opens the camera of a phone, or the choice of photos where there are some already.
 * @param camera whether one photo is taken, or several are chosen
 */
export function CameraButton({
  camera = false,
  onPhotos,
  children,
  ...look
}: ButtonProps & {
  camera?: boolean;
  onPhotos: (photos: readonly File[]) => void;
  ref?: Ref<HTMLButtonElement>;
  children: ReactNode;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...look} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        {...(camera ? { capture: 'environment' } : { multiple: true })}
        onChange={({ currentTarget }) => {
          const photos = [...(currentTarget.files ?? [])];
          currentTarget.value = '';
          if (photos.length > 0) onPhotos(photos);
        }}
      />
    </>
  );
}
