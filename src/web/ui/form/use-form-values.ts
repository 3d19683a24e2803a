import { type ComponentProps, useEffect, useRef, useState } from 'react';
import type { FieldName } from './error-phrase.ts';

export type Values = Partial<Record<FieldName, string | boolean>>;

/** The names of a form's fields. */
export type FieldOf<Shape extends Values> = keyof Shape & FieldName;

/**
 * The values of a form's fields. The inputs are uncontrolled, so that text typed before hydration
 * or filled in by a password manager is neither lost nor overwritten; this hook follows them.
 */
export function useFormValues<Shape extends Values>(given: Shape) {
  const [initial] = useState(given);
  const [values, setValues] = useState(initial);
  const inputs = useRef(new Map<FieldOf<Shape>, HTMLInputElement>());

  const follow = (): Shape => {
    const read = toValues(inputs.current, initial);
    setValues(read);
    return read;
  };
  useEffect(() => setValues(toValues(inputs.current, initial)), [initial]);

  const setValue = (name: FieldOf<Shape>, value: string): void => {
    const input = inputs.current.get(name);
    if (input) input.value = value;
    follow();
  };

  /** Props for an `<input>`; a boolean value makes it a checkbox. */
  const getInput = (name: FieldOf<Shape>): ComponentProps<'input'> & { readonly id: string } => {
    const value: string | boolean | undefined = initial[name];
    return {
      id: name,
      name,
      ...(typeof value === 'boolean' ? { defaultChecked: value } : { defaultValue: value ?? '' }),
      ref: (input) => {
        if (input) inputs.current.set(name, input);
        else inputs.current.delete(name);
      },
    };
  };
  return { values, follow, setValue, getInput };
}

function toValues<Shape extends Values>(inputs: ReadonlyMap<FieldOf<Shape>, HTMLInputElement>, initial: Shape): Shape {
  const read = [...inputs].map(([name, input]) => [name, input.type === 'checkbox' ? input.checked : input.value]);
  return { ...initial, ...Object.fromEntries(read) };
}
