import { useId } from 'react';

interface SwitchRowProps {
  readonly label: string;
  readonly note: string;
  readonly isOn: boolean;
  readonly isDisabled?: boolean;
  readonly onToggle: () => void;
}

/** On or off, said by position as well as by colour. */
export function SwitchRow({ label, note, isOn, isDisabled = false, onToggle }: SwitchRowProps) {
  const id = useId();
  return (
    <label className="switch-row">
      <span className="col">
        <span className="t2">{label}</span>
        <span className="s13 t3" id={id}>
          {note}
        </span>
      </span>
      <input
        type="checkbox"
        role="switch"
        className="swi"
        aria-describedby={id}
        checked={isOn}
        disabled={isDisabled}
        onChange={onToggle}
      />
    </label>
  );
}
