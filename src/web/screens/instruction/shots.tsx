import type { ReactNode } from 'react';
import { aiModelName } from '#domain/signals/ai-model.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { DirectionChip } from '#web/ui/direction-icon.tsx';
import { ModelFlag } from '#web/ui/model-flag.tsx';
import { OutcomeMark } from '#web/ui/outcome-mark.tsx';

export type Step = 'account' | 'broker' | 'money' | 'choose' | 'repeat' | 'result';

/**
 * Drawings of our own screens in their colours and texts, so that they follow the theme. Without
 * figures.
 */
export const shots: Readonly<Record<Step, () => ReactNode>> = {
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
  return (
    <Frame page="enter-id">
      <svg viewBox="0 0 340 40">
        <rect x="0" y="18" width="340" height="8" rx="4" fill="var(--line-2)" />
        <rect x="0" y="18" width="290" height="8" rx="4" fill="var(--t1)" />
        <path d="M44 8V36" stroke="var(--warn)" strokeWidth="2.5" />
        <text className="fill-ink-2" x="52" y="12" fontSize="12">
          {f.usd(10)}
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
        {series.map((shape, place) => (
          <OutcomeMark key={place} shape={shape} />
        ))}
      </span>
    </Frame>
  );
}
