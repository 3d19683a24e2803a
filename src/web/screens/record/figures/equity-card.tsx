import type { RecordEquity } from '#contract/record/views.ts';
import { aiModelKeys } from '#domain/signals/ai-model.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Card } from '#web/ui/card.tsx';
import { Later } from '../later.tsx';
import { ModelSelect } from '../model-select.tsx';
import type { RecordView, ShownRecord } from '../use-record-address.ts';
import { useStakes } from './use-stakes.ts';
import { Waiting } from '../waiting.tsx';

interface EquityCardProps {
  /** Null: loading. */
  readonly equity: RecordEquity | null;
  readonly view: ShownRecord;
  readonly onChange: (change: Partial<RecordView>) => void;
}

/** The hypothetical result of one stake per forecast, with every drawdown. */
export function EquityCard({ equity, view, onChange }: EquityCardProps) {
  const { t } = usePhrases();
  const stakes = useStakes();
  return (
    <Card
      title={t('record.equity.title')}
      titleId="equity-title"
      aside={equity && equity.trades > 0 && <span className="chip">{stakes(equity.total, 'signed')}</span>}
    >
      <div className="rec-tools">
        <ModelSelect
          models={aiModelKeys}
          chosen={view.model}
          all={t('record.equity.all')}
          onChoose={(model) => onChange({ model })}
        />
        <span className="text-13 text-ink-3">{t(`record.models.${view.source}`)}</span>
      </div>
      {equity === null && <Waiting />}
      {equity?.trades === 0 && <p className="text-14 rec-said">{t('record.equity.empty')}</p>}
      {equity && equity.trades > 0 && <Later>{({ EquityShown }) => <EquityShown equity={equity} />}</Later>}
    </Card>
  );
}
