import { Check, Clock, Dices } from 'lucide-react';
import type { AdminContest } from '#contract/contest.ts';
import { drawContest } from '#web/api/calls/admin-calls.ts';
import { useAction } from '#web/api/use-action.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { useErrorText } from '#web/language/use-error-text.ts';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';

/** What the draw is waiting for; the button only triggers what the next minute would do anyway. */
export function DrawCard({ answer, onDone }: { answer: AdminContest; onDone: () => void }) {
  const { t, f } = usePhrases();
  const { draw } = answer.contest;
  const drawnAt = draw.drawnAt === null ? null : Date.parse(draw.drawnAt);
  return (
    <section className="card p-card flex flex-col gap-4" aria-labelledby="draw-title">
      <div className="flex items-center justify-between flex-wrap gap-3">
        <h2 id="draw-title" className="h3">
          {t('admin.contest.draw')}
        </h2>
        <Chip
          className={drawnAt === null ? '' : 'win'}
          icon={drawnAt === null ? Clock : Check}
          text={t(`admin.contest.states.${answer.contest.state}`)}
        />
      </div>
      <dl>
        {draw.listHash !== null && <Fact name={t('admin.contest.list')} value={draw.listHash} />}
        {draw.round !== null && <Fact name={t('admin.contest.round')} value={String(draw.round)} />}
      </dl>
      {drawnAt === null ? (
        <DrawNow notReady={answer.notReady} onDone={onDone} />
      ) : (
        <p className="text-14 text-ink-3">
          {t('admin.contest.drawn', { at: `${f.date(drawnAt)}, ${f.clock(drawnAt)}` })}
        </p>
      )}
    </section>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="hashrow">
      <dt className="k">{name}</dt>
      <dd className="v mono">{value}</dd>
    </div>
  );
}

/** Reasons that pressing the button cannot change. */
const waiting: readonly AdminContest['notReady'][] = ['not_over', 'screenshots_pending', 'round_pending'];

function DrawNow({ notReady, onDone }: { notReady: AdminContest['notReady']; onDone: () => void }) {
  const { t } = usePhrases();
  const errorText = useErrorText();
  const draw = useAction(() => drawContest().then(onDone));
  return (
    <>
      <p className="text-14 text-ink-3">{t('admin.contest.drawText')}</p>
      <div className="flex items-center flex-wrap gap-3">
        <Button
          action={draw}
          look="s"
          disabled={notReady !== null && waiting.includes(notReady)}
          icon={Dices}
          text={t('admin.contest.drawNow')}
        />
        {notReady !== null && <span className="text-14 text-ink-2">{t(`admin.contest.notReady.${notReady}`)}</span>}
      </div>
      <p className="loss text-14" role="alert">
        {draw.error !== null && errorText(draw.error)}
      </p>
    </>
  );
}
