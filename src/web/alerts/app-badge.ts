import { serverClock } from '../api/server-clock.ts';
import { writeStored } from '../storage/stored.ts';

let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * A badge on the icon of the installed app until then (milliseconds, server time); null or a past
 * instant: none. It is stored for the next start of the app. Nothing happens where the browser has no badges.
 */
export function showAppBadge(until: number | null): void {
  if (!('setAppBadge' in navigator)) return;
  writeStored('app-badge', until);
  clearTimeout(timer);
  const left = until === null ? 0 : until - serverClock.now();
  // A browser may deny the badge; the app then has none.
  void (left > 0 ? navigator.setAppBadge() : navigator.clearAppBadge()).catch(() => undefined);
  if (left > 0) timer = setTimeout(() => showAppBadge(null), left);
}
