import { createSpotlight } from '@mantine/spotlight';

/** Whether the palette (Ctrl+K) is open: known at the key, before anything of it is drawn. */
export const [paletteStore, palette] = createSpotlight();
