import { useMediaQuery } from '@mantine/hooks';

/** Whether a finger is the pointer, as on a phone: nothing is dragged there, and there is a camera. */
export const useTouch = (): boolean =>
  useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false });
