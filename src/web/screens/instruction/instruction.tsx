import { CircleAlert, Clock, Copy, Layers, TimerOff, TrendingUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { aiModelName } from '#domain/signals/ai-model.ts';
import { pageTitle } from '#web/language/page-title.ts';
import { Rich } from '#web/language/rich.tsx';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { useIsMember } from '#web/session/session-store.ts';
import { useRequiredBalances } from '#web/session/working-stats.ts';
import { RestartButton } from '#web/tutorial/restart-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { DirectionChip } from '#web/ui/direction-icon.tsx';
import { ModelFlag } from '#web/ui/model-flag.tsx';
import { OutcomeMark } from '#web/ui/outcome-mark.tsx';

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
  const required = useRequiredBalances();
  const amounts = { min: f.usd(required.min), vip: f.usd(required.vip) };
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
          <h2 className="h2">{t(`instruction.${step}.title`, amounts)}</h2>
          <p className="flex items-center gap-2 text-13 text-ink-3">
            <Clock className="ic" size={16} />
            {t(`instruction.${step}.time`)}
          </p>
          <p>{t(`instruction.${step}.text`, amounts)}</p>
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

type Step = 'account' | 'broker' | 'money' | 'choose' | 'repeat' | 'result';

/** Drawn in the colours and texts of the screens, so that they follow the theme. */
const shots: Readonly<Record<Step, () => ReactNode>> = {
  account: Account,
  broker: Broker,
  money: Money,
  choose: Choose,
  repeat: Repeat,
  result: Result,
};

const dot = 'size-2 rounded-full bg-(--line-2)';
const shotButton = 'grid min-h-[42px] place-items-center rounded-md bg-act font-[560] text-on-act';

function Frame({ page, children }: { page: string; children: ReactNode }) {
  const { lang } = usePhrases();
  return (
    <>
      <div className="flex h-[34px] items-center gap-1.5 border-b border-line bg-s2 px-3.5 text-[12px] text-ink-3">
        <i className={dot} />
        <i className={dot} />
        <i className={dot} />
        <span className="ml-2.5">
          /{lang}/{page}
        </span>
      </div>
      <div className="grid gap-3 p-6 text-[.875rem] [&>svg]:h-auto [&>svg]:w-full">{children}</div>
    </>
  );
}

const Field = ({ label, value }: { label: string; value: string }) => (
  <span className="grid gap-1.5 text-[.8125rem] text-ink-2">
    {label}
    <i className="flex min-h-10 items-center rounded-md border border-(--line-3) bg-s2 px-3.5 text-ink-1 not-italic">
      {value}
    </i>
  </span>
);

function Account() {
  const { t } = usePhrases();
  return (
    <Frame page="register">
      <b>{t('instruction.shot.register')}</b>
      <Field label={t('instruction.shot.email')} value="@" />
      <Field label={t('instruction.shot.password')} value="••••••••••" />
      <span className={shotButton}>{t('instruction.shot.submit')}</span>
    </Frame>
  );
}

function Broker() {
  const { t } = usePhrases();
  return (
    <Frame page="enter-id">
      <Field label={t('instruction.shot.brokerId')} value="ID" />
      <svg viewBox="0 0 340 110">
        <rect x="0" y="0" width="340" height="110" rx="12" fill="var(--s2)" />
        <circle cx="56" cy="44" r="20" fill="var(--line-2)" />
        <rect x="26" y="74" width="60" height="10" rx="5" fill="var(--line-2)" />
        <rect x="120" y="34" width="120" height="34" rx="9" fill="none" stroke="var(--t1)" strokeWidth="2" />
        <rect x="134" y="46" width="88" height="10" rx="5" fill="var(--t2)" />
        <path d="M320 22c-30 2-50 12-66 26m0 0 3-12m-3 12 12-3" fill="none" stroke="var(--t1)" strokeWidth="2.4" />
      </svg>
      <span className={shotButton}>{t('instruction.shot.check')}</span>
    </Frame>
  );
}

function Money() {
  const { t, f } = usePhrases();
  const { min } = useRequiredBalances();
  return (
    <Frame page="enter-id">
      <svg viewBox="0 0 340 40">
        <rect x="0" y="18" width="340" height="8" rx="4" fill="var(--line-2)" />
        <rect x="0" y="18" width="290" height="8" rx="4" fill="var(--t1)" />
        <path d="M44 8V36" stroke="var(--warn)" strokeWidth="2.5" />
        <text className="fill-ink-2" x="52" y="12" fontSize="12">
          {f.usd(min)}
        </text>
      </svg>
      <span className="flex items-center gap-3 justify-between">
        {t('instruction.shot.own')}
        <OutcomeMark shape="win" />
      </span>
      <span className="flex items-center gap-3 justify-between text-ink-3">
        {t('instruction.shot.bonus')}
        <span>{t('instruction.shot.notCounted')}</span>
      </span>
    </Frame>
  );
}

function Choose() {
  const { t } = usePhrases();
  return (
    <Frame page="signal">
      {(['kurs_ai_v2', '13_squad'] as const).map((model) => (
        <span key={model} className="flex items-center gap-3">
          <ModelFlag model={model} size="s" />
          {aiModelName(model)}
        </span>
      ))}
      <svg viewBox="0 0 340 24">
        <path d="M0 12H340" stroke="var(--line-2)" strokeWidth="6" />
        <path d="M150 12H262" stroke="var(--equal)" strokeWidth="6" />
        <path d="M206 3V21" stroke="var(--t1)" strokeWidth="3" />
        <path d="M188 0V24" stroke="var(--t2)" strokeWidth="2" strokeDasharray="3 3" />
      </svg>
      <span className="grid grid-cols-[repeat(4,1fr)] gap-1 rounded-md bg-s2 p-1 text-center text-ink-2">
        {[3, 5, 7, 10].map((n) => (
          <span key={n} className={`rounded-[8px] px-0.5 py-2 ${n === 5 ? 'bg-act text-on-act' : ''}`}>
            {t('instruction.shot.minutes', { n })}
          </span>
        ))}
      </span>
      <span className={shotButton}>{t('common.shortcuts.get')}</span>
    </Frame>
  );
}

function Repeat() {
  const { t } = usePhrases();
  return (
    <Frame page="signal">
      <span className="flex items-center gap-3">
        <span className="pair">EUR/USD</span>
        <DirectionChip isUp>{t('instruction.shot.up')}</DirectionChip>
      </span>
      <svg viewBox="0 0 340 130">
        <rect x="190" y="0" width="110" height="72" fill="var(--up-solid)" opacity=".14" />
        <path d="M0 72H340" stroke="var(--entry)" strokeDasharray="5 5" />
        <path
          d="M0 96 30 84 58 104 92 60 120 82 158 50 190 72 214 60 240 64"
          fill="none"
          stroke="var(--t2)"
          strokeWidth="2.5"
          strokeLinejoin="round"
        />
        <path d="M300 0V130" stroke="var(--t2)" strokeDasharray="3 4" />
        <circle cx="190" cy="72" r="5" fill="var(--s1)" stroke="var(--t1)" strokeWidth="2.5" />
        <circle cx="240" cy="64" r="5" fill="var(--up-solid)" />
      </svg>
    </Frame>
  );
}

const series = ['win', 'win', 'loss', 'win', 'loss', 'loss', 'win', 'win', 'loss', 'win'] as const;

function Result() {
  const { t } = usePhrases();
  return (
    <Frame page="history">
      <span className="flex items-center gap-3 loss">
        <OutcomeMark shape="loss" />
        <b>{t('instruction.shot.loss')}</b>
      </span>
      <span className="grid min-h-9 grid-cols-[repeat(10,15px)] justify-between gap-1.5 phone:min-h-[50px] phone:gap-[5px] [&_svg]:size-[15px]">
        {series.map((shape, index) => (
          <OutcomeMark key={index} shape={shape} />
        ))}
      </span>
    </Frame>
  );
}
