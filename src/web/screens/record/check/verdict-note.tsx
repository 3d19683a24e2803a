import { CircleHelp, CloudOff, LoaderCircle, type LucideIcon, ShieldAlert, ShieldCheck } from 'lucide-react';
import { Rich } from '#web/language/rich.tsx';
import { usePhrases } from '#web/language/use-phrases.ts';
import type { Findings } from '#web/record/check/check-entry.ts';
import { isContradicted, isEntryContradicted } from '#web/record/check/is-contradicted.ts';
import type { CheckState } from './use-check.ts';

interface VerdictNoteProps {
  readonly state: CheckState;
  readonly size: number | null;
  readonly onRetry: () => void;
}

/** The result of the verification in one announced sentence. */
export function VerdictNote({ state, size, onRetry }: VerdictNoteProps) {
  const { t, f } = usePhrases();
  const verdict = getVerdict(state);
  return (
    <div role="status" className="ver-said">
      {verdict && (
        <div className={`note ${verdict.tone}`}>
          <verdict.icon className={state.kind === 'waiting' ? 'ic spin' : 'ic'} aria-hidden="true" />
          <span>
            <Rich
              text={t(verdict.phrase, {
                size: f.count(size ?? 0),
                time: formatTime(state, f.time),
                number: state.kind === 'withheld' ? f.count(state.index) : '',
              })}
            />
          </span>
        </div>
      )}
      {canRetry.has(state.kind) && (
        <button type="button" className="btn btn-s btn-sm" onClick={onRetry}>
          {t('recordCheck.verify.again')}
        </button>
      )}
    </div>
  );
}

const canRetry: ReadonlySet<CheckState['kind']> = new Set(['offline', 'unreadable', 'withheld']);

const formatTime = (state: CheckState, sendRequest: (at: number) => string): string => {
  const [issued] = state.kind === 'checked' ? state.findings.entry.leaves : [];
  return issued ? sendRequest(Date.parse(issued.at)) : '';
};

const phrases = {
  waiting: 'recordCheck.verify.waiting',
  matches: 'recordCheck.verify.matches',
  matchesGap: 'recordCheck.verify.matchesGap',
  matchesOther: 'recordCheck.verify.matchesOther',
  matchesPlayed: 'recordCheck.verify.matchesPlayed',
  matchesShut: 'recordCheck.verify.matchesShut',
  differs: 'recordCheck.verify.differs',
  differsAround: 'recordCheck.verify.differsAround',
  not_found: 'recordCheck.verify.notFound',
  withheld: 'recordCheck.verify.withheld',
  offline: 'recordCheck.verify.offline',
  unreadable: 'recordCheck.verify.unreadable',
} as const;

interface Verdict {
  readonly phrase: (typeof phrases)[keyof typeof phrases];
  readonly icon: LucideIcon;
  readonly tone: '' | 'good' | 'bad' | 'warn';
}

function getVerdict(state: CheckState): Verdict | null {
  if (state.kind === 'idle') return null;
  if (state.kind === 'waiting') return { phrase: phrases.waiting, icon: LoaderCircle, tone: '' };
  if (state.kind === 'checked') return verdictOfFindings(state.findings);
  if (state.kind === 'withheld') return { phrase: phrases.withheld, icon: ShieldAlert, tone: 'bad' };
  return { phrase: phrases[state.kind], icon: state.kind === 'offline' ? CloudOff : CircleHelp, tone: 'warn' };
}

function verdictOfFindings(findings: Findings): Verdict {
  if (isEntryContradicted(findings)) return { phrase: phrases.differs, icon: ShieldAlert, tone: 'bad' };
  if (isContradicted(findings)) return { phrase: phrases.differsAround, icon: ShieldAlert, tone: 'bad' };
  if (isPlayed(findings)) return { phrase: phrases.matchesPlayed, icon: ShieldCheck, tone: 'warn' };
  if (findings.isLeafTrue === null) return { phrase: phrases.matchesShut, icon: ShieldCheck, tone: 'good' };
  return { phrase: phrases[phraseByKind[findings.entry.leaves[0]?.kind ?? 'signal']], icon: ShieldCheck, tone: 'good' };
}

const phraseByKind = {
  signal: 'matches',
  forecast: 'matches',
  outcome: 'matches',
  void: 'matches',
  gap: 'matchesGap',
  calibration: 'matchesOther',
  succession: 'matchesOther',
  closing: 'matchesOther',
} as const;

/** The leaf itself states that it was computed after its outcome. */
const isPlayed = ({ entry }: Findings): boolean =>
  entry.leaves.some(({ leaf }) => leaf !== undefined && 'played' in leaf);
