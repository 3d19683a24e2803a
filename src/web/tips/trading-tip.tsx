import { lazy } from 'react';
import { Optional } from '../ui/optional.tsx';

const TipCard = lazy(() => import('./tip-card.tsx').then((module) => ({ default: module.TipCard })));

/** Something of use while somebody waits. */
export function TradingTip() {
  return (
    <Optional>
      <TipCard />
    </Optional>
  );
}
