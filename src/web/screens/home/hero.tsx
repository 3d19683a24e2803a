import { Navigation, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { usePhrases } from '#web/language/use-phrases.ts';
import { MarketLine } from '#web/layouts/header/market-line.tsx';
import { paths } from '#web/paths.ts';
import { carry } from '#web/session/carried.ts';
import { DemoEntry } from '#web/session/demo-entry.tsx';
import { useIsMember } from '#web/session/session-store.ts';
import { useSiteSettings } from '#web/theme/site-settings.ts';
import Trial, { type TrialScore } from '#web/trial/trial.tsx';
import { Button } from '#web/ui/button.tsx';
import { Contours } from '#web/ui/figures/contours.tsx';

/** After so many answers the visitor knows what is offered, and registering becomes the main button. */
const answersBeforeOffer = 5;

/** The offer, with a trial on recorded quotes. */
export function Hero() {
  const { t, lang } = usePhrases();
  const isMember = useIsMember();
  const navigate = useNavigate();
  const [score, setScore] = useState<TrialScore>();
  const look = score && score.of >= answersBeforeOffer ? 'p lg' : 's lg';
  const onwards = isMember ? (
    <Button look={look} to={paths.signal(lang)} icon={Navigation} text={t('common.notFound.signal')} />
  ) : (
    <Button look={look} to={paths.register(lang)} {...carry({ score })} text={t('home.register')} />
  );
  return (
    <section className="hero">
      <div className="hero-bg">
        <Contours />
      </div>
      <div className="wrap grid grid-cols-[minmax(0,1fr)_minmax(0,560px)] grid-rows-[auto_1fr] items-start gap-x-16 tablet:grid-cols-1 tablet:grid-rows-none tablet:gap-6 phone:gap-4">
        <div className="pt-11 tablet:pt-0">
          <h1>{t('home.title')}</h1>
          <p className="lead">{t('home.lead')}</p>
        </div>
        <Trial
          className="col-start-2 row-span-2 row-start-1 tablet:col-start-1 tablet:row-span-1 tablet:row-start-2"
          onScore={setScore}
        />
        <div className="[&>.demo-entry]:max-w-110 [&>.demo-entry]:mt-3 min-[721px]:[&_.demo-entry_.btn]:w-auto min-[721px]:[&_.demo-entry_.btn]:-ml-4">
          <div className="cta">
            {onwards}
            <Button look="g lg" to={paths.record(lang)} text={t('home.areTheyRight')} />
          </div>
          {!isMember && <DemoEntry onEntered={() => void navigate(paths.signal(lang))} />}
          <p className="text-14 text-ink-3 max-w-[36em] flex gap-2.5 [&_.ic]:size-4.5 [&_.ic]:mt-0.5 mt-6">
            <TriangleAlert className="ic" />
            <span>{t('home.risk')}</span>
          </p>
          <p className="flex flex-wrap gap-2.5 min-h-8.5 phone:[&>.chip]:text-[length:var(--fs-14)] mt-6">
            <span className="chip lg">
              <MarketLine />
            </span>
            <VipUntil />
          </p>
        </div>
      </div>
    </section>
  );
}

/** Hidden unless the operator has configured an instant in the future. */
function VipUntil() {
  const { t, f } = usePhrases();
  const settings = useSiteSettings();
  const [openedAt] = useState(Date.now);
  const until = Date.parse(settings?.vipFreeUntil ?? '');
  if (!(until > openedAt)) return null;
  return <span className="chip lg">{t('home.vipUntil', { time: `${f.date(until)}, ${f.clock(until)}` })}</span>;
}
