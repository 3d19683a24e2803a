import { lazy, useEffect, useState } from 'react';
import { siteSettings } from '../theme/site-settings.ts';
import { Optional } from '../ui/optional.tsx';

const DevtoolsBlock = lazy(() => import('./devtools-block.tsx').then((module) => ({ default: module.DevtoolsBlock })));

/**
 * Off unless the operator has enabled it. The block itself knows for whom it is never active.
 */
export function DevtoolsGate() {
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    void siteSettings().then(({ devtoolsBlocking }) => setOn(devtoolsBlocking));
  }, []);
  if (!isOn) return null;
  return (
    <Optional>
      <DevtoolsBlock />
    </Optional>
  );
}
