import { usePhrases } from '#web/language/use-phrases.ts';
import { edgeVerdict, verdictTone } from '#web/record/edge-verdict.ts';
import type { EvidenceLine, ModelEvidence } from './model-evidence.ts';

interface ModelStandingProps {
  readonly evidence: ModelEvidence;
  /** Null: nothing is measured. */
  readonly line: EvidenceLine | null;
}

/**
 * Last line of a card: the win rate with its interval against the break-even, or why there is none.
 */
export function ModelStanding({ evidence, line }: ModelStandingProps) {
  const { t, f } = usePhrases();
  if (evidence.kind === 'notCalibrated')
    return <span className="text-ink-3">{t('signal.choose.notCalibrated', { count: evidence.settled })}</span>;
  if (evidence.kind === 'tooFew' || !line) return <span className="text-ink-3">{t('signal.choose.tooFew')}</span>;
  const { of, count, winRate, low, high } = evidence;
  const unit = of === 'signals' ? 'signal.choose.ofSignals' : 'signal.choose.ofShadow';
  return (
    <>
      <b className="text-ink-1 tabular-nums">{f.percent(winRate, 1)}</b>
      <span className="sr-only">
        {t('signal.choose.interval', { low: f.decimal(low * 100, 1), high: f.decimal(high * 100, 1) })}
      </span>
      <IntervalLine
        color={`var(--${verdictTone[edgeVerdict(evidence, line.breakEven)]})`}
        evidence={evidence}
        line={line}
      />
      <span className="n tabular-nums">{t(unit, { count, number: f.count(count) })}</span>
    </>
  );
}

interface IntervalLineProps {
  readonly line: EvidenceLine;
  readonly evidence: Extract<ModelEvidence, { kind: 'measured' }>;
  readonly color: string;
}

/** The adjacent figures state the same. */
function IntervalLine({ evidence: { winRate, low, high }, color, line: { breakEven, x } }: IntervalLineProps) {
  const still = { vectorEffect: 'non-scaling-stroke' } as const;
  return (
    <svg viewBox="0 0 160 14" preserveAspectRatio="none" aria-hidden="true">
      <path d="M0 7H160" stroke="var(--line-2)" {...still} />
      <path d={`M${x(low)} 7H${x(high)}`} stroke={color} strokeWidth="4" opacity=".55" {...still} />
      <path d={`M${x(winRate)} 2v10`} stroke={color} strokeWidth="3" {...still} />
      <path d={`M${x(breakEven)} 0V14`} stroke="var(--t1)" strokeWidth="1.25" strokeDasharray="2 2" {...still} />
    </svg>
  );
}
