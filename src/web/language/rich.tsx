import { Fragment, type ReactNode } from 'react';

/** A phrase with `<b>` parts, as elements: phrases never become markup by themselves. */
export function Rich({ text }: { text: string }): ReactNode {
  return text
    .split(/(<b>.*?<\/b>)/)
    .map((part) =>
      part.startsWith('<b>') ? <b key={part}>{part.slice(3, -4)}</b> : <Fragment key={part}>{part}</Fragment>,
    );
}
