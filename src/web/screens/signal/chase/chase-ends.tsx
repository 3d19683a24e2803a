import { Circle, CircleCheck, CircleMinus } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePhrases } from '#web/language/use-phrases.ts';
import { OutcomeMark } from '#web/ui/outcome-mark.tsx';
import { type ChaseEnd, type ChaseOdds, inHundred } from './chase-odds.ts';

/** Frequency and result of each end of a chain, against the certain cost of stopping. */
export function ChaseEnds({ odds: { ends, stop }, p }: { odds: ChaseOdds; p: number }) {
  const { t, f } = usePhrases();
  const counts = inHundred(ends.map(({ chance }) => chance));
  const [now = 0, next = 0] = counts;
  const dots = t('chase.dots', { percent: f.percent(p, 1) });
  const hasNext = ends.length > 2;
  return (
    <div className="chs">
      <div>
        <ChainDots counts={[now, hasNext ? next : 0, counts.at(-1) ?? 0]} label={dots} />
      </div>
      <ul className="cho">
        {ends.map((end, index) => (
          <li key={end.wonAt ?? 'lost'}>
            <EndMark end={end} isFirst={index === 0} />
            <span>
              <b className="text-ink-1 font-semibold tabular-nums">{t('chase.of100', { n: counts[index] ?? 0 })}</b>
              <EndNote end={end} isFirst={index === 0} hasNext={hasNext} />
            </span>
            <b className={`v ${end.wonAt === null ? 'loss' : 'text-ink-1'}`}>{f.profit(cents(end.total))}</b>
          </li>
        ))}
        <li className="sum">
          <CircleMinus className="ic" aria-hidden="true" />
          <span>
            <b className="text-ink-1 font-semibold">{t('chase.stop')}</b>
            <span className="text-14 block">{t('chase.stopNote')}</span>
          </span>
          <b className="v text-ink-1">{f.profit(stop)}</b>
        </li>
      </ul>
    </div>
  );
}

interface EndProps {
  readonly end: ChaseEnd;
  readonly isFirst: boolean;
}

function EndMark({ end, isFirst }: EndProps): ReactNode {
  if (end.wonAt === null) return <OutcomeMark shape="loss" className="mk" />;
  const Mark = isFirst ? CircleCheck : Circle;
  return <Mark className="ic win" aria-hidden="true" />;
}

function EndNote({ end: { wonAt, stake }, isFirst, hasNext }: EndProps & { hasNext: boolean }) {
  const { t, f } = usePhrases();
  const lost = t(hasNext ? 'chase.lostBoth' : 'chase.lostLast');
  const won = t(isFirst ? 'chase.winNow' : 'chase.winNext', { stake: f.usd(stake) });
  return <span className="text-14 block">{wonAt === null ? lost : won}</span>;
}

const cents = (amount: number): number => Math.round(amount * 100) / 100;

/** A hundred chains by their end: full circle, ring, square. */
function ChainDots({ counts, label }: { counts: readonly [now: number, next: number, lost: number]; label: string }) {
  const [now, next] = counts;
  return (
    <svg viewBox="0 0 200 200" width="152" height="152" role="img" aria-label={label}>
      {Array.from({ length: 100 }, (_, index) => {
        const [x, y] = [(index % 10) * 20 + 10, Math.floor(index / 10) * 20 + 10];
        if (index < now) return <circle key={index} cx={x} cy={y} r="7" fill="var(--win)" />;
        if (index < now + next)
          return <circle key={index} cx={x} cy={y} r="6" fill="none" stroke="var(--win)" strokeWidth="2" />;
        return <rect key={index} x={x - 6} y={y - 6} width="12" height="12" rx="2.5" fill="var(--loss)" />;
      })}
    </svg>
  );
}
