import { pairName } from '#domain/market/currency-pair.ts';

interface SearchedPairsProps {
  readonly symbols: readonly string[];
  /** The pair that stays when the others fall away; null: the model is still computing. */
  readonly found: string | null;
}

export function SearchedPairs({ symbols, found }: SearchedPairsProps) {
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
