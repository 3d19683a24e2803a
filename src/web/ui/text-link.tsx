import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';

type TextLinkProps = { readonly text: ReactNode } & (
  | (Omit<ComponentProps<typeof Link>, 'children'> & { readonly href?: never })
  | (ComponentProps<'a'> & { readonly href: string; readonly to?: never })
);

/** A link among words. */
export function TextLink({ text, className = '', ...rest }: TextLinkProps) {
  const shown = { className: `link ${className}`.trimEnd(), children: text };
  return rest.to === undefined ? <a {...rest} {...shown} /> : <Link {...rest} {...shown} />;
}
