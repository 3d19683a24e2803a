import {
  Calculator,
  Check,
  Circle,
  CircleCheck,
  CircleMinus,
  CircleX,
  Clock,
  ShieldCheck,
  ShieldQuestionMark,
  ShieldX,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Contest, PublishedDrawAnswer } from '#contract/contest.ts';
import { contestPaths } from '#contract/paths.ts';
import { quicknet } from '#domain/contest/beacon-chain.ts';
import type { Sha256Hex } from '#record/beacon-round.ts';
import { toHex } from '#record/bytes.ts';
import { type DrawFindings, verifyDraw } from '#record/contest-draw.ts';
import { getPublic } from '#web/api/request.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { Section } from '#web/ui/section.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { contestDays } from './contest-days.ts';
import type { OnRecord } from './find-on-record.ts';

/**
 * How the winners are drawn, with all values available so far; after the draw, the reader can
 * recompute it.
 */
export function DrawPanel({ contest }: { contest: Contest | null }) {
  const { t } = usePhrases();
  return (
    <Section
      className="sec contest-sec"
      id="draw"
      title={t('contest.draw.title')}
      titleId="draw-title"
      lead={t('contest.draw.lead')}
    >
      {contest ? <Panel contest={contest} /> : <span className="sk contest-panel" aria-hidden="true" />}
    </Section>
  );
}

function Panel({ contest }: { contest: Contest }) {
  const { t, f } = usePhrases();
  const { state, recompute } = useRecompute();
  const isDrawn = contest.state === 'drawn';
  const isOlder = contest.draw.rule === 'seed';
  const day = contestDays(contest, f).last;
  return (
    <section className="card verify" aria-labelledby="draw-panel-title">
      <div className="card-h">
        <h3 id="draw-panel-title" className="h3">
          {isDrawn ? t('contest.draw.held', { day }) : t('contest.draw.planned', { day })}
        </h3>
        <Verdict isDrawn={isDrawn} state={state} />
      </div>
      <div className="ver-g">
        <div className="p-card flex flex-col gap-3">
          {isOlder ? <p>{t('contest.draw.older')}</p> : <Steps draw={contest.draw} />}
          {isDrawn && !isOlder && (
            <Button
              look="s block"
              isBusy={state.kind === 'computing'}
              onClick={recompute}
              icon={Calculator}
              text={state.kind === 'computing' ? t('contest.draw.computing') : t('contest.draw.recompute')}
            />
          )}
          <Result state={state} />
          {!isOlder && <p className="text-13 text-ink-3">{t('contest.draw.command')}</p>}
        </div>
        <div className="p-card py-3.5 contest-facts">
          <DrawFacts contest={contest} />
        </div>
      </div>
    </section>
  );
}

const verdicts = {
  matches: { icon: ShieldCheck, tone: 'win' },
  differs: { icon: ShieldX, tone: 'loss' },
  matchesInPart: { icon: ShieldQuestionMark, tone: 'warn' },
} as const;

function getVerdict({ findings, onRecord }: Extract<Recomputed, { kind: 'computed' }>): keyof typeof verdicts {
  if (onRecord === 'contradicted' || !Object.values(findings).every(Boolean)) return 'differs';
  return onRecord === 'recorded' ? 'matches' : 'matchesInPart';
}

function Verdict({ isDrawn, state }: { isDrawn: boolean; state: Recomputed }) {
  const { t } = usePhrases();
  if (state.kind === 'computed') {
    const verdict = getVerdict(state);
    const { icon: Icon, tone } = verdicts[verdict];
    return <Chip className={tone} icon={Icon} text={t(`contest.draw.${verdict}`)} />;
  }
  return <Chip icon={isDrawn ? Check : Clock} text={t(isDrawn ? 'contest.draw.done' : 'contest.draw.notYet')} />;
}

function Steps({ draw }: Pick<Contest, 'draw'>) {
  const { t } = usePhrases();
  const steps = [
    { name: 'close', isDone: draw.closedAt !== null } as const,
    { name: 'beacon', isDone: draw.randomness !== null } as const,
    { name: 'count', isDone: draw.number !== null } as const,
  ];
  return (
    <ol className="log dl3">
      {steps.map(({ name, isDone }) => (
        <li key={name} className={isDone ? 'done' : ''}>
          {isDone ? <Check className="ic win" /> : <Circle className="ic" />}
          <span>
            <b className="text-ink-1">{t(`contest.draw.steps.${name}`)}</b>
            <br />
            <span className="text-14">{t(`contest.draw.steps.${name}Text`)}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}

/** Live region: the result is announced while the focus stays on the button. */
function Result({ state }: { state: Recomputed }) {
  const { t } = usePhrases();
  return (
    <div role="status">
      {state.kind === 'failed' && <p className="text-14 loss">{t('contest.failed')}</p>}
      {state.kind === 'computed' && <Checks findings={state.findings} onRecord={state.onRecord} />}
    </div>
  );
}

const checks = ['closing', 'list', 'decisions', 'round', 'beacon', 'number', 'winners'] as const;

function Checks({ findings, onRecord }: { findings: DrawFindings; onRecord: OnRecord }) {
  const { t } = usePhrases();
  return (
    <ul className="contest-checks">
      {checks.map((name) => (
        <CheckLine key={name} holds={findings[name]} text={t(`contest.draw.checks.${name}`)} />
      ))}
      <CheckLine holds={holdsOnRecord[onRecord]} text={t(`contest.draw.onRecord.${onRecord}`)} />
    </ul>
  );
}

/** Null: it could not be checked. */
const holdsOnRecord = { recorded: true, contradicted: false, older: null, unread: null } as const;

function CheckLine({ holds, text }: { holds: boolean | null; text: string }) {
  const [Icon, tone] = holds === null ? [CircleMinus, ''] : holds ? [CircleCheck, 'win'] : [CircleX, 'loss'];
  return (
    <li>
      <Icon className={`ic ${tone}`} />
      <span className={holds === false ? 'loss' : ''}>{text}</span>
    </li>
  );
}

type Recomputed =
  | { readonly kind: 'idle' | 'computing' | 'failed' }
  | { readonly kind: 'computed'; readonly findings: DrawFindings; readonly onRecord: OnRecord };

/**
 * Recomputes the whole draw in this browser, and finds its closing on the record; the server only
 * provides the data.
 */
function useRecompute(): { readonly state: Recomputed; recompute(): void } {
  const [state, setState] = useState<Recomputed>({ kind: 'idle' });
  const recompute = async (): Promise<void> => {
    setState({ kind: 'computing' });
    const draw = await getPublic<PublishedDrawAnswer>(contestPaths.draw);
    // Lazy: the record's checks are of no use before.
    const [{ findOnRecord }, { sha256 }] = await Promise.all([
      import('./find-on-record.ts'),
      import('#web/record/check/crypto.ts'),
    ]);
    const sha256Hex: Sha256Hex = async (data) => toHex(sha256(data));
    const [findings, onRecord] = await Promise.all([verifyDraw(sha256Hex, quicknet, draw), findOnRecord(draw)]);
    setState({ kind: 'computed', findings, onRecord });
  };
  return { state, recompute: () => void recompute().catch(() => setState({ kind: 'failed' })) };
}

/** Every value of the draw, or when it will be available. */
function DrawFacts({ contest }: { contest: Contest }) {
  const { t, f } = usePhrases();
  const { draw, me } = contest;
  return (
    <dl>
      <Fact name={t('contest.draw.joined')} value={f.count(contest.joined)} />
      <Fact
        name={t('contest.draw.eligible')}
        value={draw.eligible === null ? null : f.count(draw.eligible)}
        later={t('contest.draw.later')}
      />
      <Fact name={t('contest.draw.list')} value={toMono(draw.listHash)} later={t('contest.draw.later')} />
      {draw.rule === 'beacon' && <BeaconFacts draw={draw} />}
      <Fact name={t('contest.draw.number')} value={toMono(draw.number)} later={t('contest.draw.notYetNumber')} />
      {me?.entryId && <Fact name={t('contest.own.entry')} value={<Mono text={me.entryId} />} />}
    </dl>
  );
}

function BeaconFacts({ draw }: Pick<Contest, 'draw'>) {
  const { t } = usePhrases();
  return (
    <>
      <Fact
        name={t('contest.draw.leaf')}
        value={draw.closedAt === null ? null : <RecordLeaf leaf={draw.leaf} />}
        later={t('contest.draw.later')}
      />
      <Fact
        name={t('contest.draw.round')}
        value={draw.round === null ? null : <Round draw={draw} />}
        later={t('contest.draw.later')}
      />
      <Fact
        name={t('contest.draw.randomness')}
        value={toMono(draw.randomness)}
        later={t('contest.draw.notYetNumber')}
      />
      <Fact name={t('contest.draw.formula')} value={<Mono text={t('contest.draw.formulaText')} />} />
    </>
  );
}

/** `later`: shown while there is no value. */
function Fact({ name, value, later }: { name: string; value: ReactNode; later?: string }) {
  return (
    <div className="hashrow">
      <dt className="k">{name}</dt>
      <dd className="v">{value ?? <span className="text-ink-3">{later}</span>}</dd>
    </div>
  );
}

const Mono = ({ text }: { text: string }) => <span className="mono">{text}</span>;

const toMono = (text: string | null): ReactNode => (text === null ? null : <Mono text={text} />);

/** Where the closing is on the public record. */
function RecordLeaf({ leaf }: { leaf: number | null }) {
  const { t, f, lang } = usePhrases();
  if (leaf === null) return t('contest.draw.noLeaf');
  return <TextLink to={paths.record(lang, leaf)} text={t('contest.draw.leafValue', { number: f.count(leaf) })} />;
}

/** The round with its time, linked to drand itself. */
function Round({ draw: { round, roundAt } }: Pick<Contest, 'draw'>) {
  const { t, f } = usePhrases();
  if (round === null || roundAt === null) return null;
  const at = Date.parse(roundAt);
  return (
    <TextLink
      href={`https://api.drand.sh/${quicknet.hash}/public/${round}`}
      rel="noreferrer"
      target="_blank"
      text={t('contest.draw.roundValue', { round: String(round), day: f.date(at), time: f.clock(at) })}
    />
  );
}
