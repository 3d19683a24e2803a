import { isAutomated } from '#domain/is-automated.ts';
import { lazyView } from '../routing/lazy-view.tsx';
import { useSiteSettings } from '../theme/site-settings.ts';
import { Optional } from '../ui/optional.tsx';

const DevtoolsBlock = lazyView(() => import('./devtools-block.tsx'));

/**
 * Off unless the operator has enabled it; never active for crawlers, nor for users of assistive
 * technology (devtools-block.tsx).
 */
export function DevtoolsGate() {
  if (!useSiteSettings()?.devtoolsBlocking || isAutomated(navigator)) return null;
  return (
    <Optional>
      <DevtoolsBlock />
    </Optional>
  );
}
