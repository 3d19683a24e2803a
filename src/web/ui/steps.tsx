import { usePhrases } from '../language/use-phrases.ts';

interface StepsProps {
  readonly steps: readonly (readonly [name: string, text: string])[];
}

/** Numbered steps along a line; a list says their numbers to a screen reader. */
export function Steps({ steps }: StepsProps) {
  const { f } = usePhrases();
  return (
    <ol className="grid grid-cols-3 gap-gutter border-t border-(--line-2) phone:ml-[5px] phone:grid-cols-1 phone:gap-8 phone:border-t-0 phone:border-l">
      {steps.map(([name, text], index) => (
        <li
          key={name}
          className="relative pt-7 pr-6 before:absolute before:-top-[5px] before:left-0 before:size-[9px] before:rounded-full before:bg-ink-1 before:shadow-[0_0_0_5px_var(--bg)] phone:pt-0 phone:pr-0 phone:pl-6.5 phone:before:top-[3px] phone:before:-left-[5px]"
        >
          <div className="mb-3.5 font-head text-[15px]/[1] font-[560] text-ink-3" aria-hidden="true">
            {f.count(index + 1)}
          </div>
          <h3 className="mb-2 text-[1.25rem]">{name}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  );
}
