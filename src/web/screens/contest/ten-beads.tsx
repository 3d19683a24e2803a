import { contestRules } from '#domain/contest/contest-rules.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { OutcomeMark, type OutcomeShape } from '#web/ui/outcome-mark.tsx';

/**
 * One bead per trade: its outcome, or that it counted; the rest are empty. Wins, losses and ties
 * count equally.
 */
export function TenBeads({ beads }: { beads: readonly OutcomeShape[] }) {
  const { t } = usePhrases();
  const trades = Math.min(beads.length, contestRules.trades);
  return (
    <div className="b10" role="img" aria-label={t('contest.beads.label', { trades, required: contestRules.trades })}>
      {Array.from({ length: contestRules.trades }, (_, place) => {
        const shape = beads[place];
        return (
          <div key={place} className={shape ? 'ok' : ''}>
            {shape ? <OutcomeMark shape={shape} /> : <Empty />}
            <span className="tabular-nums">{place + 1}</span>
          </div>
        );
      })}
    </div>
  );
}

function Empty() {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r="6.6" fill="none" stroke="var(--line-3)" strokeWidth="1.2" strokeDasharray="2.2 2.2" />
    </svg>
  );
}
