import type { RecordEquity } from '#contract/record-views.ts';
import { type AiModelKey, aiModelKeys, isAiModelKey } from '#domain/ai-model.ts';
import { usePhrases } from '../../language/use-phrases.ts';
import { EquityFigure } from './equity-figure.tsx';
import { EquityTable } from './equity-table.tsx';
import { ModelSelect } from './model-select.tsx';
import { useStakes } from './use-stakes.ts';

interface EquityCardProps {
  /** Null: on its way. */
  readonly equity: RecordEquity | null;
  readonly model: AiModelKey | null;
  readonly onModel: (model: AiModelKey | null) => void;
}

const dayMs = 86_400_000;

/** What one stake on every signal would have come to, with every fall on the way. */
export function EquityCard({ equity, model, onModel }: EquityCardProps) {
  const { t } = usePhrases();
  const stakes = useStakes();
  return (
    <section className="card" aria-labelledby="equity-title">
      <div className="card-h wrap-h">
        <h2 id="equity-title" className="h3">
          {t('record.equity.title')}
        </h2>
        {equity && equity.trades > 0 && <span className="chip num">{stakes(equity.total, 'signed')}</span>}
      </div>
      <div className="rec-tools">
        <ModelSelect
          label={t('record.calibration.choose')}
          models={aiModelKeys}
          chosen={model}
          all={t('record.equity.all')}
          onChoose={(chosen) => onModel(isAiModelKey(chosen) ? chosen : null)}
        />
      </div>
      {equity === null && (
        <div className="rec-wait" aria-hidden="true">
          <span className="sk" />
        </div>
      )}
      {equity?.trades === 0 && <p className="s14 rec-said">{t('record.equity.empty')}</p>}
      {equity && equity.trades > 0 && <Shown equity={equity} />}
    </section>
  );
}

function Shown({ equity }: { equity: RecordEquity }) {
  const { t, f } = usePhrases();
  const stakes = useStakes();
  const { drawdown } = equity;
  // Within a day the hour tells more than the date alone.
  const isShort = drawdown !== null && Date.parse(drawdown.to) - Date.parse(drawdown.from) < dayMs;
  const tell = (instant: string): string => {
    const at = Date.parse(instant);
    return isShort ? `${f.date(at)} ${f.clock(at)}` : f.date(at);
  };
  return (
    <>
      <EquityFigure equity={equity} />
      <p className="s14 t3 rec-said">
        {drawdown
          ? t('record.equity.deepest', {
              depth: stakes(drawdown.depth),
              from: tell(drawdown.from),
              to: tell(drawdown.to),
            })
          : t('record.equity.noDrawdown')}{' '}
        {t('record.equity.longest', { n: f.count(equity.longestLosses) })}{' '}
        {t('record.equity.note', { payout: f.percent(equity.payout) })}
      </p>
      <EquityTable equity={equity} />
    </>
  );
}
