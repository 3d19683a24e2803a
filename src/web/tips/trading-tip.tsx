import { lazyView } from '../routing/lazy-view.tsx';
import { Optional } from '../ui/optional.tsx';

const TipCard = lazyView(() => import('./tip-card.tsx'));

/** A tip to read while waiting. */
export function TradingTip() {
  return (
    <Optional>
      <TipCard />
    </Optional>
  );
}
