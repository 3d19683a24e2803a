import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { ActionButton } from './action-button.tsx';

type Tone = 'p' | 's' | 'g';

interface LabelProps {
  /** Primary, secondary or ghost, and its size. */
  readonly look: Tone | `${Tone} ${'sm' | 'lg' | 'block' | 'lg block'}`;
  readonly icon?: LucideIcon;
  readonly text: ReactNode;
}

type ButtonProps = LabelProps &
  (
    | (Omit<ComponentProps<typeof Link>, 'children'> & { readonly action?: never })
    | (ComponentProps<'a'> & { readonly href: string; readonly to?: never; readonly action?: never })
    | (Omit<ComponentProps<typeof ActionButton>, 'children'> & { readonly to?: never; readonly href?: never })
    | (ComponentProps<'button'> & { readonly to?: never; readonly href?: never; readonly action?: never })
  );

/** A button with its words, which acts; or a link that looks like one. */
export function Button({ look, icon: Icon, text, ...rest }: ButtonProps) {
  const className = `btn ${look.replace(/\S+/g, 'btn-$&')} ${rest.className ?? ''}`.trimEnd();
  const children = (
    <>
      {Icon && <Icon className="ic" />}
      {text}
    </>
  );
  if (rest.to !== undefined) return <Link {...rest} {...{ className, children }} />;
  if (rest.href !== undefined) return <a {...rest} {...{ className, children }} />;
  if (rest.action !== undefined) return <ActionButton {...rest} {...{ className, children }} />;
  return <button type="button" {...rest} {...{ className, children }} />;
}
