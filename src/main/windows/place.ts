import type { WindowState } from '../settings/settings.ts';

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** So much of a window must be in sight to be taken hold of, in the screen's points. */
const GRIP = { width: 100, height: 40 };

/**
 * Where and how large a window may be, of how it was kept: no larger than the screen it is on, and where no screen
 * shows its title bar any more, without a place, so that the system chooses one.
 *
 * @param areas what the screens leave to windows, the first one first
 */
export function fitToScreens(kept: WindowState | null, areas: readonly Area[]): WindowState | null {
  if (!kept) return null;
  const { x, y } = kept;
  const shown =
    x === undefined || y === undefined ? undefined : areas.find((area) => shows(area, { ...kept, x, y }));
  const { width, height } = shown ?? areas[0] ?? kept;
  const size = {
    width: Math.min(kept.width, width),
    height: Math.min(kept.height, height),
    maximized: kept.maximized,
  };
  return shown && x !== undefined && y !== undefined ? { x, y, ...size } : size;
}

function shows(area: Area, window: Area): boolean {
  const left = Math.max(window.x, area.x);
  const right = Math.min(window.x + window.width, area.x + area.width);
  return right - left > GRIP.width && window.y >= area.y && window.y < area.y + area.height - GRIP.height;
}
