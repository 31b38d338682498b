import { formatNumber } from './format.ts';

/** How many there are, as lists say it: the server counts to a limit, beyond which there are more ("1.000+"). */
export const formatTotal = ({ count, more }: { readonly count: number; readonly more: boolean }): string =>
  more ? `${formatNumber(count)}+` : formatNumber(count);
