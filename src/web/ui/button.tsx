import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import type { Action } from '../api/use-action.ts';

type Tone = 'p' | 's' | 'g';

interface LabelProps {
  /** Primary, secondary or ghost, and its size. */
  readonly look: Tone | `${Tone} ${'sm' | 'lg' | 'block' | 'lg block'}`;
  readonly icon?: LucideIcon;
  readonly text: ReactNode;
}

interface ActProps extends ComponentProps<'button'> {
  /** Started by a press. */
  readonly action?: Pick<Action<[]>, 'run' | 'isBusy'>;
  /** It keeps the focus, which a disabled button would lose. */
  readonly isBusy?: boolean;
  readonly to?: never;
  readonly href?: never;
}

type ButtonProps = LabelProps &
  (
    | Omit<ComponentProps<typeof Link>, 'children'>
    | (ComponentProps<'a'> & { readonly href: string; readonly to?: never })
    | ActProps
  );

/** A button with its words, which acts; or a link that looks like one. */
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
      onClick={onClick}
      className={className}
    >
      {label}
    </button>
  );
}
