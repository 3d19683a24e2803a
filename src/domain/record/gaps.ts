import { minuteMs, startOfMinute } from '../time.ts';

/**
 * Why a minute has no forecast leaf. `closed`: the market or the operator's hours. `stopped`: the
 * product was not running. `late`: the forecasts could not be recorded within the minute.
 * `no_forecast`: no model had the bars that it needs.
 */
export const gapReasons = ['closed', 'stopped', 'late', 'no_forecast'] as const;
export type GapReason = (typeof gapReasons)[number];

/** Minutes [from, to), milliseconds UTC. */
export interface Gap {
  readonly from: number;
  readonly to: number;
  readonly reason: GapReason;
}

/** No tick of any pair came between these two instants, milliseconds UTC. */
export interface Silence {
  readonly from: number;
  readonly to: number;
}

/** A shorter silence excuses no minute. */
export const minSilenceMs = 1_000;

/** The minutes of [from, to), both at the start of a minute, as one gap for each run of a reason. */
export function gapsBetween(from: number, to: number, getReason: (minute: number) => GapReason): Gap[] {
  const gaps: Gap[] = [];
  for (let minute = from; minute < to; minute += minuteMs) {
    const reason = getReason(minute);
    const last = gaps.at(-1);
    if (last?.reason === reason) gaps[gaps.length - 1] = { ...last, to: minute + minuteMs };
    else gaps.push({ from: minute, to: minute + minuteMs, reason });
  }
  return gaps;
}

/** Start of the bar that had closed when a minute was stated, milliseconds UTC. */
export const getBarTime = ({ issuedAt }: { readonly issuedAt: string }): number =>
  startOfMinute(Date.parse(issuedAt)) - minuteMs;
