import { lazy, useEffect, useState } from 'react';
import { siteSettings } from '../theme/site-settings.ts';
import { Optional } from '../ui/optional.tsx';
import { isAutomated, mayUseAssistance } from './is-automated.ts';

const DevtoolsBlock = lazy(() => import('./devtools-block.tsx').then((module) => ({ default: module.DevtoolsBlock })));

/**
 * Off unless the operator has enabled it; never active for crawlers or for users of assistive
 * technology.
 */
export function DevtoolsGate() {
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    void siteSettings().then(({ devtoolsBlocking }) => setOn(devtoolsBlocking && !isExempt()));
  }, []);
  if (!isOn) return null;
  return (
    <Optional>
      <DevtoolsBlock />
    </Optional>
  );
}

const isExempt = (): boolean => isAutomated(navigator) || mayUseAssistance((query) => matchMedia(query).matches);
