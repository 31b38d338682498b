import { createSpotlight } from '@mantine/spotlight';

/** Whether the palette (Ctrl+K) is open: set at the key, before it is drawn. */
export const [paletteStore, palette] = createSpotlight();
