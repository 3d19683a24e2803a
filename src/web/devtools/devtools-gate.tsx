import { lazy, useEffect, useState } from 'react';
import { isAutomated } from '#domain/is-automated.ts';
import { siteSettings } from '../theme/site-settings.ts';
import { Optional } from '../ui/optional.tsx';

const DevtoolsBlock = lazy(() => import('./devtools-block.tsx').then((module) => ({ default: module.DevtoolsBlock })));

/**
 * Off unless the operator has enabled it; never active for crawlers, nor for users of assistive
 * technology (devtools-block.tsx).
 */
export function DevtoolsGate() {
  const [isOn, setIsOn] = useState(false);
  useEffect(() => {
    void siteSettings().then(({ devtoolsBlocking }) => setIsOn(devtoolsBlocking && !isAutomated(navigator)));
  }, []);
  if (!isOn) return null;
  return (
    <Optional>
      <DevtoolsBlock />
    </Optional>
  );
}
