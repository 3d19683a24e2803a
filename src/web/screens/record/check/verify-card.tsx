import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { usePhrases } from '#web/language/use-phrases.ts';
import { type CheckState, useCheck } from './use-check.ts';
import { VerdictNote } from './verdict-note.tsx';
import { verifiedPart } from './verified-part.ts';
import { VerifyYourself } from './verify-yourself.tsx';

interface VerifyCardProps {
  /** From the address: a leaf number or a signal id; null: nothing is requested. */
  readonly requested: string | null;
  /** Number of leaves; null: not loaded yet. */
  readonly size: number | null;
  /** Number of witnesses required for a proof; null: not loaded yet. */
  readonly quorum: number | null;
  readonly onAsk: (entry: string) => void;
}

const isShown = ({ kind }: CheckState): boolean => kind !== 'idle' && kind !== 'waiting';

const isEntry = (text: string): boolean => /^(?:\d{1,15}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.test(text);

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
  // The cards above grew meanwhile.
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
        <button type="submit" className="btn btn-p">
          {t('recordCheck.verify.check')}
        </button>
      </div>
      {isWrong && (
        <p id="verify-wrong" className="text-13 loss" role="alert">
          {t('recordCheck.verify.wrong')}
        </p>
      )}
    </form>
  );
}
