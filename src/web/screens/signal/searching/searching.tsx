import { useQuery } from '@tanstack/react-query';
import { type AiModelKey, aiModelName } from '#domain/signals/ai-model.ts';
import { currencyPairs, pairName } from '#domain/market/currency-pair.ts';
import { symbolsQuery } from '#web/api/calls/signal-calls.ts';
import type { Phrases } from '#web/language/phrase-book.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { optionalView } from '#web/routing/lazy-view.tsx';
import { useWorkingStats } from '#web/session/working-stats.ts';
import { Button } from '#web/ui/button.tsx';
import { Fact } from '#web/ui/card.tsx';
import { Compass } from '#web/ui/figures/compass.tsx';
import { StepLog } from '#web/ui/step-log.tsx';
import { ModelFlag } from '#web/ui/model-flag.tsx';
import { getPair, type Search } from '../signal-request.ts';

const TradingTip = optionalView(() => import('#web/tips/tip-card.tsx'));

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
  const symbols = useQuery(symbolsQuery).data ?? currencyPairs;
  const pair = getPair(request);
  const searched = pair ? [pair] : symbols.map(({ symbol }) => symbol);
  const isOpen = useWorkingStats()?.open === true;
  const model = request.kind === 'best' ? null : request.model;
  return (
    <div className="app-g" aria-busy="true">
      <section className="card">
        <div className="state pb-7">
          <div className="art">
            <Compass />
          </div>
          <h2>{t('signal.searching.title')}</h2>
          <p>{model === null ? t('signal.searching.textBest') : searchText(model, pair, searched.length, { t, f })}</p>
          <Button look="g sm" onClick={onCancel} text={t('signal.searching.cancel')} />
        </div>
        <SearchedPairs symbols={searched} found={found} />
      </section>
      <aside className="rail">
        <div className="card p-card">
          <h2 className="h4 mb-1.5">{t('signal.searching.log')}</h2>
          <StepLog
            steps={[
              ...(isOpen ? [{ text: t('signal.searching.market'), state: 'done' } as const] : []),
              { text: t(pair ? 'signal.searching.weighingPair' : 'signal.searching.weighing'), state: 'now' },
              { text: t('signal.searching.recording'), state: 'waiting' },
            ]}
          />
        </div>
        <div className="card p-card">
          <dl className="dl">
            <Fact name={t('signal.choose.model')}>
              {model && <ModelFlag model={model} size="xs" />}
              {model ? aiModelName(model) : t('signal.searching.allModels')}
            </Fact>
            <Fact name={t('signal.live.expiry')}>
              {request.kind === 'best'
                ? t('signal.searching.anyDuration')
                : t('signal.minutes', { n: request.interval })}
            </Fact>
          </dl>
        </div>
        <TradingTip />
      </aside>
    </div>
  );
}

function searchText(key: AiModelKey, pair: string | null, count: number, { t, f }: Pick<Phrases, 't' | 'f'>): string {
  const model = aiModelName(key);
  if (pair) return t('signal.searching.textManual', { model, pair: pairName(pair) });
  return t('signal.searching.text', { model, n: f.count(count), count });
}

interface SearchedPairsProps {
  readonly symbols: readonly string[];
  /** The pair that stays when the others fall away; null: the model is still computing. */
  readonly found: string | null;
}

function SearchedPairs({ symbols, found }: SearchedPairsProps) {
  return (
    <ul className={`searched ${found && symbols.includes(found) ? 'is-found' : ''}`}>
      {symbols.map((symbol, index) => (
        <li
          key={symbol}
          className={`inset ${symbol === found ? 'found' : ''}`}
          style={{ animationDelay: `${20 * index}ms` }}
        >
          {pairName(symbol)}
        </li>
      ))}
    </ul>
  );
}
