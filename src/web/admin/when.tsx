import { usePhrases } from '../language/use-phrases.ts';

/** Date and time to the second; in a table one above the other. */
export function When({ at }: { at: string }) {
  const { f } = usePhrases();
  const instant = Date.parse(at);
  return (
    <time dateTime={at} className="adm-when">
      <span>{f.date(instant)}</span> <span>{f.time(instant)}</span>
    </time>
  );
}
