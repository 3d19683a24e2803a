import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useState } from 'react';
import type { SymbolInfo } from '#contract/signals.ts';
import { currencyPairs, pairName } from '#domain/market/currency-pair.ts';
import { symbolsQuery } from '#web/api/calls/signal-calls.ts';
import { usePhrases } from '#web/language/use-phrases.ts';

/** For the manual model: the trader chooses the pair. */
export function PairPicker({ chosen, onChoose }: { chosen: string | null; onChoose: (symbol: string) => void }) {
  const { t } = usePhrases();
  const [query, setQuery] = useState('');
  const symbols = useQuery(symbolsQuery).data ?? everyPair;
  const found = symbols.filter(({ symbol, isOffered }) => isOffered && matches(symbol, query));
  const notOffered = symbols.filter(({ isOffered }) => !isOffered).map(({ symbol }) => pairName(symbol));
  return (
    <section data-tour="pair">
      <div className="fsec">
        <h2 id="pair-title">{t('signal.choose.pair')}</h2>
      </div>
      <div className="card p-4 flex flex-col gap-4">
        <div className="pair-search">
          <Search className="ic" />
          <input
            className="inp-t"
            type="search"
            value={query}
            placeholder={t('signal.choose.pairSearch')}
            aria-label={t('signal.choose.pairSearchLabel')}
            onChange={({ target }) => setQuery(target.value)}
          />
        </div>
        <div className="pairs" role="radiogroup" aria-labelledby="pair-title">
          {found.map(({ symbol, isOpen }) => (
            <label key={symbol}>
              <input
                className="sr-only"
                type="radio"
                name="pair"
                value={symbol}
                checked={symbol === chosen}
                disabled={!isOpen}
                onChange={() => onChoose(symbol)}
              />
              {pairName(symbol)}
              {!isOpen && <span className="text-12 text-ink-3">{t('signal.choose.pairClosed')}</span>}
            </label>
          ))}
        </div>
        {found.length === 0 && <p className="text-14 text-ink-3">{t('signal.choose.pairNone')}</p>}
        {notOffered.length > 0 && (
          <p className="text-13 text-ink-3">{t('signal.choose.pairsNotOffered', { pairs: notOffered.join(', ') })}</p>
        )}
      </div>
    </section>
  );
}

/** Until the server has responded, every pair of the product is offered. */
const everyPair: readonly Pick<SymbolInfo, 'symbol' | 'isOpen' | 'isOffered'>[] = currencyPairs.map(({ symbol }) => ({
  symbol,
  isOpen: true,
  isOffered: true,
}));

/** Ignores slash, space and case: "eur usd" finds EUR/USD. */
const matches = (symbol: string, query: string): boolean => symbol.includes(query.toUpperCase().replace(/[^A-Z]/g, ''));
