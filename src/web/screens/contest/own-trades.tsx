import { Check } from 'lucide-react';
import type { Contest } from '#contract/contest.ts';
import { contestRules } from '#domain/contest/contest-rules.ts';
import { pairName } from '#domain/market/currency-pair.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Card } from '#web/ui/card.tsx';
import { TableOrCards } from '#web/ui/data-table.tsx';
import { OutcomeChip } from '#web/ui/outcome-mark.tsx';

export type OwnEntry = NonNullable<Contest['me']>;
type OwnTrade = OwnEntry['list'][number];

/** Every closed trade during the contest: which ones count, and why the others do not. */
export function OwnTrades({ contest, me }: { contest: Contest; me: OwnEntry }) {
  const { t } = usePhrases();
  return (
    <Card
      title={t('contest.trades.title')}
      titleId="trades-title"
      aside={
        <span className="text-13 text-ink-3">
          <ReadAt evidence={contest.evidence} syncedAt={me.syncedAt} />
        </span>
      }
    >
      {me.list.length === 0 ? (
        <p className="p-card text-ink-3">{t('contest.trades.empty')}</p>
      ) : (
        <TradeRows trades={me.list} />
      )}
    </Card>
  );
}

function ReadAt({ evidence, syncedAt }: Pick<Contest, 'evidence'> & Pick<OwnEntry, 'syncedAt'>) {
  const { t, f } = usePhrases();
  if (evidence === 'screenshots') return t('contest.trades.byScreenshots');
  return syncedAt === null
    ? t('contest.trades.unread')
    : t('contest.trades.synced', { time: f.clock(Date.parse(syncedAt)) });
}

/** Numbers the counted trades; newest first, so the numbers descend. */
function numbered(trades: readonly OwnTrade[]): (OwnTrade & { readonly number: number | null })[] {
  let number = trades.filter(({ reason }) => reason === null).length;
  return trades.map((trade) => ({ ...trade, number: trade.reason === null ? number-- : null }));
}

function TradeRows({ trades }: { trades: readonly OwnTrade[] }) {
  const { t, f } = usePhrases();
  const moment = ({ at }: OwnTrade): string => `${f.date(Date.parse(at))}, ${f.clock(Date.parse(at))}`;
  return (
    <TableOrCards
      className="tbl hist"
      rows={numbered(trades)}
      getKey={({ at, symbol, reason }) => `${at}${symbol}${reason}`}
      columns={[
        [t('contest.trades.number'), ({ number }) => number],
        [t('contest.trades.pair'), ({ symbol }) => pairName(symbol), 'pairc'],
        [t('contest.trades.date'), moment],
        [t('contest.trades.stake'), ({ stake }) => (stake === null ? '–' : f.usd(stake)), 'r'],
        [t('contest.trades.result'), ({ result }) => <Result result={result} />],
        [t('contest.trades.counts'), ({ reason }) => <Counted reason={reason} />, 'r'],
      ]}
      card={(trade) => (
        <>
          <b className="text-ink-1">
            {pairName(trade.symbol)}{' '}
            {trade.stake !== null && (
              <span className="text-ink-3 tabular-nums contest-stake">{f.usd(trade.stake)}</span>
            )}
          </b>
          <Result result={trade.result} />
          <span className="text-13 text-ink-3 tabular-nums">{moment(trade)}</span>
          <span className="text-13">
            <Counted reason={trade.reason} />
          </span>
        </>
      )}
    />
  );
}

const Result = ({ result }: Pick<OwnTrade, 'result'>) =>
  result === null ? <span className="text-ink-3">–</span> : <OutcomeChip result={result} />;

function Counted({ reason }: Pick<OwnTrade, 'reason'>) {
  const { t, f } = usePhrases();
  if (reason === 'stake') {
    return (
      <span className="text-ink-3">{t('contest.trades.reasons.stake', { stake: f.usd(contestRules.minStake) })}</span>
    );
  }
  if (reason !== null) return <span className="text-ink-3">{t(`contest.trades.reasons.${reason}`)}</span>;
  return (
    <span className="contest-yes">
      <Check className="ic win size-4" />
      {t('contest.trades.yes')}
    </span>
  );
}
