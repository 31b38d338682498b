import type { WindowState } from '../settings/settings.ts';

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Minimum part of a window that must be visible, so that it can be moved; in the screen's points. */
const GRIP = { width: 100, height: 40 };

/**
 * Position and size for a window, from the stored ones: no larger than its screen. If no screen shows its title bar any
 * more, it has no position, and the system chooses one.
 *
 * @param areas the usable areas of the screens, the main one first
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
