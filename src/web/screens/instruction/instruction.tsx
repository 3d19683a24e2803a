import { CircleAlert, Clock, Copy, Layers, TimerOff, TrendingUp } from 'lucide-react';
import { pageTitle } from '#web/language/page-title.ts';
import { Rich } from '#web/language/rich.tsx';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { useIsMember } from '#web/session/session-store.ts';
import { RestartButton } from '#web/tutorial/restart-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { type Step, shots } from './shots.tsx';

export const meta = pageTitle(
  ({ t }) => t('instruction.title'),
  ({ t }) => t('instruction.description'),
);

const steps = ['account', 'broker', 'money', 'choose', 'repeat', 'result'] as const satisfies readonly Step[];
/** Steps with an additional note in small print. */
const noted = ['broker', 'money', 'repeat'] as const;

/** From registration to the first signal and its result, each step with a picture of its screen. */
export default function Instruction() {
  const { t } = usePhrases();
  return (
    <div className="wrap">
      <div className="ph">
        <div className="flex flex-col gap-2 max-w-[720px]">
          <h1 className="h1">{t('instruction.title')}</h1>
          <p>{t('instruction.lead')}</p>
        </div>
        <RestartButton />
      </div>
      <p className="note warn mb-10">
        <CircleAlert className="ic" />
        <span>
          <Rich text={t('instruction.before')} />
        </span>
      </p>
      <ol className="grid gap-[clamp(40px,5vw,64px)]">
        {steps.map((step, index) => (
          <HowTo key={step} step={step} number={index + 1} />
        ))}
      </ol>
      <Mistakes />
      <Onward />
    </div>
  );
}

function HowTo({ step, number }: { step: Step; number: number }) {
  const { t, f } = usePhrases();
  const Shot = shots[step];
  const note = noted.find((one) => one === step);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_400px] items-start gap-x-18 gap-y-6 border-t border-line pt-[clamp(32px,4vw,48px)] first:border-t-0 first:pt-0 tablet:grid-cols-[minmax(0,1fr)_340px] tablet:gap-x-8 phone:grid-cols-[minmax(0,1fr)]">
      <div className="grid grid-cols-[56px_minmax(0,1fr)] gap-x-2 phone:grid-cols-[36px_minmax(0,1fr)] [&_p]:max-w-[56ch]">
        <span
          className="font-head text-[40px]/[1] font-[560] tracking-[-.03em] text-ink-3 phone:text-[28px]/[1.2]"
          aria-hidden="true"
        >
          {f.count(number)}
        </span>
        <div className="flex flex-col gap-3">
          <h2 className="h2">{t(`instruction.${step}.title`)}</h2>
          <p className="flex items-center gap-2 text-13 text-ink-3">
            <Clock className="ic" size={16} />
            {t(`instruction.${step}.time`)}
          </p>
          <p>{t(`instruction.${step}.text`)}</p>
          {note && <p className="text-14 text-ink-3">{t(`instruction.${note}.note`)}</p>}
        </div>
      </div>
      <div
        className="self-start overflow-hidden rounded-lg border border-(--line-2) bg-s1 shadow-[var(--e2)] select-none"
        aria-hidden="true"
        inert
      >
        <Shot />
      </div>
    </li>
  );
}

const mistakes = [
  ['late', TimerOff],
  ['duration', Copy],
  ['otc', Layers],
  ['stake', TrendingUp],
] as const;

function Mistakes() {
  const { t } = usePhrases();
  return (
    <section className="sec">
      <div className="sec-h">
        <h2 className="h1">{t('instruction.mistakes.title')}</h2>
      </div>
      <ul className="grid grid-cols-4 gap-4 tablet:grid-cols-2 phone:grid-cols-1">
        {mistakes.map(([key, Icon]) => (
          <li key={key} className="card p-4 flex flex-col gap-2">
            <span className="tile">
              <Icon className="ic" />
            </span>
            <h3>{t(`instruction.mistakes.${key}`)}</h3>
            <p className="text-14">{t(`instruction.mistakes.${key}Text`)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Onward() {
  const { t, lang } = usePhrases();
  const isMember = useIsMember();
  return (
    <div className="flex items-center flex-wrap gap-3 mb-10">
      <Button
        look="p lg"
        to={isMember ? paths.signal(lang) : paths.register(lang)}
        text={t(isMember ? 'common.notFound.signal' : 'instruction.start')}
      />
      <Button look="s lg" to={paths.wikiArticle(lang, 'risk-management-methods')} text={t('instruction.aboutRisk')} />
    </div>
  );
}
