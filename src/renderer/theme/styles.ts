/** The only place where style sheets are imported, in their order: the font, Mantine's layer, tokens, ours. */
import './layers.css';
import '@fontsource-variable/archivo/wght.css';
import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import '@mantine/spotlight/styles.layer.css';
import '@mantine/dates/styles.layer.css';
import '@mantine/dropzone/styles.layer.css';
import './tokens.css';
import './global.css';
import './mantine.css';
