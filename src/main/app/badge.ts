/** What the tray's icon says beside its words; each has a form of its own, not only a colour. */
export type Badge = 'syncing' | 'paused' | 'problem' | 'offline';

/** Blue, green, red. */
type Colour = readonly [number, number, number];
const COLOURS: Record<Badge, Colour> = {
  syncing: [184, 110, 20],
  paused: [110, 110, 110],
  problem: [30, 50, 200],
  offline: [130, 130, 130],
};
const WHITE: Colour = [255, 255, 255];

/**
 * A picture with a badge in its lower right corner: a disc for syncing, a disc with two bars for a pause, a triangle for
 * a problem, a ring for no connection.
 *
 * @param picture BGRA, four bytes per point, as Electron's NativeImage gives them
 */
export function withBadge(picture: Buffer, side: number, badge: Badge): Buffer {
  const drawn = Buffer.from(picture);
  const radius = side * 0.27;
  const centre = side - radius - 0.5;
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const colour = colourAt(badge, (x - centre) / radius, (y - centre) / radius);
      if (!colour) continue;
      const at = (y * side + x) * 4;
      drawn.set([...colour, 255], at);
    }
  }
  return drawn;
}

/** The colour at a place, where 1 is the badge's radius; undefined where the picture shows. */
function colourAt(badge: Badge, x: number, y: number): Colour | undefined {
  const colour = COLOURS[badge];
  const far = Math.hypot(x, y);
  if (badge === 'problem') {
    // A triangle that stands on its base.
    const inside = y <= 0.85 && Math.abs(x) <= (y + 1) * 0.56;
    return inside ? colour : undefined;
  }
  if (far > 1) return undefined;
  if (badge === 'offline') return far > 0.5 ? colour : WHITE;
  const bars = Math.abs(y) < 0.5 && Math.abs(Math.abs(x) - 0.3) < 0.16;
  return badge === 'paused' && bars ? WHITE : colour;
}
