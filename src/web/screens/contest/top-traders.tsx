import type { Contest } from '#contract/contest.ts';
import type { ModelFigures } from '#contract/record/record.ts';
import { recordPaths } from '#contract/paths.ts';
import { usePublicRead } from '#web/api/use-public-read.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { IntervalBar } from '#web/record/interval-bar.tsx';
import { Section } from '#web/ui/section.tsx';

type Trader = Contest['topTraders'][number];

/** Shows the intervals side by side, because a rank alone says little. */
export function TopTraders({ contest: { topTraders } }: { contest: Contest }) {
  const { t } = usePhrases();
  const { data } = usePublicRead<ModelFigures[]>(recordPaths.models);
  return (
    <Section
      className="sec contest-sec"
      title={t('contest.top.title')}
      titleId="top-title"
      lead={t('contest.top.lead')}
    >
      {topTraders.length === 0 ? (
        <p className="text-ink-3">{t('contest.top.none')}</p>
      ) : (
        <Ranking traders={topTraders} breakEven={data?.[0]?.breakEven ?? null} />
      )}
    </Section>
  );
}

function Ranking({ traders, breakEven }: { traders: readonly Trader[]; breakEven: number | null }) {
  const { t, f } = usePhrases();
  const scale = createScale(traders, breakEven);
  return (
    <>
      <section className="card">
        <div className="lb-head tabular-nums" aria-hidden="true">
          <span>{t('contest.top.who')}</span>
          <span className="n">{t('contest.top.signals')}</span>
          <span>
            {breakEven === null
              ? t('contest.top.interval')
              : t('contest.top.intervalAgainst', { percent: f.percent(breakEven, 1) })}
          </span>
          <span className="wr">{t('contest.top.rate')}</span>
        </div>
        <ol className="lb tabular-nums">
          {traders.map((trader) => (
            <Row key={`${trader.email}${trader.low}`} {...{ trader, breakEven, scale }} />
          ))}
        </ol>
      </section>
      <p className="text-14 text-ink-3 contest-said">{t('contest.top.note')}</p>
    </>
  );
}

/** Position of a share, in percent of the width. */
type Scale = (share: number) => number;

/** One scale for all intervals, including the break-even. */
function createScale(traders: readonly Trader[], breakEven: number | null): Scale {
  const shares = traders.flatMap(({ low, high }) => [low, high]).concat(breakEven ?? []);
  const [from, to] = [Math.min(...shares) - margin, Math.max(...shares) + margin];
  return (share) => ((share - from) / (to - from)) * 100;
}

const margin = 0.05;

function Row({ trader, breakEven, scale }: { trader: Trader; breakEven: number | null; scale: Scale }) {
  const { t, f } = usePhrases();
  return (
    <li>
      <span className="nm">{trader.email}</span>
      <span className="n">
        {f.count(trader.total)} <span className="unit">{t('contest.top.unit', { count: trader.total })}</span>
      </span>
      <IntervalBar interval={trader} winRate={trader.winRate} x={scale} breakEven={breakEven} />
      <span className="wr">
        {f.percent(trader.winRate, 1)}
        <small>{f.range(trader.low, trader.high)}</small>
      </span>
    </li>
  );
}
