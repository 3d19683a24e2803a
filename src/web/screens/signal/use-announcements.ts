import { useEffect, useRef } from 'react';
import type { Signal } from '#contract/signals.ts';
import { pairName } from '#domain/market/currency-pair.ts';
import { minuteMs } from '#domain/time.ts';
import { createAlert } from '#web/alerts/alert.ts';
import type { AlertKind } from '#web/alerts/play-tone.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { announce } from '#web/ui/feedback/announcer.ts';

/**
 * Announces only what matters: signal found; a minute, half a minute and ten seconds left; the
 * outcome.
 */
export function useAnnouncements(shown: Signal | null): void {
  const { t, f } = usePhrases();
  const before = useRef<Signal | null>(null);

  useEffect(() => {
    const previous = before.current;
    before.current = shown;
    if (!shown) return;
    const isNew = previous?.id !== shown.id && shown.status !== 'settled' && isFresh(shown);
    const isOver = previous?.id === shown.id && previous.status !== 'settled' && shown.status === 'settled';
    const direction = t(shown.signal === 'BUY' ? 'signal.up' : 'signal.down');
    const percent = f.percent(shown.passability / 100);
    const found = shown.hasEdge ? 'signal.announce.found' : 'signal.announce.practice';
    if (isNew) announceEvent('found', t(found, { pair: pairName(shown.symbol), direction, percent }));
    if (isOver) {
      const result = t(`signal.result.${shown.result ?? 'void'}`);
      const why = shown.voidReason ? `. ${t(`signal.void.${shown.voidReason}`)}` : '';
      announceEvent('result', t('signal.announce.result', { result }) + why);
    }
  }, [shown, t, f]);

  const expiresAt = shown?.status === 'live' ? shown.expiresAt : null;
  useEffect(() => {
    if (!expiresAt) return undefined;
    const timers = dueAnnouncements(Date.parse(expiresAt) - serverClock.now()).map(({ kind, inMs }) =>
      setTimeout(() => announce(t(`signal.announce.${kind}`)), inMs),
    );
    return () => timers.forEach(clearTimeout);
  }, [expiresAt, t]);
}

/** After a reload the signal was already announced. */
const isFresh = ({ time }: Signal): boolean => serverClock.now() - Date.parse(time) < 20_000;

/** Always to screen readers, otherwise through the enabled alerts. */
function announceEvent(kind: AlertKind, text: string): void {
  announce(text);
  createAlert(kind, text);
}

interface DueAnnouncement {
  readonly kind: 'minuteLeft' | 'halfLeft' | 'tenLeft';
  readonly inMs: number;
}

/** The announcements still due, with their delays in milliseconds. */
export function dueAnnouncements(leftMs: number): readonly DueAnnouncement[] {
  const all: readonly DueAnnouncement[] = [
    { kind: 'minuteLeft', inMs: leftMs - minuteMs },
    { kind: 'halfLeft', inMs: leftMs - 30_000 },
    { kind: 'tenLeft', inMs: leftMs - 10_000 },
  ];
  return all.filter(({ inMs }) => inMs > 0);
}
