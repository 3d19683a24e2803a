import { isAutomated } from '#domain/is-automated.ts';
import { optionalView } from '../routing/lazy-view.tsx';
import { useSiteSettings } from '../theme/site-settings.ts';

const DevtoolsBlock = optionalView(() => import('./devtools-block.tsx'));

/**
 * Off unless the operator has enabled it; never active for crawlers, nor for users of assistive
 * technology (devtools-block.tsx).
 */
export function DevtoolsGate() {
  if (!useSiteSettings()?.devtoolsBlocking || isAutomated(navigator)) return null;
  return <DevtoolsBlock />;
}
