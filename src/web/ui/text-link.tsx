import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';

type TextLinkProps = { readonly text: ReactNode } & (
  | (Omit<ComponentProps<typeof Link>, 'children'> & { readonly href?: never })
  | (Omit<ComponentProps<'a'>, 'children'> & { readonly href: string; readonly to?: never })
);

export function TextLink({ text, className = '', ...rest }: TextLinkProps) {
  const shown = `link ${className}`.trimEnd();
  if (rest.to !== undefined) {
    return (
      <Link {...rest} className={shown}>
        {text}
      </Link>
    );
  }
  return (
    <a {...rest} className={shown}>
      {text}
    </a>
  );
}
