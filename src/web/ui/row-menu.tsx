import { Ellipsis, type LucideIcon } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';

interface RowMenuProps {
  /** Names what the actions apply to. */
  readonly label: string;
  readonly children: ReactNode;
}

const gap = 6;

/** In the top layer, so that a scrolling table does not clip it. */
export function RowMenu({ label, children }: RowMenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);

  /** Below the button's right end; above it when there is no room below. */
  const place = (): void => {
    if (!button.current || !menu.current) return;
    const at = button.current.getBoundingClientRect();
    const { offsetWidth, offsetHeight } = menu.current;
    const isRoomBelow = at.bottom + gap + offsetHeight <= innerHeight;
    const top = isRoomBelow ? at.bottom + gap : Math.max(gap, at.top - gap - offsetHeight);
    menu.current.style.top = `${top}px`;
    menu.current.style.left = `${Math.max(gap, at.right - offsetWidth)}px`;
  };

  return (
    <>
      <button ref={button} type="button" className="ibtn bare" aria-label={label} popoverTarget={id}>
        <Ellipsis className="ic" />
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        className="menu fixed inset-auto m-0 min-w-[min(264px,100vw-12px)] open:grid"
        onToggle={({ newState }) => newState === 'open' && place()}
      >
        {children}
      </div>
    </>
  );
}

interface RowActionProps {
  readonly icon: LucideIcon;
  readonly text: string;
  readonly isGrave?: boolean;
  readonly onPress: () => void;
}

export function RowAction({ icon: Icon, text, isGrave, onPress }: RowActionProps) {
  return (
    <button
      type="button"
      className={`text-[.875rem] leading-[inherit] ${isGrave ? 'text-loss' : ''}`}
      onClick={({ currentTarget }) => {
        currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
        onPress();
      }}
    >
      <Icon className={`ic m-0 ${isGrave ? '' : 'text-ink-3'}`} />
      {text}
    </button>
  );
}
