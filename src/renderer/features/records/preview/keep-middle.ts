/** Changes the size of what a pane shows, and keeps the point in its middle where it is. */
export function keepMiddle(pane: HTMLElement | null, change: () => void): void {
  const middle = pane && {
    x: (pane.scrollLeft + pane.clientWidth / 2) / pane.scrollWidth,
    y: (pane.scrollTop + pane.clientHeight / 2) / pane.scrollHeight,
  };
  change();
  requestAnimationFrame(() => {
    if (!pane || !middle) return;
    pane.scrollLeft = middle.x * pane.scrollWidth - pane.clientWidth / 2;
    pane.scrollTop = middle.y * pane.scrollHeight - pane.clientHeight / 2;
  });
}
