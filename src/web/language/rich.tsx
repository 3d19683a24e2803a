import { Fragment, type ReactNode } from 'react';

/** Renders a phrase with `<b>` parts as elements, without treating phrases as HTML. */
export function Rich({ text }: { text: string }): ReactNode {
  return text
    .split(/(<b>.*?<\/b>)/)
    .map((part) =>
      part.startsWith('<b>') ? <b key={part}>{part.slice(3, -4)}</b> : <Fragment key={part}>{part}</Fragment>,
    );
}
