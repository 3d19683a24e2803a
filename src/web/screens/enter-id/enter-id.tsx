import { Circle, CircleCheck, CircleDot, Clock, EyeOff, LogOut, SearchX, UserX } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { createPath, useLocation, useNavigate, useSearchParams } from 'react-router';
import type { User } from '#contract/accounts.ts';
import { brand } from 'virtual:brand';
import { useBrokerLinks } from '#web/session/broker-links.ts';
import { useAction } from '#web/api/use-action.ts';
import { pageTitle, unlisted } from '#web/language/page-title.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { lazyView } from '#web/routing/lazy-view.tsx';
import { useSession } from '#web/session/session-store.ts';
import { Button } from '#web/ui/button.tsx';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { Loader } from '#web/ui/feedback/loader.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { StateCard } from '#web/ui/feedback/state-card.tsx';
import { clearBrokerVisit, hasLeftForBroker, OpenAccount, OpenLink } from './open-account.tsx';
import { Checking, Confirmed } from './checking.tsx';
import { IdForm } from './id-form.tsx';
import { type Claim, useClaim } from './use-claim.ts';

export const meta = unlisted(pageTitle(({ t }) => t('trader.pageTitle')));

/** The last step before signals: the user's account at the partner broker. */
export default function EnterId() {
  const { t } = usePhrases();
  const user = useWhoClaims();
  return (
    <div className="mx-auto flex w-[min(100%-32px,520px)] flex-col gap-8 has-[.id-choices]:w-[min(100%-32px,920px)] has-[.trial]:w-[min(100%-32px,560px)]">
      <StepTrail now={user !== 'gone' && user?.referralId ? 'signals' : 'id'} />
      {user === null && <Loader label={t('common.loading')} />}
      {user === 'gone' && <LoggedOut />}
      {user !== null && user !== 'gone' && (user.referralId === null ? <Claiming /> : <Confirmed user={user} />)}
    </div>
  );
}

/** Null: unknown yet, or redirecting to another page. Gone: the user was signed in on this page. */
function useWhoClaims(): User | 'gone' | null {
  const session = useSession();
  const { lang } = usePhrases();
  const here = createPath(useLocation());
  const navigate = useNavigate();
  const [wasIn, setWasIn] = useState(false);
  if (session.kind === 'in' && !wasIn) setWasIn(true);
  const isVisitor = session.kind === 'out' && !wasIn;
  const isWaiting = session.kind === 'in' && !session.user.isActivated;
  useEffect(() => {
    if (isVisitor) void navigate(paths.login(lang, here), { replace: true });
    if (isWaiting) void navigate(paths.confirmEmail(lang, here), { replace: true });
  }, [isVisitor, isWaiting, lang, here, navigate]);
  if (session.kind === 'in') return isWaiting ? null : session.user;
  return session.kind === 'out' && wasIn ? 'gone' : null;
}

const steps = ['account', 'mail', 'id', 'signals'] as const;

const looks = { done: 'text-ink-2', now: 'text-ink-1 font-semibold', next: 'text-ink-3' };

/** Progress towards the first signal; `now` is the current step. */
function StepTrail({ now }: { now: (typeof steps)[number] }) {
  const { t } = usePhrases();
  const at = steps.indexOf(now);
  return (
    <ol
      className="flex flex-wrap justify-center gap-2 pt-2 text-ink-3 phone:gap-x-2.5 phone:gap-y-1.5 text-14 phone:text-13"
      aria-label={t('trader.steps.label')}
    >
      {steps.map((step, index) => {
        const state = index < at ? 'done' : index === at ? 'now' : 'next';
        const Icon = state === 'done' ? CircleCheck : state === 'now' ? CircleDot : Circle;
        return (
          <li
            key={step}
            className={`flex items-center gap-2 before:w-6 before:h-0.25 before:bg-(--line-2) phone:before:hidden phone:gap-1.25 first:before:hidden ${looks[state]}`}
            aria-current={state === 'now' ? 'step' : undefined}
          >
            <Icon className={state === 'done' ? 'ic size-4.5 phone:size-4 win' : 'ic size-4.5 phone:size-4'} />
            {t(`trader.steps.${step}`)}
            {state === 'done' && <span className="sr-only">, {t('trader.steps.done')}</span>}
          </li>
        );
      })}
    </ol>
  );
}

function LoggedOut() {
  const { t, lang } = usePhrases();
  const here = createPath(useLocation());
  return (
    <StateCard
      icon={LogOut}
      tone="equal"
      title={t('trader.out.title')}
      actions={<Button look="p sm" to={paths.login(lang, here)} text={t('common.header.signIn')} />}
    >
      <p>{t('trader.out.text')}</p>
    </StateCard>
  );
}

/** The trial of the home page, to play while waiting. */
const Trial = lazyView(() => import('#web/trial/trial.tsx'));

function Claiming() {
  const { t } = usePhrases();
  const { claim, minBalance, send, retry, change } = useClaim();
  const returned = useReturnedId();
  const message = claim.kind === 'checking' ? t('trader.checking.title', { id: claim.traderId }) : null;
  useEffect(() => {
    if (message) announce(message);
  }, [message]);
  const sendOnce = async (traderId: string): Promise<void> => {
    returned.use();
    await send(traderId);
  };
  const canClaim = claim.kind !== 'loading' && claim.kind !== 'lost' && claim.kind !== 'checking';
  const expected = canClaim && returned.isExpected && !returned.isUsed ? returned.id : null;
  const checkExpected = useEffectEvent((id: string) => void sendOnce(id).catch(() => undefined));
  useEffect(() => {
    if (expected !== null) checkExpected(expected);
  }, [expected]);
  if (claim.kind === 'loading') return <Loader label={t('common.loading')} />;
  if (claim.kind === 'lost') return <Lost />;
  if (claim.kind === 'entering' || (canClaim && !returned.isUsed)) {
    const initial = returned.isUsed ? claim.traderId : (returned.id ?? '');
    return <Entering initial={initial} offered={returned.id} minBalance={minBalance} send={sendOnce} />;
  }
  const edit = (): void => change(claim.traderId);
  if (claim.kind === 'checking') {
    return (
      <>
        <Checking claim={claim} onChange={edit} />
        <Trial />
      </>
    );
  }
  return <ClaimEnded claim={claim} onRetry={() => retry(claim.traderId)} onChange={edit} />;
}

interface ReturnedId {
  /** Null: the user did not come by the broker's return link. */
  readonly id: string | null;
  readonly isUsed: boolean;
  /** This tab went to the broker by our link: the id is checked without a press. */
  readonly isExpected: boolean;
  /** The address loses the id, so that going back or reloading does not offer it again. */
  use(): void;
}

/** The id in the broker's return link, `?id=1234567`. */
function useReturnedId(): ReturnedId {
  const [query, setQuery] = useSearchParams();
  const [id] = useState(() => /^\d{1,20}$/.exec(query.get('id') ?? '')?.[0] ?? null);
  const [isExpected] = useState(hasLeftForBroker);
  const use = (): void => {
    clearBrokerVisit();
    setQuery(
      (now) => {
        const rest = new URLSearchParams(now);
        rest.delete('id');
        return rest;
      },
      { replace: true },
    );
  };
  return { id, isUsed: id === null || !query.has('id'), isExpected, use };
}

function Lost() {
  const { t } = usePhrases();
  return (
    <StateCard
      icon={SearchX}
      tone="equal"
      title={t('trader.lost.title')}
      actions={<Button look="p sm" onClick={() => location.reload()} text={t('trader.lost.reload')} />}
    >
      <p>{t('trader.lost.text')}</p>
    </StateCard>
  );
}

interface EnteringProps {
  readonly initial: string;
  readonly offered: string | null;
  readonly minBalance: number | null;
  readonly send: (traderId: string) => Promise<void>;
}

/** A new account, or the ID of one that exists; first the choice that is the likelier one. */
function Entering({ initial, offered, minBalance, send }: EnteringProps) {
  const { t } = usePhrases();
  const hasAccount = initial !== '';
  const form = <IdForm {...{ initial, offered, send }} isPrimary={hasAccount} />;
  return (
    <>
      <div className="flex flex-col gap-3 text-center">
        <h1 className="h1">{t('trader.pageTitle')}</h1>
        <p>{t('trader.lead')}</p>
      </div>
      <div className="id-choices grid grid-cols-[repeat(auto-fit,minmax(min(100%,340px),1fr))] gap-6">
        {hasAccount && form}
        {minBalance !== null && <OpenAccount minBalance={minBalance} isPrimary={!hasAccount} />}
        {!hasAccount && form}
      </div>
      <OwnershipNote />
    </>
  );
}

/** What an ID shows that anyone could have entered; nothing where the money is play money. */
function OwnershipNote() {
  const { t } = usePhrases();
  const links = useBrokerLinks();
  if (!links || links.ownership === 'none_needed') return null;
  return (
    <Note icon={EyeOff}>
      {t(links.ownership === 'by_link' ? 'trader.ownership.byLink' : 'trader.ownership.bySupport')}
    </Note>
  );
}

interface ClaimEndedProps {
  readonly claim: Extract<Claim, { kind: 'not_found' | 'taken' | 'given_up' }>;
  readonly onRetry: () => Promise<void>;
  readonly onChange: () => void;
}

/** The broker does not know the id, another user has it, or the broker did not answer. */
function ClaimEnded({ claim, onRetry, onChange }: ClaimEndedProps) {
  const { kind, traderId: id } = claim;
  const { t } = usePhrases();
  const retry = useAction(onRetry);
  const links = useBrokerLinks();
  const isByLink = links?.ownership === 'by_link';
  const actions = (
    <>
      {(kind !== 'taken' || isByLink) && <Button action={retry} look="p sm" text={t('common.tryAgain')} />}
      <Button look="s sm" onClick={onChange} text={t('trader.checking.change')} />
      {kind === 'taken' && (
        <Button look="s sm" href={`mailto:${brand.supportEmail}`} text={t('trader.taken.support')} />
      )}
      {kind === 'not_found' && <OpenLink className="btn btn-s btn-sm" />}
    </>
  );
  if (claim.kind === 'not_found') {
    const { reason } = claim;
    return (
      <StateCard icon={SearchX} tone="loss" title={t('trader.notFound.title')} actions={actions}>
        {reason === null ? (
          <>
            <p>{t('trader.notFound.text')}</p>
            <p>{t('trader.notFound.cause')}</p>
            <p className="text-14 text-ink-3">{t('trader.notFound.hint', { id })}</p>
          </>
        ) : (
          <p className="wrap-anywhere">{t('trader.notFound.answer', { reason })}</p>
        )}
      </StateCard>
    );
  }
  const isTaken = kind === 'taken';
  return (
    <StateCard
      icon={isTaken ? UserX : Clock}
      tone={isTaken ? 'loss' : 'equal'}
      title={t(isTaken ? 'trader.taken.title' : 'trader.givenUp.title')}
      actions={actions}
    >
      <p>{t(isTaken ? 'trader.taken.text' : 'trader.givenUp.text', { id })}</p>
      {isTaken && isByLink && <p>{t('trader.taken.byLink')}</p>}
      {isTaken && <p>{t('trader.taken.bySupport', { support: brand.supportEmail })}</p>}
    </StateCard>
  );
}
