import { lazy } from 'react';
import { Optional } from '../ui/optional.tsx';

const TipCard = lazy(() => import('./tip-card.tsx').then((module) => ({ default: module.TipCard })));

/** A tip to read while waiting. */
export function TradingTip() {
  return (
    <Optional>
      <TipCard />
    </Optional>
  );
}
