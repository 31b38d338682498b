import type { CSSVariablesResolver, MantineColorsTuple } from '@mantine/core';
import { Alert, createTheme } from '@mantine/core';
import { BREAKPOINTS } from '#shared/platform/limits.ts';
import { i18next } from '../i18n/i18n.ts';

/** Ten shades of the accent: 8 is the light theme's accent, 7 the dark theme's, 0 the soft surface. */
const petrol: MantineColorsTuple = [
  '#e9f5f8',
  '#d2ecf1',
  '#b4d9e2',
  '#95c7d3',
  '#6cb3c3',
  '#4199ad',
  '#00839a',
  '#0c7486',
  '#005d6d',
  '#004d5a',
];

/** Mantine expects breakpoints in em, so that they follow the reader's font size. */
const em = (pixels: number): string => `${pixels / 16}em`;

/** Mantine renders a dialog's head as `header`, which must not count as the page's banner. */
const dialogHeader = { header: { role: 'presentation' } };

const close = { 'aria-label': i18next.t('close') };

const tint = (tokens: string) => ({
  '--alert-bg': `var(--${tokens}-bg)`,
  '--alert-color': `var(--${tokens}-fg)`,
  '--alert-bd': `1px solid var(--${tokens}-line)`,
});
/** Mantine's own tints glare in the dark theme. */
const ALERTS: Readonly<Record<string, ReturnType<typeof tint>>> = {
  red: tint('compliance-fail'),
  orange: tint('warn'),
  yellow: tint('warn'),
};

/** The only Mantine theme. Every value with a token refers to it: tokens.css defines both colour schemes. */
export const theme = createTheme({
  primaryColor: 'petrol',
  primaryShade: { light: 8, dark: 7 },
  colors: { petrol },
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--font-mono)',
  fontSizes: {
    xs: 'var(--text-xs)',
    sm: 'var(--text-sm)',
    md: 'var(--text-md)',
    lg: 'var(--text-lg)',
    xl: 'var(--text-xl)',
  },
  lineHeights: {
    xs: 'var(--lh-ui)',
    sm: 'var(--lh-ui)',
    md: 'var(--lh-ui)',
    lg: 'var(--lh-ui)',
    xl: 'var(--lh-read)',
  },
  spacing: { xs: 'var(--s-3)', sm: 'var(--s-4)', md: 'var(--s-5)', lg: 'var(--s-6)', xl: 'var(--s-8)' },
  radius: { xs: 'var(--r-xs)', sm: 'var(--r-sm)', md: 'var(--r-md)', lg: 'var(--r-lg)', xl: 'var(--r-xl)' },
  defaultRadius: 'md',
  shadows: {
    xs: 'var(--shadow-1)',
    sm: 'var(--shadow-1)',
    md: 'var(--shadow-2)',
    lg: 'var(--shadow-3)',
    xl: 'var(--shadow-3)',
  },
  breakpoints: {
    xs: em(BREAKPOINTS.mobile),
    sm: em(BREAKPOINTS.tablet),
    md: em(BREAKPOINTS.computer),
    lg: em(BREAKPOINTS.large),
    xl: em(1440),
  },
  headings: {
    fontWeight: '640',
    sizes: {
      h1: { fontSize: 'var(--text-xl)', lineHeight: 'var(--lh-tight)' },
      h2: { fontSize: 'var(--text-lg)', lineHeight: 'var(--lh-tight)' },
      h3: { fontSize: 'var(--text-sm)', lineHeight: 'var(--lh-ui)' },
    },
  },
  focusRing: 'auto',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Alert: Alert.extend({ vars: (_theme, { color }) => ({ root: ALERTS[color ?? ''] ?? {} }) }),
    Button: { defaultProps: { size: 'sm', variant: 'default' } },
    ActionIcon: { defaultProps: { size: 'lg', variant: 'subtle', color: 'gray' } },
    Popover: { defaultProps: { shadow: 'md', radius: 'lg', withArrow: false } },
    Menu: {
      // The first item gets the focus at once; Mantine's placeholder before it is no menu item.
      defaultProps: { shadow: 'md', radius: 'lg', withArrow: false, withInitialFocusPlaceholder: false },
    },
    HoverCard: { defaultProps: { shadow: 'md', radius: 'lg', withArrow: false } },
    Modal: {
      defaultProps: {
        radius: 'xl',
        centered: false,
        yOffset: '6vh',
        shadow: 'lg',
        attributes: dialogHeader,
        closeButtonProps: close,
      },
    },
    Drawer: { defaultProps: { attributes: dialogHeader, closeButtonProps: close } },
    Table: { defaultProps: { verticalSpacing: 6, highlightOnHover: true } },
    Tooltip: { defaultProps: { openDelay: 400 } },
    // The close button is the only way to close a toast with the keyboard.
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': i18next.t('close') } } },
    Checkbox: { defaultProps: { size: 'xs', radius: 'xs' } },
    Kbd: { defaultProps: { size: 'xs' } },
  },
});

/** Maps Mantine's names to our tokens in tokens.css. */
const shared: Record<string, string> = {
  '--mantine-color-body': 'var(--sheet)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-bright': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-3)',
  '--mantine-color-placeholder': 'var(--ink-3)',
  '--mantine-color-default': 'var(--sheet)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--line)',
  '--mantine-color-disabled': 'var(--press)',
  '--mantine-color-disabled-color': 'var(--ink-3)',
  '--mantine-color-disabled-border': 'var(--press)',
  '--mantine-color-error': 'var(--compliance-fail-fg)',
  '--mantine-color-anchor': 'var(--accent-ink)',
  '--mantine-color-petrol-filled': 'var(--accent)',
  '--mantine-color-petrol-filled-hover': 'var(--accent-hover)',
  '--mantine-color-petrol-light': 'var(--accent-soft)',
  '--mantine-color-petrol-light-hover': 'var(--accent-soft-2)',
  '--mantine-color-petrol-light-color': 'var(--accent-ink)',
  '--mantine-color-petrol-text': 'var(--accent-ink)',
  '--mantine-color-petrol-outline': 'var(--accent-ink)',
  '--mantine-color-petrol-outline-hover': 'var(--accent-soft)',
  '--mantine-color-red-filled': 'var(--danger)',
  '--mantine-color-red-filled-hover': 'var(--danger-hover)',
  '--mantine-color-gray-light': 'var(--hover)',
  '--mantine-color-gray-light-hover': 'var(--press)',
  '--mantine-color-gray-light-color': 'var(--ink-2)',
  '--mantine-color-gray-text': 'var(--ink-2)',
  '--mantine-primary-color-filled': 'var(--accent)',
  '--mantine-primary-color-filled-hover': 'var(--accent-hover)',
  '--mantine-primary-color-light': 'var(--accent-soft)',
  '--mantine-primary-color-light-hover': 'var(--accent-soft-2)',
  '--mantine-primary-color-light-color': 'var(--accent-ink)',
  '--mantine-primary-color-contrast': 'var(--on-accent)',
  '--mantine-primary-color-text': 'var(--accent-ink)',
};

/** Both schemes have the same names; tokens.css changes their values. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {
    '--mantine-z-index-modal': 'var(--z-dialog)',
    '--mantine-z-index-overlay': 'var(--z-dialog)',
    // A menu may open inside a dialog, so it is above it.
    '--mantine-z-index-popover': 'calc(var(--z-dialog) + 1)',
    '--mantine-z-index-max': 'var(--z-toast)',
  },
  light: shared,
  dark: shared,
});
