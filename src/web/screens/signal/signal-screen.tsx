import { RotateCcw } from 'lucide-react';
import { useEffect, useRef, useEffectEvent } from 'react';
import type { User } from '#contract/accounts.ts';
import type { Signal, AutoRun } from '#contract/signals.ts';
import { pairName } from '#domain/market/currency-pair.ts';
import { isLanguage } from '#domain/language.ts';
import { latestExpiry } from '#domain/signals/entry-window.ts';
import { hasLean, shownChance } from '#domain/statistics/shown-rate.ts';
import { minuteMs } from '#domain/time.ts';

import { type AlertKind, alertUser, playTone } from '#web/alerts/alert.ts';
import { showAppBadge } from '#web/alerts/app-badge.ts';
import { useEvent } from '#web/api/event-hub.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { useStore } from '#web/create-store.ts';
import { type PageParams, pageTitle } from '#web/language/page-title.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { MarketLine } from '#web/layouts/header/market-line.tsx';
import { paths } from '#web/paths.ts';
import { optionalView } from '#web/routing/lazy-view.tsx';
import { useSignedIn } from '#web/session/next-step.ts';
import { useEventStream } from '#web/session/use-event-stream.ts';
import { readStored } from '#web/storage/stored.ts';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { PageLoader } from '#web/ui/feedback/loader.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { call } from '#web/api/request.ts';
import { smallWindow } from './running/small-window.tsx';
import { fetchSignalViews, SignalFlowContent } from './signal-flow-content.tsx';
import { ServerSilence, useIsServerSilent } from './server-silence.tsx';
import { activeSignalIn } from './signal-list.ts';
import { type SignalFlow, useSignalFlow } from './use-signal-flow.ts';

export const meta = pageTitle(({ t }) => t('common.header.signal'));

/** A trader who left with a signal returns to it: its views load beside the login session. */
export async function prepare({ lang }: PageParams): Promise<void> {
  if (isLanguage(lang) && readStored('signal')) fetchSignalViews(lang);
}

/** For signed-in users; others sign in first and are redirected back. */
export default function SignalScreen() {
  const user = useSignedIn();
  return user ? <SignalFlowScreen user={user} /> : <PageLoader />;
}

const SmallCard = optionalView(() => import('./running/small-card.tsx'));

function SignalFlowScreen({ user }: { user: User }) {
  const flow = useSignalFlow(user);
  const isServerSilent = useIsServerSilent();
  useEventStream();
  useSavedCheckpoints();
  useAnnouncements(flow.shown);
  useAppBadge(flow.isLoading || flow.loadingError ? null : flow.signals);
  const isSmallOpen = useStore(smallWindow) !== null;
  useRing(flow.autoRun.run);
  useTopOfPage(flow);
  return (
    <div className="wrap">
      {isServerSilent && <ServerSilence />}
      <ScreenHead user={user} isServerSilent={isServerSilent} />
      {flow.undo && <UndoReset undo={flow.undo} />}
      <SignalFlowContent user={user} flow={flow} />
      {isSmallOpen && <SmallCard flow={flow} />}
    </div>
  );
}

/** Announces only what matters: the recorded signal; a minute and ten seconds left; the outcome. */
function useAnnouncements(shown: Signal | null): void {
  const { t, f } = usePhrases();
  const before = useRef<Signal | null>(null);

  useEffect(() => {
    const previous = before.current;
    before.current = shown;
    if (!shown) return;
    const isNew = previous?.id !== shown.id && shown.status !== 'settled' && isFresh(shown);
    const isOver = previous?.id === shown.id && previous.status !== 'settled' && shown.status === 'settled';
    const own = shown.signal === 'BUY' ? 'signal.up' : 'signal.down';
    const direction = t(hasLean(shown.passability) ? own : 'signal.noLean');
    const chance = f.count(shownChance(shown.passability));
    const found = shown.hasEdge ? 'signal.announce.found' : 'signal.announce.practice';
    if (isNew) announceEvent('found', t(found, { pair: pairName(shown.symbol), direction, chance }));
    if (isOver) {
      const result = t(`common.outcome.${shown.result ?? 'void'}`);
      const why = shown.voidReason ? `. ${t(`signal.void.${shown.voidReason}`)}` : '';
      announceEvent('result', t('signal.announce.result', { result }) + why);
    }
  }, [shown, t, f]);

  const expiresAt = shown?.status === 'live' ? shown.expiresAt : null;
  useEffect(() => {
    if (!expiresAt) return undefined;
    const timers = dueAnnouncements(Date.parse(expiresAt) - serverClock.now()).map(({ kind, inMs }) =>
      setTimeout(() => announce(t(`signal.announce.${kind}`)), inMs),
    );
    return () => timers.forEach(clearTimeout);
  }, [expiresAt, t]);
}

/** An older signal was announced before the page was reloaded. */
const isFresh = ({ time }: Signal): boolean => serverClock.now() - Date.parse(time) < 20_000;

/** Always to screen readers, otherwise through the enabled alerts. */
function announceEvent(kind: AlertKind, text: string): void {
  announce(text);
  alertUser(kind, text);
}

interface DueAnnouncement {
  readonly kind: 'minuteLeft' | 'tenLeft';
  readonly inMs: number;
}

/** The announcements still due, with their delays in milliseconds. */
export function dueAnnouncements(leftMs: number): readonly DueAnnouncement[] {
  const all: readonly DueAnnouncement[] = [
    { kind: 'minuteLeft', inMs: leftMs - minuteMs },
    { kind: 'tenLeft', inMs: leftMs - 10_000 },
  ];
  return all.filter(({ inMs }) => inMs > 0);
}

/** Marks the icon of the installed app while a signal runs, on the other pages as well. Null: not loaded. */
export function useAppBadge(signals: readonly Signal[] | null): void {
  const active = signals && activeSignalIn(signals);
  const until = active && getExpiry(active);
  const isKnown = signals !== null;
  useEffect(() => {
    if (isKnown) showAppBadge(until);
  }, [isKnown, until]);
}

/** While entering: the latest possible expiry. */
const getExpiry = ({ expiresAt, time, duration }: Signal): number =>
  expiresAt === null ? latestExpiry(Date.parse(time), duration) : Date.parse(expiresAt);

/** The pressed button disappears: scroll and focus move to the top of the next state. */
function useTopOfPage({ shown, isLoading }: SignalFlow): void {
  const view = shown ? 'signal' : 'card';
  const before = useRef<string | null>(null);
  useEffect(() => {
    if (isLoading || before.current === view) return;
    const isFirst = before.current === null;
    before.current = view;
    if (isFirst) return;
    scrollTo({ top: 0 });
    document.querySelector('main')?.focus({ preventScroll: true });
  }, [view, isLoading]);
}

interface ScreenHeadProps {
  readonly user: User;
  /** The server does not answer, so that nothing is known of the market. */
  readonly isServerSilent: boolean;
}

export function ScreenHead({ user, isServerSilent }: ScreenHeadProps) {
  const { t, f, lang } = usePhrases();
  return (
    <div className="flex items-center flex-wrap gap-x-5 stacked:gap-x-3.5 min-h-11 mb-3 stacked:mb-2 text-14 stacked:text-13 text-ink-3">
      <h1 className="text-[20px] mr-1">{t('common.header.signal')}</h1>
      {isServerSilent ? (
        <span className="flex items-center gap-2">
          <span className="dot text-ink-3" />
          {t('common.market.unknown')}
        </span>
      ) : (
        <MarketLine />
      )}
      {user.balance !== null && (
        <TextLink
          className="ml-auto no-underline! text-inherit!"
          to={paths.bankroll(lang)}
          text={t('signal.balance', { amount: f.usd(user.balance) })}
        />
      )}
    </div>
  );
}

/** For ten seconds after a reset. */
function UndoReset({ undo }: { readonly undo: () => void }) {
  const { t } = usePhrases();
  return (
    <div className="toasts" role="status">
      <div className="toast items-center">
        <RotateCcw className="ic" />
        <span>{t('signal.resetting.done')}</span>
        <Button look="s sm" className="ml-auto" onClick={undo} text={t('signal.resetting.undo')} />
      </div>
    </div>
  );
}

/** A growing record is signed every second; comparing less often is enough. */
const everyMs = 30_000;

/** Compares the stream's checkpoints with the one saved in this browser. */
function useSavedCheckpoints(): void {
  const checkedAt = useRef(Number.NEGATIVE_INFINITY);
  useEvent('checkpoint', ({ note }) => {
    const now = performance.now();
    if (now - checkedAt.current < everyMs) return;
    checkedAt.current = now;
    // A failed comparison is retried with the next checkpoint.
    saveNote(note).catch(() => undefined);
  });
}

async function saveNote(note: string): Promise<void> {
  const known = readStored('record-checkpoint')?.key ?? (await readKey());
  // Lazy: the signatures are of no use before the first checkpoint.
  const { isSigned, saveCheckpoint } = await import('#web/record/saved-checkpoint.ts');
  // A saved key that did not sign this note is outdated.
  await saveCheckpoint({ key: isSigned({ key: known, note }) ? known : await readKey(), note });
}

const readKey = async (): Promise<string> => (await call('GET /api/record', { anonymous: true })).key;

/** Rings when a run has found a signal, announced or taken: a sound and the tab's title; the server sends the push. */
function useRing(run: AutoRun | null): void {
  const { t } = usePhrases();
  const found = run?.found?.until ?? null;
  const taken = run?.take ? run.lastSignalId : null;
  const before = useRef<{ readonly runId: string; readonly taken: string | null } | null>(null);
  const ring = useEffectEvent(() => {
    if (readStored('ring') === 'off') return;
    if (!readStored('sound')) playTone('found');
    showTitleUntilSeen(t('signal.card.ready'));
  });
  useEffect(() => {
    if (found === null) return;
    announce(t('signal.card.ready'));
    ring();
  }, [found, t]);
  // Signals taken before the page was opened are not announced.
  const runId = run?.id ?? null;
  useEffect(() => {
    const known = before.current;
    before.current = runId === null ? null : { runId, taken };
    if (taken !== null && known?.runId === runId && known.taken !== taken) ring();
  }, [runId, taken]);
}

/** Sets the tab's title until the user looks at the page. */
function showTitleUntilSeen(title: string): void {
  if (isSeen()) return;
  const own = document.title;
  document.title = title;
  const restore = (): void => {
    if (!isSeen()) return;
    // Another screen may have set its own title by now.
    if (document.title === title) document.title = own;
    document.removeEventListener('visibilitychange', restore);
    removeEventListener('focus', restore);
  };
  document.addEventListener('visibilitychange', restore);
  addEventListener('focus', restore);
}

const isSeen = (): boolean => document.visibilityState === 'visible' && document.hasFocus();
