import type { ReactNode } from 'react';
import { Fragment, jsxs } from '#web/jsx-runtime.ts';

type Part = (text: string) => ReactNode;

/** A phrase with `<a>` and `<b>` parts, each drawn by the caller; never as HTML. */
export function Tagged({ text, a, b = bold }: { text: string; a?: Part; b?: Part }): ReactNode {
  // Children without keys: two parts may be alike.
  return jsxs(Fragment, { children: text.split(/(<[ab]>.*?<\/[ab]>)/).map((part) => drawn(part, { a, b })) });
}

function drawn(part: string, parts: { a: Part | undefined; b: Part }): ReactNode {
  const [, tag, text = ''] = /^<([ab])>(.*)<\/\1>$/.exec(part) ?? [];
  if (tag === 'a') return parts.a?.(text) ?? text;
  return tag === 'b' ? parts.b(text) : part;
}

const bold: Part = (text) => <b>{text}</b>;

/** Renders a phrase with `<b>` parts alone. */
export const Rich = ({ text }: { text: string }) => <Tagged text={text} />;
