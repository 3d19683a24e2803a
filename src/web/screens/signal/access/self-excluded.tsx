import { BellOff, LifeBuoy } from 'lucide-react';
import { brand } from 'virtual:brand';
import { serverClock } from '#web/api/server-clock.ts';
import { Tagged } from '#web/language/rich.tsx';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { TextLink } from '#web/ui/text-link.tsx';

/** For a user who excluded themselves at the broker: no persuasion, and where to get help. */
export default function SelfExcluded({ learnedAt }: { learnedAt: string | null }) {
  const { t, f, lang } = usePhrases();
  return (
    <div className="flex flex-col gap-4 mx-auto max-w-[880px]">
      <section className="card">
        <div className="state">
          <div className="art">
            <Anchored />
          </div>
          <h2>{t('signal.access.paused.title')}</h2>
          <p>{t('signal.access.paused.text')}</p>
          <div className="acts">
            <Button
              look="p"
              href={brand.links.help}
              rel="noreferrer"
              target="_blank"
              text={t('signal.access.paused.help')}
            />
            <Button look="s" to={paths.history(lang)} text={t('signal.choose.seeHistory')} />
          </div>
        </div>
      </section>
      <dl className="facts grid grid-cols-[repeat(auto-fit,minmax(min(220px,100%),1fr))] gap-4">
        <div className="card p-card">
          <dt className="text-[length:var(--fs-13)] text-ink-3">{t('signal.access.paused.lifts')}</dt>
          <dd className="text-ink-1 font-[560]">{t('signal.access.paused.liftsWho')}</dd>
        </div>
        {learnedAt && (
          <div className="card p-card">
            <dt className="text-[length:var(--fs-13)] text-ink-3">{t('signal.access.paused.learned')}</dt>
            <dd className="text-ink-1 font-[560]">{f.moment(Date.parse(learnedAt), serverClock.now())}</dd>
          </div>
        )}
      </dl>
      <Note icon={BellOff}>
        <b>{t('signal.access.paused.quietTitle')}</b> {t('signal.access.paused.quietText')}
      </Note>
      <Note icon={LifeBuoy}>
        <Tagged
          text={t('signal.access.paused.talk')}
          a={(text) => <TextLink href={brand.links.help} rel="noreferrer" target="_blank" text={text} />}
        />
      </Note>
    </div>
  );
}

/** A boat at anchor on a still sea. */
function Anchored() {
  return (
    <svg viewBox="0 0 320 150" width="300" aria-hidden="true" fill="none" strokeLinecap="round">
      <path d="M10 40H310" stroke="var(--line-3)" strokeDasharray="2 5" />
      <path d="M160 10v28" stroke="var(--t1)" strokeWidth="2.5" />
      <path d="M162 14l18 16h-18z" fill="var(--t2)" />
      <path d="M130 40h60c-4 10-14 14-30 14s-26-4-30-14z" stroke="var(--t1)" strokeWidth="2.5" />
      <path d="M160 56v44" stroke="var(--t2)" strokeWidth="2" strokeDasharray="2 5" />
      <circle cx="160" cy="108" r="4" stroke="var(--t1)" strokeWidth="2.5" />
      <path d="M160 112v20M144 122c0 8 7 12 16 12s16-4 16-12" stroke="var(--t1)" strokeWidth="2.5" />
      <path d="M48 58h46M66 73h40M84 88h32M226 58h46M214 73h40M204 88h32" stroke="var(--line-2)" strokeWidth="2" />
    </svg>
  );
}
