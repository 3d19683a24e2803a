import type { ReactNode } from 'react';
import { useArrivalFocus } from '#web/ui/form/use-arrival-focus.ts';

interface MessageProps {
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}

export function Message({ title, text, children }: MessageProps) {
  const heading = useArrivalFocus();
  return (
    <>
      <div className="flex flex-col gap-2">
        <h1 className="h1" ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p className="break-words">{text}</p>
      </div>
      {children}
    </>
  );
}
