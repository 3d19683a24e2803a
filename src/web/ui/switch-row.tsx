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
    <div className="switch-row">
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
