import type { ModelFigures } from '#contract/record/record.ts';
import type { RecordSummary } from '#contract/record/views.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Card } from '#web/ui/card.tsx';

/** States which market the record covers, and what its figures exclude. */
export function FactsCard({ models, summary }: { models: readonly ModelFigures[]; summary: RecordSummary }) {
  const { t, f } = usePhrases();
  const sum = (one: 'void' | 'neutral'): string => f.count(models.reduce((all, figures) => all + figures[one], 0));
  const { quorum, count } = summary.witnesses;
  const facts = [
    [t('record.facts.market'), null, <Market key="market" kind={summary.feed.kind} />],
    [t('record.facts.leaves'), f.count(summary.size), null],
    [t('record.facts.void'), sum('void'), t('record.facts.voidNote')],
    [t('record.facts.ties'), sum('neutral'), t('record.facts.tiesNote')],
    [t('record.facts.hours'), null, t(summary.excludesThinHours ? 'record.facts.hoursOut' : 'record.facts.hoursIn')],
    [
      t('record.facts.witnesses'),
      null,
      t(quorum === 0 ? 'record.facts.noQuorum' : 'record.facts.quorum', { quorum, count }),
    ],
    [t('record.facts.payout'), f.percent(summary.payout), t('record.facts.payoutNote')],
  ] as const;
  return (
    <Card title={t('record.facts.title')} titleId="facts-title">
      <dl className="rec-facts">
        {facts.map(([name, figure, note]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {figure !== null && <b className="tabular-nums">{figure}</b>}
              {note !== null && <span>{note}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function Market({ kind }: { kind: string }) {
  const { t } = usePhrases();
  if (kind === 'simulated') return t('record.facts.simulated');
  return kind === 'replay' ? t('record.facts.replay') : t('record.facts.live', { kind });
}
