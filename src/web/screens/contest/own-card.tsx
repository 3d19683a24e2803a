import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Check, ImageUp } from 'lucide-react';
import { type ChangeEvent, useRef } from 'react';
import type { Contest } from '#contract/contest.ts';
import { contestPaths } from '#contract/paths.ts';
import { contestRules, imageTypes } from '#domain/contest/contest-rules.ts';
import { getJson } from '#web/api/request.ts';
import { useErrorText } from '#web/language/use-error-text.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';

type OwnEntry = NonNullable<Contest['me']>;

/** The participant's e-mail, progress and, after the draw, its result. */
export function OwnCard({ contest, me }: { contest: Contest; me: OwnEntry }) {
  const { t } = usePhrases();
  const signals = Math.min(me.signals, me.required);
  return (
    <div className="card p-card flex flex-col gap-4">
      <div className="flex items-center justify-between flex-wrap gap-2">
        <Chip className="win" icon={Check} text={t('contest.own.joined')} />
        <span className="text-14 text-ink-3 wrap-anywhere">{me.email}</span>
      </div>
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 className="big text-[clamp(38px,11vw,52px)] whitespace-nowrap">
          {t('contest.own.count', { signals, required: me.required })}
        </h2>
        <span className="text-ink-3">
          {signals === me.required
            ? t('contest.own.complete')
            : t('contest.own.left', { count: me.required - signals })}
        </span>
      </div>
      <div className="grid grid-cols-10 gap-1.5" aria-hidden="true">
        {Array.from({ length: me.required }, (_, place) => (
          <i
            key={place}
            className="aspect-square max-w-7 rounded-[50%] border-[1.5px] border-dashed border-(--line-3) data-on:border-0 data-on:bg-ink-1"
            data-on={place < signals || undefined}
          />
        ))}
      </div>
      <p className="text-14 text-ink-2">
        <OwnState contest={contest} me={me} />
      </p>
      {me.prize?.status === 'awaiting' && <Screenshots count={me.prize.screenshots} />}
    </div>
  );
}

function OwnState({ contest: { state }, me: { signals, required, prize } }: { contest: Contest; me: OwnEntry }) {
  const { t, f } = usePhrases();
  if (prize?.status === 'awaiting') {
    const until = Date.parse(prize.sendUntil);
    return t('contest.own.awaiting', { until: `${f.day(until)}, ${f.clock(until)}` });
  }
  if (prize) return t(`contest.own.${prize.status}`);
  if (signals >= required) return state === 'drawn' ? t('contest.own.notDrawn') : t('contest.own.inDraw');
  return state === 'running' ? t('contest.own.counts') : t('contest.own.tooFew', { required });
}

/** Selects one picture of a winner's trades and uploads it at once. */
function Screenshots({ count }: { count: number }) {
  const { t } = usePhrases();
  const errorText = useErrorText();
  const queries = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const send = useMutation({
    mutationFn: (file: File) => getJson(contestPaths.screenshots, { method: 'POST', file }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['contest'] }),
  });
  const choose = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const [file] = target.files ?? [];
    if (file) send.mutate(file);
    target.value = '';
  };
  return (
    <>
      <div className="flex items-center flex-wrap gap-3">
        <input ref={input} type="file" accept={imageTypes.join(',')} hidden onChange={choose} />
        <Button
          look="s"
          isBusy={send.isPending}
          disabled={count >= contestRules.maxScreenshots}
          onClick={() => input.current?.click()}
          icon={ImageUp}
          text={t(send.isPending ? 'contest.own.sending' : 'contest.own.send')}
        />
        <span className="text-14 text-ink-2" role="status">
          {count > 0 && t('contest.own.sent', { count })}
        </span>
      </div>
      {send.error && (
        <p className="text-14 loss" role="alert">
          {errorText(send.error)}
        </p>
      )}
      <p className="text-13 text-ink-3">{t('contest.own.kinds')}</p>
    </>
  );
}
