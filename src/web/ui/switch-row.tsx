import { useId } from 'react';

interface SwitchRowProps {
  readonly label: string;
  readonly note?: string;
  readonly isOn: boolean;
  readonly isDisabled?: boolean;
  readonly onToggle: () => void;
}

/** On or off, shown by position as well as by colour. */
export function SwitchRow({ label, note, isOn, isDisabled = false, onToggle }: SwitchRowProps) {
  const id = useId();
  return (
    <div className="flex items-center justify-between gap-4 min-h-11 py-2.5 text-[length:var(--fs-14)] leading-[1.4] cursor-pointer has-disabled:cursor-default [&+&]:border-t [&+&]:border-line">
      <div>
        <label htmlFor={id}>{label}</label>
        {note && (
          <p className="text-13 text-ink-3" id={`${id}-note`}>
            {note}
          </p>
        )}
      </div>
      <input
        id={id}
        type="checkbox"
        role="switch"
        className="swi"
        aria-checked={isOn}
        aria-describedby={note && `${id}-note`}
        checked={isOn}
        disabled={isDisabled}
        onChange={onToggle}
      />
    </div>
  );
}
