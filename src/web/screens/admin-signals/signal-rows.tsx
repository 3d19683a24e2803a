import { Link } from 'react-router';
import type { AnySignal } from '#contract/admin/signals.ts';
import { aiModelName } from '#domain/signals/ai-model.ts';
import { pairName } from '#domain/market/currency-pair.ts';
import { OutcomeChip, When } from '#web/admin/table-cells.tsx';
import { priceIn } from '#web/admin/admin-texts.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { DirectionIcon } from '#web/ui/direction-icon.tsx';
import { ModelFlag } from '#web/ui/model-flag.tsx';
import { useIsWide } from '#web/ui/use-is-wide.ts';

interface SignalsProps {
  readonly signals: readonly AnySignal[];
}

export const SignalRows = (props: SignalsProps) =>
  useIsWide() ? <SignalTable {...props} /> : <SignalCards {...props} />;

function SignalTable({ signals }: SignalsProps) {
  const { t } = usePhrases();
  const columns = ['number', 'time', 'pair', 'direction', 'model'] as const;
  const numbers = ['passability', 'entry', 'close'] as const;
  return (
    <table className="tbl hist tabular-nums">
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {t(`admin.signals.${column}`)}
            </th>
          ))}
          {numbers.map((column) => (
            <th key={column} scope="col" className="r">
              {t(`admin.signals.${column}`)}
            </th>
          ))}
          <th scope="col">{t('admin.signals.result')}</th>
        </tr>
      </thead>
      <tbody>
        {signals.map((signal) => (
          <tr key={signal.id}>
            <SignalCells signal={signal} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function SignalCells({ signal }: { signal: AnySignal }) {
  const { t, f } = usePhrases();
  return (
    <>
      <td>
        <Number signal={signal} />
      </td>
      <td>
        <When at={signal.time} />
      </td>
      <td>
        <b className="pairc">{pairName(signal.symbol)}</b>
        <span className="text-13 text-ink-3 adm-remark">{t('admin.models.minutes', { n: signal.duration })}</span>
      </td>
      <td>
        <Direction signal={signal} />
      </td>
      <td>
        <span className="flex items-center gap-2">
          <ModelFlag model={signal.aiModel} size="xs" />
          {aiModelName(signal.aiModel)}
        </span>
      </td>
      <td className="r">{f.percent(signal.passability / 100)}</td>
      <td className="r">{priceIn(signal.symbol, signal.openPrice)}</td>
      <td className="r">{priceIn(signal.symbol, signal.closePrice)}</td>
      <td>
        <OutcomeChip result={signal.result} />
        <Remark signal={signal} />
      </td>
    </>
  );
}

const SignalCards = ({ signals }: SignalsProps) => (
  <ul>
    {signals.map((signal) => (
      <li key={signal.id} className="hrow">
        <SignalCard signal={signal} />
      </li>
    ))}
  </ul>
);

function SignalCard({ signal }: { signal: AnySignal }) {
  const { f } = usePhrases();
  return (
    <>
      <span className="flex items-center gap-2">
        <b className="text-ink-1 font-semibold">{pairName(signal.symbol)}</b>
        <Direction signal={signal} />
      </span>
      <OutcomeChip result={signal.result} />
      <span className="flex items-center gap-2 text-13 text-ink-3">
        <ModelFlag model={signal.aiModel} size="xs" />
        {aiModelName(signal.aiModel)} · {f.percent(signal.passability / 100)}
      </span>
      <Number signal={signal} />
      <span className="text-13 text-ink-3 tabular-nums">
        <When at={signal.time} />
      </span>
      <span>
        <Remark signal={signal} />
      </span>
    </>
  );
}

function Number({ signal: { id, number } }: { signal: AnySignal }) {
  const { t, f, lang } = usePhrases();
  return (
    <Link className="link tabular-nums" to={paths.adminSignal(lang, id)}>
      {t('admin.audit.signalNumber', { n: f.count(number) })}
    </Link>
  );
}

function Direction({ signal }: { signal: AnySignal }) {
  const { t } = usePhrases();
  const isUp = signal.signal === 'BUY';
  return (
    <span className="flex items-center gap-2">
      <DirectionIcon isUp={isUp} className={`ic ${isUp ? 'up' : 'down'}`} />
      {t(isUp ? 'admin.signals.void.up' : 'admin.signals.void.down')}
    </span>
  );
}

/** Why it is void, and whether its user has deleted it. */
function Remark({ signal: { voidReason, isRemoved } }: { signal: AnySignal }) {
  const { t } = usePhrases();
  const remarks = [
    voidReason && t(`admin.signals.reasons.${voidReason}`),
    isRemoved ? t('admin.signals.removed') : null,
  ].filter(Boolean);
  return remarks.length === 0 ? null : <span className="text-13 text-ink-3 adm-remark">{remarks.join(', ')}</span>;
}
