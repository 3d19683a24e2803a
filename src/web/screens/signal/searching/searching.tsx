import { aiModelName } from '#domain/signals/ai-model.ts';
import { currencyPairs, pairName } from '#domain/market/currency-pair.ts';
import { listSymbols } from '#web/api/signal-calls.ts';
import { useRead } from '#web/api/use-read.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { useWorkingStats } from '#web/session/use-working-stats.ts';
import { TradingTip } from '#web/tips/trading-tip.tsx';
import { Compass } from '#web/ui/compass.tsx';
import { StepLog } from '#web/ui/step-log.tsx';
import { ModelFlag } from '#web/ui/model-flag.tsx';
import type { SignalRequest } from '../signal-request.ts';

/**
 * The model is computing. Its progress is unknown here: no figures, and only the step of the open
 * market is marked as done.
 */
export function Searching({ request, onCancel }: { request: SignalRequest; onCancel: () => void }) {
  const { t, f } = usePhrases();
  const symbols = useRead(['symbols'], listSymbols).data ?? currencyPairs;
  const searched = request.symbol ? [request.symbol] : symbols.map(({ symbol }) => symbol);
  const isOpen = useWorkingStats().data?.open === true;
  const model = aiModelName(request.model);
  return (
    <div className="app-g" aria-busy="true">
      <section className="card">
        <div className="state pb-7">
          <div className="art">
            <Compass isSearching />
          </div>
          <h2>{t('signal.searching.title')}</h2>
          <p>
            {request.symbol
              ? t('signal.searching.textManual', { model, pair: pairName(request.symbol) })
              : t('signal.searching.text', { model, n: f.count(searched.length), count: searched.length })}
          </p>
          <button type="button" className="btn btn-g btn-sm" onClick={onCancel}>
            {t('signal.searching.cancel')}
          </button>
        </div>
        <ul className="grid grid-cols-4 phone:grid-cols-[1fr_1fr] gap-2 px-5 pb-5">
          {searched.slice(0, 12).map((symbol) => (
            <li key={symbol} className="inset px-3 py-2">
              <b className="text-14 text-ink-1 font-semibold">{pairName(symbol)}</b>
            </li>
          ))}
        </ul>
      </section>
      <aside className="rail">
        <div className="card p-card">
          <h2 className="h4 mb-1.5">{t('signal.searching.log')}</h2>
          <StepLog
            steps={[
              ...(isOpen ? [{ text: t('signal.searching.market'), state: 'done' } as const] : []),
              { text: t(request.symbol ? 'signal.searching.weighingPair' : 'signal.searching.weighing'), state: 'now' },
              { text: t('signal.searching.recording'), state: 'waiting' },
            ]}
          />
        </div>
        <div className="card p-card">
          <dl className="dl">
            <div>
              <dt>{t('signal.choose.model')}</dt>
              <dd>
                <ModelFlag model={request.model} size="xs" />
                {model}
              </dd>
            </div>
            <div>
              <dt>{t('signal.live.expiry')}</dt>
              <dd>{t('signal.minutes', { n: request.interval })}</dd>
            </div>
          </dl>
        </div>
        <TradingTip />
      </aside>
    </div>
  );
}
