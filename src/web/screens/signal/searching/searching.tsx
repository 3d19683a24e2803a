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
import type { Search } from '../search.ts';
import { SearchedPairs } from './searched-pairs.tsx';

interface SearchingProps {
  readonly search: Extract<Search, { kind: 'searching' }>;
  readonly onCancel: () => void;
}

/**
 * The model is computing. Its progress is unknown here: no figures, and only the step of the open
 * market is marked as done.
 */
export function Searching({ search: { request, found }, onCancel }: SearchingProps) {
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
        <SearchedPairs symbols={searched} found={found} />
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
