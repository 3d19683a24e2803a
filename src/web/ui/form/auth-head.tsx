import type { ReactNode } from 'react';
import { useArrivalFocus } from '../focus.ts';

interface AuthHeadProps {
  readonly title: string;
  /** The step replaces the pressed element, so its heading takes the focus. */
  readonly isArrival?: boolean;
  readonly children: ReactNode;
}

export function AuthHead({ title, isArrival = false, children }: AuthHeadProps) {
  const heading = useArrivalFocus();
  return (
    <div className="flex flex-col gap-2">
      <h1 className="h1" {...(isArrival && { ref: heading, tabIndex: -1 })}>
        {title}
      </h1>
      <p className="break-words">{children}</p>
    </div>
  );
}
