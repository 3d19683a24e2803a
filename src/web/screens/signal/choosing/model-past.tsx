import { usePhrases } from '#web/language/use-phrases.ts';
import type { PastResult } from './model-evidence.ts';

/** What the model's card states for the chosen duration, marked as past data. */
export function ModelPast({ past: { from, to, rate } }: { readonly past: PastResult }) {
  const { t, f } = usePhrases();
  const months = f.months(from, to);
  return (
    <span className="past text-13 text-ink-3 tabular-nums">
      {rate === null
        ? t('signal.choose.pastNoEdge', { months })
        : t('signal.choose.past', { months, rate: f.exact(rate * 100, 1) })}
    </span>
  );
}
