import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Dices } from 'lucide-react';
import { useState } from 'react';
import { auditReasonLength } from '#contract/admin/admin.ts';
import type { AdminContest as Answer, ChangeWinnerBody } from '#contract/contest.ts';
import { contestRules, mayBecome } from '#domain/contest/contest-rules.ts';
import { f } from '#web/admin/admin-texts.ts';
import { Loaded } from '#web/admin/loaded.tsx';
import { ReasonField } from '#web/admin/fields.tsx';
import { isApiError } from '#web/api/api-error.ts';
import { callQuery } from '#web/api/queries.ts';
import { call, fetchFile } from '#web/api/request.ts';
import { operatorTitle } from '#web/language/page-title.ts';
import { useErrorText } from '#web/language/use-error-text.ts';
import { confirming } from '#web/second-factor/confirm-again.ts';
import { ActionDialog } from '#web/ui/action-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useToastAction } from '#web/ui/feedback/toast.tsx';
import { PageHead } from '#web/ui/page-head.tsx';

export const meta = operatorTitle('Challenge');

type Winner = Answer['winners'][number];

const formatMoment = (at: string): string => `${f.date(Date.parse(at))}, ${f.clock(Date.parse(at))}`;

/** The contest for its operator: participants, draw, winners and their screenshots. */
export default function AdminContest() {
  const queries = useQueryClient();
  const contest = useQuery(callQuery('GET /api/admin/contest'));
  const refresh = (): void => void queries.invalidateQueries({ queryKey: ['admin'] });
  return (
    <>
      <PageHead title="Challenge" lead={contest.data && describePeriod(contest.data)} />
      {isApiError(contest.error, 'contest_off') ? (
        <p className="card p-card">No challenge is set up: CONTEST=off.</p>
      ) : (
        <Loaded read={contest}>
          {(answer) => (
            <div className="flex flex-col gap-4">
              <Facts contest={answer} />
              <Draw contest={answer} onDone={refresh} />
              <Winners winners={answer.winners} onDone={refresh} />
            </div>
          )}
        </Loaded>
      )}
    </>
  );
}

const states: Record<Answer['state'], string> = {
  announced: 'Not started',
  running: 'Running',
  closed: 'Ended, not drawn yet',
  drawn: 'Drawn',
};

function describePeriod({ startsAt, endsAt, timezone, state }: Answer): string {
  const [from, to] = [f.day(Date.parse(startsAt), timezone), f.day(Date.parse(endsAt) - 1, timezone)];
  return `${from} to ${to}, inclusive. ${states[state]}.`;
}

function Facts({ contest: { participants, eligible, prizes } }: { contest: Answer }) {
  const facts = [
    ['Joined', f.count(participants)],
    [`With ${contestRules.signals} signals`, f.count(eligible)],
    ['Prizes', prizes.join(', ') || 'not set yet (CONTEST_PRIZES)'],
  ] as const;
  return (
    <dl className="card grid grid-cols-3 max-[481px]:grid-cols-1">
      {facts.map(([name, value]) => (
        <div
          key={name}
          className="grid gap-1 border-line px-5 py-4 not-first:border-l max-[481px]:not-first:border-t max-[481px]:not-first:border-l-0"
        >
          <dt className="text-13 text-ink-3">{name}</dt>
          <dd className="font-head text-[1.125rem]/[1.3] font-[560] wrap-anywhere text-ink-1 normal-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Draw({ contest: { drawnAt, canDraw }, onDone }: { contest: Answer; onDone: () => void }) {
  const errorText = useErrorText();
  const draw = useMutation({
    mutationFn: () => confirming(() => call('POST /api/admin/contest/draw')),
    onSuccess: onDone,
  });
  return (
    <section className="card p-card flex flex-col gap-4" aria-labelledby="draw-title">
      <h2 id="draw-title" className="h3">
        Draw
      </h2>
      {drawnAt === null ? (
        <>
          <p className="text-14 text-ink-3">
            Picks {contestRules.winners} winners at random among the participants with {contestRules.signals} signals
            and emails them. Possible once, from a minute after the end; written to the audit log.
          </p>
          <div>
            <Button
              look="p"
              disabled={!canDraw}
              isBusy={draw.isPending}
              onClick={() => draw.mutate()}
              icon={Dices}
              text="Draw the winners"
            />
          </div>
          {draw.error && (
            <p className="loss text-14" role="alert">
              {errorText(draw.error)}
            </p>
          )}
        </>
      ) : (
        <p className="text-14 text-ink-3">Held on {formatMoment(drawnAt)}.</p>
      )}
    </section>
  );
}

/** Accepting their screenshots, or passing the prize on to another participant. */
function Winners({ winners, onDone }: { winners: readonly Winner[]; onDone: () => void }) {
  const [dialog, setDialog] = useState<{ winner: Winner; status: ChangeWinnerBody['status'] } | null>(null);
  const done = (): void => {
    setDialog(null);
    onDone();
  };
  return (
    <Card title="Winners" titleId="winners-title">
      {winners.length === 0 ? (
        <p className="p-card text-ink-3">No winners yet.</p>
      ) : (
        <ol className="divide-y divide-line">
          {winners.map((winner) => (
            <WinnerItem key={winner.userId} winner={winner} onChoose={(status) => setDialog({ winner, status })} />
          ))}
        </ol>
      )}
      {dialog && <WinnerDialog {...dialog} onDone={done} onClose={() => setDialog(null)} />}
    </Card>
  );
}

const actions = { confirmed: 'Accept', replaced: 'Draw another' } as const;

function WinnerItem({ winner, onChoose }: { winner: Winner; onChoose: (status: ChangeWinnerBody['status']) => void }) {
  const { prize, email, status, statusAt, sendUntil, screenshots } = winner;
  const texts = {
    awaiting: `screenshots by ${formatMoment(sendUntil)}`,
    confirmed: `accepted ${formatMoment(statusAt)}`,
    replaced: `replaced ${formatMoment(statusAt)}`,
  };
  return (
    <li className="grid gap-3 px-5 py-3.5">
      <div className="flex items-center flex-wrap justify-between gap-3">
        <div className="flex flex-col min-w-0">
          <b className="text-ink-1 wrap-anywhere">
            {prize}. {email}
          </b>
          <span className="text-13 text-ink-3">{texts[status]}</span>
        </div>
        <div className="flex items-center flex-wrap gap-2">
          {(['confirmed', 'replaced'] as const)
            .filter((next) => mayBecome(status, next))
            .map((next) => (
              <Button
                key={next}
                look={next === 'confirmed' ? 's sm' : 'g sm'}
                onClick={() => onChoose(next)}
                text={actions[next]}
              />
            ))}
        </div>
      </div>
      {screenshots.map(({ id, sentAt }) => (
        <Screenshot key={id} id={id} label={`Screenshot of ${formatMoment(sentAt)}`} />
      ))}
    </li>
  );
}

/** Loaded on a press: each view is written to the audit log. */
function Screenshot({ id, label }: { id: string; label: string }) {
  const [picture, setPicture] = useState<string | null>(null);
  const show = useToastAction(async () =>
    setPicture(
      await readAsDataUrl(
        await confirming(() => fetchFile('GET /api/admin/contest/screenshots/:id', 'image/*', { params: { id } })),
      ),
    ),
  );
  if (picture !== null)
    return (
      <img
        className="max-h-160 justify-self-start rounded-md border border-(--line-2) object-contain"
        src={picture}
        alt={label}
      />
    );
  return (
    <div>
      <Button action={show} look="s sm" text={label} />
    </div>
  );
}

interface WinnerDialogProps {
  readonly winner: Winner;
  readonly status: ChangeWinnerBody['status'];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

function WinnerDialog({ winner: { userId, email }, status, onDone, onClose }: WinnerDialogProps) {
  const [text, setText] = useState('');
  const reason = text.trim();
  const body: ChangeWinnerBody = status === 'confirmed' ? { status } : { status, reason };
  return (
    <ActionDialog
      variant="operator"
      title={actions[status]}
      confirm="Confirm"
      cancel="Cancel"
      isReady={status === 'confirmed' || reason.length >= auditReasonLength.min}
      act={() => confirming(() => call('PATCH /api/admin/contest/winners/:userId', { params: { userId }, body }))}
      onDone={onDone}
      onClose={onClose}
    >
      <p className="text-14 text-ink-3 wrap-anywhere">{email}</p>
      {status === 'confirmed' ? (
        <p>
          Do the screenshots show {contestRules.signals} real-balance trades of {f.usd(contestRules.minStake)} or more
          on our signals?
        </p>
      ) : (
        <>
          <p>The prize passes to another participant, drawn at random, who gets an email. This can’t be undone.</p>
          <ReasonField value={text} onChange={setText} />
        </>
      )}
    </ActionDialog>
  );
}

/** A picture that requires an admin token, as a data URL, as the content security policy requires. */
function readAsDataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '');
    reader.onerror = () => reject(reader.error ?? new Error('reading the picture failed'));
    reader.readAsDataURL(file);
  });
}
