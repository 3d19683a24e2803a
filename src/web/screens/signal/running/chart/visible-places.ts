/** The smallest width of the time between entry and expiry, in pixels: room for its words. */
const minZoneWidth = 60;
/** Room right of the expiry, in bars. */
export const placesAfterExpiry = 2.5;

/**
 * How many bars are shown: as much of the past as is readable at this width, but never so much that
 * a short signal shrinks to a line. `zoneLength`: from entry to expiry, in bars; zero: none is drawn.
 */
export function visiblePlaces(width: number, zoneLength: number): number {
  const readable = width < 520 ? 20 : 32;
  if (zoneLength <= 0) return readable;
  return Math.max(zoneLength + placesAfterExpiry, Math.min(readable, (width * zoneLength) / minZoneWidth));
}
