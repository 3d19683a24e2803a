import { CircleHelp, CloudOff, Copy, LoaderCircle, type LucideIcon, ShieldAlert, ShieldCheck } from 'lucide-react';
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { recordPaths } from '#contract/paths.ts';
import { Rich } from '#web/language/rich.tsx';
import { usePhrases } from '#web/language/use-phrases.ts';
import type { Checked, Findings } from '#web/record/check/check-entry.ts';
import { isContradicted, isEntryContradicted } from '#web/record/check/is-contradicted.ts';
import { Button } from '#web/ui/button.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { useIsBuilt } from '#web/routing/use-is-built.ts';
import { verifiedPart } from './verified-part.ts';

interface VerifyCardProps {
  /** From the address: a leaf number or a signal id; null: nothing is requested. */
  readonly requested: string | null;
  /** Number of leaves; null: not loaded yet. */
  readonly size: number | null;
  /** Number of witnesses required for a proof; null: not loaded yet. */
  readonly quorum: number | null;
  readonly onAsk: (entry: string) => void;
}

/** Verifies any entry in the browser itself. */
export function VerifyCard({ requested, size, quorum, onAsk }: VerifyCardProps) {
  const { t } = usePhrases();
  const { state, check } = useCheck();
  const section = useRef<HTMLElement>(null);
  const verified = verifiedPart.loaded();
  const verify = useEffectEvent((entry: string) => {
    if (isEntry(entry)) check(entry);
    section.current?.scrollIntoView({ block: 'nearest' });
  });
  useEffect(() => {
    if (requested !== null) verify(requested);
  }, [requested]);
  // The cards above may have grown since the first scroll.
  useEffect(() => {
    if (isShown(state)) section.current?.scrollIntoView({ block: 'nearest' });
  }, [state]);
  return (
    <section ref={section} className="card verify" id="verify" aria-labelledby="verify-title">
      <div className="card-h">
        <h2 id="verify-title" className="h3">
          {t('recordCheck.verify.title')}
        </h2>
        <span className="text-13 text-ink-3">{t('recordCheck.verify.how')}</span>
      </div>
      <div className="ver-g">
        <div className="p-card flex flex-col gap-4">
          <p>{t('recordCheck.verify.text')}</p>
          <AskForm
            key={requested}
            requested={requested}
            onAsk={(entry) => (entry === requested ? check(entry) : onAsk(entry))}
          />
          <VerdictNote state={state} size={size} onRetry={() => requested !== null && check(requested)} />
          <VerifyYourself />
        </div>
        <div className="p-card ver-r">
          {state.kind === 'checked' && verified ? (
            <verified.VerifiedEntry findings={state.findings} quorum={quorum} />
          ) : (
            <p className="text-14 text-ink-3">{t('recordCheck.verify.none')}</p>
          )}
        </div>
      </div>
    </section>
  );
}

type CheckState = { readonly kind: 'idle' } | { readonly kind: 'waiting' } | Checked;

interface Check {
  readonly state: CheckState;
  /** The newest call wins; the result of an older one is dropped. */
  check(entry: string): void;
}

function useCheck(): Check {
  const [state, setState] = useState<CheckState>({ kind: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  return {
    state,
    check: (entry) => {
      running.current?.abort();
      const stop = new AbortController();
      running.current = stop;
      setState({ kind: 'waiting' });
      fetchCheck()
        .then(([{ checkEntry }]) => checkEntry(entry, stop.signal))
        .then((checked) => !stop.signal.aborted && setState(checked))
        .catch(() => !stop.signal.aborted && setState({ kind: 'offline' }));
    },
  };
}

/** Lazy-loads the verification code and the view of its results. */
const fetchCheck = () => Promise.all([import('#web/record/check/check-entry.ts'), verifiedPart.load()]);

const isShown = ({ kind }: CheckState): boolean => kind !== 'idle' && kind !== 'waiting';

function AskForm({ requested, onAsk }: { requested: string | null; onAsk: (entry: string) => void }) {
  const { t } = usePhrases();
  const [text, setText] = useState(requested ?? '');
  const [isWrong, setIsWrong] = useState(requested !== null && !isEntry(requested));
  const entry = text.replace(/[\s№#]/g, '').toLowerCase();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setIsWrong(!isEntry(entry));
    if (isEntry(entry)) onAsk(entry);
  };
  return (
    <form className="field" onSubmit={submit} noValidate>
      <label htmlFor="verify-entry">{t('recordCheck.verify.field')}</label>
      <div className="inp">
        <input
          id="verify-entry"
          className="inp-t tabular-nums"
          value={text}
          placeholder={t('recordCheck.verify.placeholder')}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? 'verify-wrong' : undefined}
          onChange={({ target }) => setText(target.value)}
        />
        <Button type="submit" look="p" text={t('recordCheck.verify.check')} />
      </div>
      {isWrong && (
        <p id="verify-wrong" className="text-13 loss" role="alert">
          {t('recordCheck.verify.wrong')}
        </p>
      )}
    </form>
  );
}

const isEntry = (text: string): boolean => /^(?:\d{1,15}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.test(text);

const canRetry: ReadonlySet<CheckState['kind']> = new Set(['offline', 'unreadable', 'withheld']);

/** The result of the verification in one announced sentence. */
export function VerdictNote({ state, size, onRetry }: { state: CheckState; size: number | null; onRetry: () => void }) {
  const { t, f } = usePhrases();
  const verdict = getVerdict(state);
  return (
    <div role="status" className="ver-said">
      {verdict && (
        <div className={`note ${verdict.tone}`}>
          <verdict.icon className={state.kind === 'waiting' ? 'ic spin' : 'ic'} />
          <span>
            <Rich
              text={t(`recordCheck.verify.${verdict.phrase}`, {
                size: f.count(size ?? 0),
                time: formatTime(state, f.time),
                number: state.kind === 'withheld' ? f.count(state.index) : '',
              })}
            />
          </span>
        </div>
      )}
      {canRetry.has(state.kind) && <Button look="s sm" onClick={onRetry} text={t('recordCheck.verify.again')} />}
    </div>
  );
}

type VerdictPhrase =
  | `matches${'' | 'Gap' | 'Other' | 'Shut'}`
  | `differs${'' | 'Around'}`
  | 'waiting'
  | 'notFound'
  | 'withheld'
  | 'offline'
  | 'unreadable';

interface Verdict {
  readonly phrase: VerdictPhrase;
  readonly icon: LucideIcon;
  readonly tone: '' | 'good' | 'bad' | 'warn';
}

function getVerdict(state: CheckState): Verdict | null {
  if (state.kind === 'idle') return null;
  if (state.kind === 'waiting') return { phrase: 'waiting', icon: LoaderCircle, tone: '' };
  if (state.kind === 'checked') return verdictOfFindings(state.findings);
  if (state.kind === 'withheld') return { phrase: 'withheld', icon: ShieldAlert, tone: 'bad' };
  if (state.kind === 'not_found') return { phrase: 'notFound', icon: CircleHelp, tone: 'warn' };
  return { phrase: state.kind, icon: state.kind === 'offline' ? CloudOff : CircleHelp, tone: 'warn' };
}

function verdictOfFindings(findings: Findings): Verdict {
  if (isEntryContradicted(findings)) return { phrase: 'differs', icon: ShieldAlert, tone: 'bad' };
  if (isContradicted(findings)) return { phrase: 'differsAround', icon: ShieldAlert, tone: 'bad' };
  if (findings.isLeafTrue === null) return { phrase: 'matchesShut', icon: ShieldCheck, tone: 'good' };
  return {
    phrase: phraseByKind[findings.entry.leaves[0]?.kind ?? 'signal'],
    icon: ShieldCheck,
    tone: 'good',
  };
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

const formatTime = (state: CheckState, format: (at: number) => string): string => {
  const [issued] = state.kind === 'checked' ? state.findings.entry.leaves : [];
  return issued ? format(Date.parse(issued.at)) : '';
};

const vectorsFile = '/record-test-vectors.json';

/** Ways to verify that do not depend on this page. */
function VerifyYourself() {
  const { t } = usePhrases();
  const isBuilt = useIsBuilt();
  const [isCopied, setIsCopied] = useState(false);
  const command = `npm run verify-record -- ${isBuilt ? 'https://…' : location.origin}`;
  const copy = (): void => {
    void navigator.clipboard?.writeText(command).then(() => setIsCopied(true));
  };
  return (
    <details className="ver-self">
      <summary>{t('recordCheck.verify.yourself')}</summary>
      <div className="flex flex-col gap-3 text-14">
        <p>{t('recordCheck.verify.yourselfText')}</p>
        <div className="ver-cmd">
          <code className="mono">{command}</code>
          <button type="button" className="ibtn bare" aria-label={t('recordCheck.verify.copy')} onClick={copy}>
            <Copy className="ic" />
          </button>
        </div>
        <span role="status" className="text-13 text-ink-3">
          {isCopied && t('recordCheck.verify.copied')}
        </span>
        <p className="flex items-center flex-wrap gap-4">
          <TextLink href={vectorsFile} text={t('recordCheck.verify.vectors')} />
          <TextLink href={recordPaths.key} text={t('recordCheck.verify.key')} />
          <TextLink href={recordPaths.checkpoint} text={t('recordCheck.verify.checkpoint')} />
        </p>
      </div>
    </details>
  );
}
