import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import type { Action } from '../api/use-action.ts';

type Tone = 'p' | 's' | 'g' | 'danger';

interface LabelProps {
  /** Primary, secondary, ghost or dangerous, and its size. */
  readonly look: Tone | `${Tone} ${'sm' | 'lg' | 'block' | 'lg block'}`;
  readonly icon?: LucideIcon | undefined;
  readonly text: ReactNode;
}

interface ActProps extends Omit<ComponentProps<'button'>, 'children'> {
  readonly action?: Action<[]>;
  /** While busy it stays focusable and ignores presses. */
  readonly isBusy?: boolean;
  readonly to?: never;
  readonly href?: never;
}

type LinkProps = { readonly action?: never; readonly isBusy?: never } & (
  | (Omit<ComponentProps<typeof Link>, 'children'> & { readonly href?: never })
  | (Omit<ComponentProps<'a'>, 'children'> & { readonly href: string; readonly to?: never })
);

type ButtonProps = LabelProps & (LinkProps | ActProps);

export function Button({ look, icon: Icon, text, ...rest }: ButtonProps) {
  const className = `btn ${look.replace(/\S+/g, 'btn-$&')} ${rest.className ?? ''}`.trimEnd();
  const label = (
    <>
      {Icon && <Icon className="ic" />}
      {text}
    </>
  );
  if (rest.to !== undefined) {
    return (
      <Link {...rest} className={className}>
        {label}
      </Link>
    );
  }
  if (rest.href !== undefined) {
    return (
      <a {...rest} className={className}>
        {label}
      </a>
    );
  }
  const { action, isBusy = action?.isBusy, onClick = action && (() => void action.run()), ...attributes } = rest;
  return (
    <button
      type="button"
      aria-busy={isBusy}
      aria-disabled={isBusy}
      {...attributes}
      onClick={isBusy ? ignorePress : onClick}
      className={className}
    >
      {label}
    </button>
  );
}

/** A submit button sends nothing either. */
const ignorePress = (event: MouseEvent): void => event.preventDefault();
