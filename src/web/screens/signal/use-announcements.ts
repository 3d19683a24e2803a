import { useEffect, useRef } from 'react';
import type { Signal } from '#contract/signals.ts';
import { pairName } from '#domain/currency-pair.ts';
import { serverClock } from '../../api/server-clock.ts';
import { usePhrases } from '../../language/use-phrases.ts';
import { announce } from '../../ui/announcer.ts';
import { dueAnnouncements } from './due-announcements.ts';

/** Says what matters and nothing more: signal found, a minute and ten seconds left, the result. */
export function useAnnouncements(shown: Signal | null): void {
  const { t, f } = usePhrases();
  const before = useRef<Signal | null>(null);

  useEffect(() => {
    const previous = before.current;
    before.current = shown;
    if (!shown) return;
    const isNew = previous?.id !== shown.id && shown.status !== 'settled';
    const isOver = previous?.id === shown.id && previous.status !== 'settled' && shown.status === 'settled';
    const direction = t(shown.signal === 'BUY' ? 'signal.up' : 'signal.down');
    const percent = f.percent(shown.passability / 100);
    if (isNew) announce(t('signal.announce.found', { pair: pairName(shown.symbol), direction, percent }));
    if (isOver) announce(t('signal.announce.result', { result: t(`signal.result.${shown.result ?? 'void'}`) }));
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
