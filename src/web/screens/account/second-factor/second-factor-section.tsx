import { useQuery } from '@tanstack/react-query';
import { Download, KeyRound, LifeBuoy, Smartphone } from 'lucide-react';
import { useState } from 'react';
import type { EnrolledFactor, SecondFactor } from '#contract/second-factor.ts';
import { recoveryCodeCount } from '#domain/accounts/second-factor.ts';
import {
  addPasskey,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
  secondFactorQuery,
} from '#web/api/calls/second-factor-calls.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { useAction } from '#web/api/use-action.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { confirming } from '#web/second-factor/confirm-again.ts';
import { useFactorError } from '#web/second-factor/confirm-form.tsx';
import { checkSession } from '#web/session/session-store.ts';
import { ActionDialog } from '#web/ui/action-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { closeAround, Dialog } from '#web/ui/dialog.tsx';
import { showError } from '#web/ui/feedback/toast.tsx';
import { saveFile } from '#web/ui/save-file.ts';
import { AccountRow, OwnItem } from '../rows.tsx';
import { TotpDialog } from './totp-dialog.tsx';

/** An action that is explained before it is performed. */
interface Question {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  readonly act: () => Promise<unknown>;
}

/** Passkeys, the authenticator app and the recovery codes: set up, shown and removed. */
export function SecondFactorSection({ email }: { readonly email: string }) {
  const { t } = usePhrases();
  const read = useQuery(secondFactorQuery);
  const factor = read.data;
  const [question, setQuestion] = useState<Question | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [isAddingTotp, setIsAddingTotp] = useState(false);
  const errorText = useFactorError();
  const refresh = async (enrolled?: EnrolledFactor): Promise<void> => {
    if (enrolled?.recoveryCodes) setCodes(enrolled.recoveryCodes);
    await read.refetch();
    // The admin pages follow from the login session.
    await checkSession();
  };
  const adding = useAction(
    async () => refresh(await confirming(addPasskey)),
    (failure) => showError(errorText(failure)),
  );
  const isOn = factor !== undefined && factor.state !== 'off' && factor.state !== 'missing';
  return (
    <div className="account-sessions" id="second-factor">
      <AccountRow
        title={t('secondFactor.own.title')}
        text={t('secondFactor.own.text')}
        read={read}
        failed={t('secondFactor.own.failed')}
        note={factor?.state === 'missing' && <span className="text-14 warn">{t('secondFactor.own.required')}</span>}
      >
        {factor && (
          <span className={isOn ? 'chip win' : 'chip'}>
            {isOn ? t('secondFactor.own.isOn') : t('secondFactor.own.isOff')}
          </span>
        )}
      </AccountRow>
      {factor && isOn && <FactorList factor={factor} onQuestion={setQuestion} onCodes={setCodes} />}
      {factor && (
        <div className="flex flex-wrap gap-3">
          <Button action={adding} look="s sm" icon={KeyRound} text={t('secondFactor.own.addPasskey')} />
          {!factor.totp && (
            <Button
              look="s sm"
              onClick={() => setIsAddingTotp(true)}
              icon={Smartphone}
              text={t('secondFactor.own.addTotp')}
            />
          )}
        </div>
      )}
      {isAddingTotp && <TotpDialog onEnrolled={refresh} onClose={() => setIsAddingTotp(false)} />}
      {codes && <RecoveryCodesDialog codes={codes} email={email} onClose={() => setCodes(null)} />}
      {question && (
        <ActionDialog
          variant="cautious"
          title={question.title}
          confirm={question.confirm}
          cancel={t('secondFactor.own.keep')}
          act={async () => {
            await confirming(question.act);
            await refresh();
          }}
          onDone={() => setQuestion(null)}
          onClose={() => setQuestion(null)}
        >
          <p>{question.text}</p>
        </ActionDialog>
      )}
    </div>
  );
}

interface FactorListProps {
  readonly factor: SecondFactor;
  readonly onQuestion: (question: Question) => void;
  readonly onCodes: (codes: readonly string[]) => void;
}

function FactorList({ factor, onQuestion, onCodes }: FactorListProps) {
  const { t, f } = usePhrases();
  const { passkeys, totp, recoveryCodesLeft: left } = factor;
  const moment = (instant: string): string => f.moment(Date.parse(instant), serverClock.now());
  const isLast = passkeys.length + (totp ? 1 : 0) === 1;
  const removing = (name: string, act: () => Promise<unknown>) => () =>
    onQuestion({
      title: t('secondFactor.own.removeTitle', { name }),
      text: isLast ? t('secondFactor.own.removeLast') : t('secondFactor.own.removeText'),
      confirm: t('secondFactor.own.remove'),
      act,
    });
  const renewing = (): void =>
    onQuestion({
      title: t('secondFactor.own.renewTitle'),
      text: t('secondFactor.own.renewText'),
      confirm: t('secondFactor.own.renew'),
      act: async () => onCodes((await renewRecoveryCodes()).recoveryCodes),
    });
  const removeButton = (name: string, act: () => Promise<unknown>) => (
    <Button
      look="g sm"
      aria-label={t('secondFactor.own.removeNamed', { name })}
      onClick={removing(name, act)}
      text={t('secondFactor.own.remove')}
    />
  );
  return (
    <ul className="sessions">
      {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
        <OwnItem
          key={id}
          icon={KeyRound}
          name={name || t('secondFactor.own.unnamed')}
          note={[
            t('secondFactor.own.passkeyNote', { time: moment(createdAt) }),
            ...(lastUsedAt ? [t('secondFactor.own.usedAt', { time: moment(lastUsedAt) })] : []),
          ].join(' · ')}
        >
          {removeButton(name || t('secondFactor.own.unnamed'), () => removePasskey(id))}
        </OwnItem>
      ))}
      {totp && (
        <OwnItem
          icon={Smartphone}
          name={t('secondFactor.own.totp')}
          note={t('secondFactor.own.totpNote', { time: moment(totp.createdAt) })}
        >
          {removeButton(t('secondFactor.own.totp'), removeTotp)}
        </OwnItem>
      )}
      <OwnItem
        icon={LifeBuoy}
        name={t('secondFactor.own.codes')}
        note={t('secondFactor.own.codesLeft', { left, total: recoveryCodeCount })}
      >
        <Button look="g sm" onClick={renewing} text={t('secondFactor.own.newCodes')} />
      </OwnItem>
    </ul>
  );
}

interface RecoveryCodesDialogProps {
  readonly codes: readonly string[];
  readonly email: string;
  readonly onClose: () => void;
}

/** The only time that the codes are shown. */
function RecoveryCodesDialog({ codes, email, onClose }: RecoveryCodesDialogProps) {
  const { t } = usePhrases();
  const save = (): void => {
    const text = [t('secondFactor.codes.file'), email, '', ...codes, ''].join('\n');
    saveFile(new Blob([text], { type: 'text/plain' }), 'kurs-recovery-codes.txt');
  };
  return (
    <Dialog title={t('secondFactor.codes.title')} onClose={onClose}>
      <p className="text-14 text-ink-3">{t('secondFactor.codes.text')}</p>
      <ul className="grid grid-cols-2 phone:grid-cols-1 gap-2">
        {codes.map((code) => (
          <li key={code}>
            <code className="text-14 text-ink-1">{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex items-center flex-wrap gap-3">
        <Button look="p" onClick={save} icon={Download} text={t('secondFactor.codes.save')} />
        <Button look="s" onClick={closeAround} text={t('secondFactor.codes.done')} />
      </div>
    </Dialog>
  );
}
