import { useQuery } from '@tanstack/react-query';
import { Navigation, RotateCcw, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { recordPaths } from '#contract/paths.ts';
import type { RecordReplay, ReplayedSignal } from '#contract/record/views.ts';
import { pairName } from '#domain/market/currency-pair.ts';
import { aiModelName } from '#domain/signals/ai-model.ts';
import { getBreakEven } from '#domain/statistics/break-even.ts';
import { publicQuery } from '#web/api/queries.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { MarketLine } from '#web/layouts/header/market-line.tsx';
import { paths } from '#web/paths.ts';
import { DemoEntry } from '#web/session/demo-entry.tsx';
import { useIsMember } from '#web/session/session-store.ts';
import { useWorkingStats } from '#web/session/working-stats.ts';
import { useSiteSettings } from '#web/theme/site-settings.ts';
import { Button } from '#web/ui/button.tsx';
import { DirectionChip } from '#web/ui/direction-icon.tsx';
import { Contours } from '#web/ui/figures/contours.tsx';
import { HeadingDial } from '#web/ui/figures/heading-dial.tsx';
import { ModelFlag } from '#web/ui/model-flag.tsx';
import { OutcomeChip } from '#web/ui/outcome-mark.tsx';
import { PriceText } from '#web/ui/price-text.tsx';
import { recordedRounds, toReplay } from './recorded-rounds.ts';
import { ReplayChart, type Replayed } from './replay-chart.tsx';

/** `onTry`: starts the trial below, to which the second button leads. */
export function Hero({ onTry }: { readonly onTry: () => void }) {
  const { t, lang } = usePhrases();
  const isMember = useIsMember();
  const navigate = useNavigate();
  return (
    <section className="hero">
      <div className="hero-bg">
        <Contours />
      </div>
      <div className="wrap hero-g">
        <div>
          <h1>{t('home.title')}</h1>
          <p className="lead">{t('home.lead')}</p>
          <div className="cta">
            <Link className="btn btn-p btn-lg" to={isMember ? paths.signal(lang) : paths.register(lang)}>
              {isMember && <Navigation className="ic" />}
              {isMember ? t('home.toSignals') : t('home.register')}
            </Link>
            <Button look="s lg" href="#trial" onClick={onTry} text={t('home.trial.start')} />
          </div>
          {!isMember && <DemoEntry onEntered={() => void navigate(paths.signal(lang))} />}
          <p className="risk mt-6">
            <TriangleAlert className="ic" />
            <span>{t('home.risk')}</span>
          </p>
          <p className="hero-now mt-6">
            <span className="chip lg">
              <MarketLine />
            </span>
            <VipUntil />
          </p>
        </div>
        <ReplayCard />
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

/** Replay of the newest settled signal with an edge; while there is none, of recorded quotes. */
function ReplayCard() {
  const { data, isPending } = useQuery(publicQuery<RecordReplay>(recordPaths.replay));
  const [recorded] = recordedRounds;
  if (data?.replay)
    return <Replay key={data.replay.index} replay={data.replay} foot={<SignalFoot replay={data.replay} />} />;
  if (isPending || !recorded) return <div className="hcard wait" aria-hidden="true" />;
  return <Replay replay={toReplay(recorded)} foot={<RecordedFoot replay={toReplay(recorded)} />} />;
}

interface ReplayProps {
  readonly replay: Replayed;
  readonly foot: ReactNode;
}

function Replay({ replay, foot }: ReplayProps) {
  const { t } = usePhrases();
  const [run, setRun] = useState(0);
  const { symbol, digits, openPrice, closePrice } = replay;
  const chart = {
    pair: pairName(symbol),
    open: openPrice.toFixed(digits),
    close: closePrice.toFixed(digits),
  };
  return (
    <div className="hcard">
      <ReplayHead replay={replay} />
      <ReplayChart
        key={run}
        replay={replay}
        outcome={run > 0 ? 'played' : 'drawn'}
        label={t('home.replay.chart', chart)}
      />
      <div className="hcard-bot">
        <OutcomeChip result={replay.result} />
        <dl className="text-13 text-ink-3 hcard-p">
          <div>
            <dt>{t('home.replay.entry')}</dt>
            <dd>
              <PriceText price={openPrice} digits={digits} />
            </dd>
          </div>
          <div>
            <dt>{t('home.replay.close')}</dt>
            <dd>
              <PriceText price={closePrice} digits={digits} />
            </dd>
          </div>
        </dl>
        <button type="button" className="ibtn" aria-label={t('home.replay.again')} onClick={() => setRun(run + 1)}>
          <RotateCcw className="ic" />
        </button>
      </div>
      <div className="hcard-foot">{foot}</div>
    </div>
  );
}

function ReplayHead({ replay }: { replay: Replayed }) {
  const { t, f } = usePhrases();
  const payout = useSiteSettings()?.payout;
  const isUp = replay.direction === 'BUY';
  const decimals = Number.isInteger(replay.passability) ? 0 : 1;
  const percent = f.percent(replay.passability / 100, decimals);
  const direction = t(isUp ? 'home.replay.up' : 'home.replay.down');
  return (
    <div className="hcard-top">
      <div className="flex flex-col gap-1">
        <span className="flex items-center flex-wrap hcard-pair">
          <span className="pair">{pairName(replay.symbol)}</span>
          <DirectionChip isUp={isUp}>{direction}</DirectionChip>
        </span>
        <span className="flex items-center gap-2 text-13 text-ink-3">
          <ModelFlag model={replay.aiModel} size="xs" />
          {t('home.replay.model', { model: aiModelName(replay.aiModel), minutes: replay.duration })}
        </span>
      </div>
      <div className="flex items-center gap-3 hcard-said">
        <div className="flex flex-col">
          <span className="big tabular-nums">{percent}</span>
          <span className="lab">{t('home.replay.probability')}</span>
        </div>
        <HeadingDial
          isUp={isUp}
          percent={replay.passability}
          figure={f.exact(replay.passability, decimals)}
          breakEven={payout === undefined ? 50 : 100 * getBreakEven(payout)}
          label={t('home.replay.dial', { percent, direction })}
        />
      </div>
    </div>
  );
}

function SignalFoot({ replay }: { replay: ReplayedSignal }) {
  const { t, f, lang } = usePhrases();
  const isSimulated = useWorkingStats()?.feed.kind === 'simulated';
  const marks = [t('home.replay.title'), ...(isSimulated ? [t('home.replay.simulated')] : [])];
  const number = f.count(replay.index);
  return (
    <>
      <span>{marks.join(' · ')}</span>
      <Link className="tabular-nums link" to={paths.record(lang, replay.index)}>
        {t('home.replay.number', { number, time: f.time(Date.parse(replay.expiresAt)) })}
      </Link>
    </>
  );
}

function RecordedFoot({ replay }: { replay: Replayed }) {
  const { t, f } = usePhrases();
  return <span>{t('home.replay.recorded', { date: f.date(Date.parse(replay.openedAt)) })}</span>;
}
