import { type ComponentProps, type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { useToastAction } from '#web/ui/feedback/toast.tsx';
import { CheckBoxes, InputField } from '../fields.tsx';

interface NewConnectionProps<Choice extends string> {
  /** The button that opens the form. */
  readonly open: string;
  readonly label: string;
  readonly input: Pick<ComponentProps<'input'>, 'type' | 'placeholder' | 'maxLength'>;
  readonly legend: string;
  readonly choices: readonly { readonly value: Choice; readonly name: ReactNode }[];
  readonly initial: readonly Choice[];
  readonly confirm: string;
  /** Resolves to the secret, which is shown once. */
  readonly create: (text: string, chosen: Choice[]) => Promise<string>;
  readonly note: string;
  readonly onCreated: () => Promise<unknown>;
}

/** The form of one text and some choices that creates a connection. */
export function NewConnection<Choice extends string>(props: NewConnectionProps<Choice>) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(props.initial);
  const [secret, setSecret] = useState<string | null>(null);
  const { run, isBusy } = useToastAction(async () => {
    setSecret(await props.create(text, [...chosen]));
    setText('');
    await props.onCreated();
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void run();
  };
  return (
    <details>
      <summary className="btn btn-s btn-sm">{props.open}</summary>
      <form className="flex flex-col gap-3 pt-4" onSubmit={submit}>
        <InputField
          label={props.label}
          {...props.input}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <fieldset className="flex flex-wrap gap-4">
          <legend className="text-14 text-ink-3 pb-2">{props.legend}</legend>
          <CheckBoxes options={props.choices} chosen={chosen} onChange={setChosen} />
        </fieldset>
        <Button
          type="submit"
          look="s sm"
          className="self-start"
          isBusy={isBusy}
          disabled={text.trim() === '' || chosen.length === 0}
          text={props.confirm}
        />
        {secret && <ShownOnce text={secret} note={props.note} />}
      </form>
    </details>
  );
}

/** A text that is shown once, because it is stored as a hash or sealed. */
export function ShownOnce({ text, note }: { readonly text: string; readonly note: string }) {
  return (
    <div role="status" className="flex flex-col gap-1">
      <span className="text-14 text-ink-3">{note}</span>
      <code className="text-13 text-ink-1 wrap-anywhere">{text}</code>
    </div>
  );
}
