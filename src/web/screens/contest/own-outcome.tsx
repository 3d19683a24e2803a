import type { Contest } from '#contract/contest.ts';
import { Rich } from '#web/language/rich.tsx';
import { usePhrases } from '#web/language/use-phrases.ts';

type OwnEntry = NonNullable<Contest['me']>;

/** The result of the draw for the user's own entry, and what to do next. */
export function OwnOutcome({ me }: { me: OwnEntry }) {
  const { t, f } = usePhrases();
  const { prize, number } = me;
  if (number === null) return t('contest.own.tooFew', { trades: me.trades, required: me.required });
  if (!prize) return <Rich text={t('contest.own.notDrawn', { number })} />;
  if (prize.status !== 'awaiting') return <Rich text={t(`contest.own.${prize.status}`, { number })} />;
  const until = Date.parse(prize.proofsUntil);
  return <Rich text={t('contest.own.won', { number, until: `${f.day(until)}, ${f.clock(until)}` })} />;
}
