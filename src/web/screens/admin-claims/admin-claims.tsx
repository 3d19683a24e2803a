import { useQueryClient } from '@tanstack/react-query';
import { Check, TriangleAlert, X } from 'lucide-react';
import { useState } from 'react';
import { auditReasonLength } from '#contract/admin/admin.ts';
import type { AdminClaim, AdminClaims as Answer } from '#contract/admin/claims.ts';
import { parseAmount } from '#domain/accounts/partner-list.ts';
import { spanText } from '#web/admin/admin-texts.ts';
import { TextArea } from '#web/admin/fields.tsx';
import { OperatorList, useOperatorList } from '#web/admin/operator-list.tsx';
import { actionsHeading, Remark, When } from '#web/admin/table-cells.tsx';
import { call } from '#web/api/request.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { operatorTitle } from '#web/language/page-title.ts';
import { confirming } from '#web/second-factor/confirm-again.ts';
import { ActionDialog } from '#web/ui/action-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { InputField } from '#web/ui/form/input-field.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { PartnerListForm } from './partner-list-form.tsx';

export const meta = operatorTitle('Claims');

/** The broker ids that wait for an answer, and the lists of the partner that answer them. */
export default function AdminClaims() {
  const queries = useQueryClient();
  const list = useOperatorList({ call: 'GET /api/admin/claims', refetchMs: 10_000 });
  const [decision, setDecision] = useState<Decision | null>(null);
  const refresh = (): void => void queries.invalidateQueries({ queryKey: ['admin'] });
  const done = (): void => {
    setDecision(null);
    refresh();
  };
  const newest = list.data?.list;
  const answers = (claim: AdminClaim) =>
    claim.isAnswered ? (
      'Answered, being confirmed'
    ) : (
      <span className="flex gap-2">
        <Button look="p sm" icon={Check} onClick={() => setDecision({ claim, is: 'confirm' })} text="Confirm…" />
        <Button look="s sm" icon={X} onClick={() => setDecision({ claim, is: 'refuse' })} text="Refuse…" />
      </span>
    );
  return (
    <>
      <PageHead title="Claims" lead={newest === null ? automatic : manual} />
      <div className="flex flex-col gap-4">
        <OperatorList
          list={list}
          note={
            newest && (
              <div className="p-4 pb-0">
                <NewestList list={newest} />
              </div>
            )
          }
          columns={newest ? [...columns, [actionsHeading, answers, 'acts']] : columns}
          getKey={({ id }) => id}
          empty="No ID waits for an answer."
        />
        {newest && <PartnerListForm onApplied={refresh} />}
      </div>
      {decision && <DecisionDialog {...decision} onDone={done} onClose={() => setDecision(null)} />}
    </>
  );
}

const manual =
  'Compare each ID with your partner account, or read the partner’s list below: it answers all at once. Users are emailed, and everything is written to the audit log.';
const automatic = 'The broker answers by itself (BROKER): what is here waits for its next answer, and no one decides.';

/** When balances were last stated, and whether they still count. */
function NewestList({ list: { statedAt, holdsHours, isOld } }: { readonly list: NonNullable<Answer['list']> }) {
  if (statedAt === null)
    return (
      <Note icon={TriangleAlert}>
        No balance was stated in the last 30 days. A balance counts for {holdsHours} hours after the list was exported.
      </Note>
    );
  const age = spanText(serverClock.now() - Date.parse(statedAt));
  return isOld ? (
    <Note icon={TriangleAlert} tone="warn">
      <b>The newest balances are {age} old and no longer count</b>, which they do for {holdsHours} h: nobody gets
      signals until a new list is read.
    </Note>
  ) : (
    <Note icon={Check}>
      The newest balances are {age} old. They count for {holdsHours} h after the list was exported.
    </Note>
  );
}

const columns: readonly Column<AdminClaim>[] = [
  [
    'Waiting',
    ({ sentAt }) => (
      <>
        {spanText(serverClock.now() - Date.parse(sentAt))}
        <Remark>
          <When at={sentAt} />
        </Remark>
      </>
    ),
  ],
  [
    'Broker ID',
    ({ traderId, holder }) => (
      <>
        <span className="text-ink-1">{traderId}</span>
        {holder !== null && <Remark>{`belongs to ${holder}`}</Remark>}
      </>
    ),
    'cell-text',
  ],
  ['Email', ({ email }) => email, 'pairc cell-text'],
  ['Registered here', ({ createdAt }) => <When at={createdAt} />],
  ['Campaign', ({ campaign }) => campaign ?? '—', 'cell-text'],
  ['Device', ({ device }) => device ?? '—', 'cell-text'],
];

interface Decision {
  readonly claim: AdminClaim;
  readonly is: 'confirm' | 'refuse';
}

interface DecisionDialogProps extends Decision {
  readonly onDone: () => void;
  readonly onClose: () => void;
}

const DecisionDialog = ({ is, ...props }: DecisionDialogProps) =>
  is === 'confirm' ? <ConfirmDialog {...props} /> : <RefuseDialog {...props} />;

type ClaimDialogProps = Omit<DecisionDialogProps, 'is'>;

function ConfirmDialog({ claim: { id, email, traderId }, onDone, onClose }: ClaimDialogProps) {
  const [typed, setTyped] = useState('');
  const balance = parseAmount(typed) ?? Number.NaN;
  return (
    <ActionDialog
      variant="operator"
      title={`Confirm ID ${traderId}?`}
      confirm="Confirm ID"
      cancel="Cancel"
      isReady={!Number.isNaN(balance)}
      act={() => confirming(() => call('POST /api/admin/claims/:id/confirm', { params: { id }, body: { balance } }))}
      onDone={onDone}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        {`${email} gets this ID, and an email. Confirm it only if your partner account lists the trader.`}
      </p>
      <InputField
        label="Balance shown there now, in dollars, without bonuses"
        inputMode="decimal"
        autoComplete="off"
        required
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </ActionDialog>
  );
}

function RefuseDialog({ claim: { id, email, traderId }, onDone, onClose }: ClaimDialogProps) {
  const [typed, setTyped] = useState('');
  const reason = typed.trim();
  return (
    <ActionDialog
      variant="operator"
      title={`Refuse ID ${traderId}?`}
      confirm="Refuse ID"
      cancel="Cancel"
      isReady={reason.length >= auditReasonLength.min}
      act={() => confirming(() => call('POST /api/admin/claims/:id/refuse', { params: { id }, body: { reason } }))}
      onDone={onDone}
      onClose={onClose}
    >
      <p className="wrap-anywhere">{`${email} can enter another ID, or the same one again.`}</p>
      <TextArea
        label="Reason, which the user reads"
        hint="Sent by email and shown on the page of the ID; also written to the audit log."
        rows={3}
        maxLength={auditReasonLength.max}
        required
        value={typed}
        onChange={setTyped}
      />
    </ActionDialog>
  );
}
