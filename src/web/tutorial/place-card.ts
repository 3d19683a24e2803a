/** In pixels, relative to the window. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Spot {
  readonly left: number;
  readonly top: number;
}

const gap = 16;
/** Distance from the window's edge. */
const margin = 16;

/** Beside the lit box where there is room, never beyond the window; centred when nothing is lit. */
export function placeCard(highlight: Box | null, card: Size, window: Size): Spot {
  if (!highlight)
    return inside({ left: (window.width - card.width) / 2, top: (window.height - card.height) / 2 }, card, window);
  const along = inside({ left: highlight.left, top: highlight.top }, card, window);
  const places: readonly Spot[] = [
    { left: highlight.left - gap - card.width, top: highlight.top + highlight.height / 2 - card.height / 2 },
    { left: along.left, top: highlight.top + highlight.height + gap },
    { left: along.left, top: highlight.top - gap - card.height },
    { left: highlight.left + highlight.width + gap, top: highlight.top + highlight.height / 2 - card.height / 2 },
  ];
  const free = places.find((place) => fits(place, card, window));
  return free ?? inside({ left: along.left, top: window.height }, card, window);
}

const fits = ({ left, top }: Spot, card: Size, window: Size): boolean =>
  left >= margin &&
  top >= margin &&
  left + card.width <= window.width - margin &&
  top + card.height <= window.height - margin;

const inside = ({ left, top }: Spot, card: Size, window: Size): Spot => ({
  left: clamp(left, window.width - margin - card.width),
  top: clamp(top, window.height - margin - card.height),
});

const clamp = (value: number, max: number): number => Math.max(margin, Math.min(value, max));

/**
 * How far the page has to scroll so that the box is between the sticky elements at the top and
 * bottom.
 */
export function scrollToSee(box: Box, freeFrom: number, freeTo: number): number {
  const top = freeFrom + gap;
  const bottom = freeTo - gap;
  if (box.top >= top && box.top + box.height <= bottom) return 0;
  if (box.height > bottom - top) return box.top - top;
  return box.top + box.height / 2 - (top + bottom) / 2;
}
