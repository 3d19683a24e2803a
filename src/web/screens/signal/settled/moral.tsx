import { CircleHelp, TriangleAlert } from 'lucide-react';
import type { Signal } from '#contract/signals.ts';
import type { Outcome } from '#domain/signals/outcome.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Note } from '#web/ui/note.tsx';

/** What a single outcome does and does not mean. */
export function Moral({ signal, result }: { signal: Signal; result: Outcome }) {
  const { t, f } = usePhrases();
  const lost = 100 - Math.round(signal.passability);
  const texts: Record<Outcome, [title: string, text: string]> = {
    successful: [t('signal.result.winTitle'), t('signal.result.winText')],
    unsuccessful: [
      t('signal.result.lossTitle'),
      t('signal.result.lossText', { percent: f.percent(signal.passability / 100), lost }),
    ],
    neutral: [t('signal.result.equalTitle'), t('signal.result.equalText')],
    void: [t('signal.result.voidTitle'), t('signal.result.voidText')],
  };
  const [title, text] =
    signal.hasEdge || result === 'void'
      ? texts[result]
      : [t('signal.result.practiceTitle'), t('signal.result.practiceText')];
  return (
    <Note icon={result === 'void' || !signal.hasEdge ? CircleHelp : TriangleAlert}>
      <b>{title}</b> {text}
    </Note>
  );
}
