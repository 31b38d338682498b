import { IconPlus } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { WriteButton } from './write.tsx';

/** A screen's main button: it opens the form at `to`, in which a new one of what the screen lists is made. */
export function CreateButton(props: ComponentProps<typeof WriteButton>) {
  return <WriteButton variant="filled" leftSection={<IconPlus size={16} aria-hidden="true" />} {...props} />;
}
