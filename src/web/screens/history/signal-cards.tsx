import { aiModelName } from '#domain/signals/ai-model.ts';
import { pairName } from '#domain/market/currency-pair.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { useProofText } from '#web/record/entry-proof.tsx';
import { DirectionIcon } from '#web/ui/direction-icon.tsx';
import { ModelFlag } from '#web/ui/model-flag.tsx';
import { PracticeChip } from '#web/ui/chip.tsx';
import { RowActions, useLinkedRow } from './row-actions.tsx';
import { ResultChip, type SignalRowProps, type SignalTableProps } from './signal-table.tsx';

/** The data of the table, for narrow screens. */
export const SignalCards = ({ signals, onRemove }: Omit<SignalTableProps, 'sort' | 'onSort'>) => (
  <ul>
    {signals.map((signal) => (
      <Card key={signal.id} signal={signal} onRemove={onRemove} />
    ))}
  </ul>
);

function Card({ signal, onRemove }: SignalRowProps) {
  const { t, f } = usePhrases();
  const proofText = useProofText();
  const isUp = signal.signal === 'BUY';
  const at = Date.parse(signal.time);
  return (
    <li
      className="hrow aria-[current=true]:bg-s2 aria-[current=true]:shadow-[inset_3px_0_var(--t1)]"
      {...useLinkedRow(signal.id)}
    >
      <span className="flex items-center gap-2">
        <b className="text-ink-1 font-semibold">{pairName(signal.symbol)}</b>
        <DirectionIcon isUp={isUp} className={`ic ${isUp ? 'up' : 'down'}`} />
        <span className="text-14">{t(isUp ? 'signal.up' : 'signal.down')}</span>
      </span>
      <ResultChip {...signal} />
      <span className="flex flex-col gap-1 text-13 text-ink-3">
        <span className="flex items-center gap-2">
          <ModelFlag model={signal.aiModel} size="xs" />
          {aiModelName(signal.aiModel)}
        </span>
        <span className="tabular-nums">
          <time dateTime={signal.time}>
            {f.date(at)}, {f.clock(at)}
          </time>{' '}
          · {t('history.minutes', { n: signal.duration })}
          {signal.chaseOf && ` · ${t('history.table.chase')}`}
        </span>
        {!signal.hasEdge && <PracticeChip className="self-start mt-1" />}
        {proofText && <span>{proofText(signal.proof).word}</span>}
      </span>
      <RowActions signal={signal} onRemove={onRemove} />
    </li>
  );
}
