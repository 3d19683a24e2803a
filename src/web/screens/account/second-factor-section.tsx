import { brand } from 'virtual:brand';
import { useQuery } from '@tanstack/react-query';
import { Download, LifeBuoy, Smartphone } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { NewTotp, RecoveryCodes, SecondFactor } from '#contract/second-factor.ts';
import { recoveryCodeCount, totpDigits } from '#domain/accounts/user.ts';
import { call } from '#web/api/request.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { useErrorText } from '#web/language/use-error-text.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { confirming, secondFactorQuery } from '#web/second-factor/confirm-again.ts';
import { checkSession } from '#web/session/session-store.ts';
import { ActionDialog } from '#web/ui/action-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { closeAround, Dialog } from '#web/ui/dialog.tsx';
import { Loader } from '#web/ui/feedback/loader.tsx';
import { showError } from '#web/ui/feedback/toast.tsx';
import { saveFile } from '#web/ui/save-file.ts';
import { InputField } from '#web/ui/form/input-field.tsx';
import { AccountRow, accountSection, OwnItem } from './rows.tsx';

/** An action that is explained before it is performed. */
interface Question {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  readonly act: () => Promise<unknown>;
}

/** The authenticator app and the recovery codes: set up, shown and removed. */
export function SecondFactorSection({ email }: { readonly email: string }) {
  const { t } = usePhrases();
  const read = useQuery(secondFactorQuery);
  const factor = read.data;
  const [question, setQuestion] = useState<Question | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [isAddingTotp, setIsAddingTotp] = useState(false);
  const refresh = async (enrolled?: RecoveryCodes): Promise<void> => {
    if (enrolled) setCodes(enrolled.recoveryCodes);
    await read.refetch();
    // The admin pages follow from the login session.
    await checkSession();
  };
  return (
    <div className={accountSection} id="second-factor">
      <AccountRow
        title={t('account.secondFactor.own.title')}
        text={t('account.secondFactor.own.text')}
        read={read}
        failed={t('account.secondFactor.own.failed')}
        note={
          factor?.state === 'missing' && <span className="text-14 warn">{t('account.secondFactor.own.required')}</span>
        }
      >
        {factor && (
          <span className={factor.totp ? 'chip win' : 'chip'}>
            {factor.totp ? t('account.secondFactor.own.isOn') : t('account.secondFactor.own.isOff')}
          </span>
        )}
      </AccountRow>
      {factor?.totp && (
        <FactorList totp={factor.totp} left={factor.recoveryCodesLeft} onQuestion={setQuestion} onCodes={setCodes} />
      )}
      {factor && !factor.totp && (
        <Button
          look="s sm"
          className="self-start"
          onClick={() => setIsAddingTotp(true)}
          icon={Smartphone}
          text={t('account.secondFactor.own.addTotp')}
        />
      )}
      {isAddingTotp && <TotpDialog onEnrolled={refresh} onClose={() => setIsAddingTotp(false)} />}
      {codes && <RecoveryCodesDialog codes={codes} email={email} onClose={() => setCodes(null)} />}
      {question && (
        <ActionDialog
          variant="cautious"
          title={question.title}
          confirm={question.confirm}
          cancel={t('account.secondFactor.own.keep')}
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
  readonly totp: NonNullable<SecondFactor['totp']>;
  /** Recovery codes that were not used. */
  readonly left: number;
  readonly onQuestion: (question: Question) => void;
  readonly onCodes: (codes: readonly string[]) => void;
}

function FactorList({ totp, left, onQuestion, onCodes }: FactorListProps) {
  const { t, f } = usePhrases();
  const name = t('account.secondFactor.own.totp');
  const removing = (): void =>
    onQuestion({
      title: t('account.secondFactor.own.removeTitle', { name }),
      text: t('account.secondFactor.own.removeText'),
      confirm: t('account.secondFactor.own.remove'),
      act: () => call('DELETE /api/second-factor/totp'),
    });
  const renewing = (): void =>
    onQuestion({
      title: t('account.secondFactor.own.renewTitle'),
      text: t('account.secondFactor.own.renewText'),
      confirm: t('account.secondFactor.own.renew'),
      act: async () => onCodes((await call('POST /api/second-factor/recovery-codes')).recoveryCodes),
    });
  return (
    <ul className="sessions">
      <OwnItem
        icon={Smartphone}
        name={name}
        note={t('account.secondFactor.own.totpNote', { time: f.moment(Date.parse(totp.createdAt), serverClock.now()) })}
      >
        <Button
          look="g sm"
          aria-label={t('account.secondFactor.own.removeNamed', { name })}
          onClick={removing}
          text={t('account.secondFactor.own.remove')}
        />
      </OwnItem>
      <OwnItem
        icon={LifeBuoy}
        name={t('account.secondFactor.own.codes')}
        note={t('account.secondFactor.own.codesLeft', { left, total: recoveryCodeCount })}
      >
        <Button look="g sm" onClick={renewing} text={t('account.secondFactor.own.newCodes')} />
      </OwnItem>
    </ul>
  );
}

interface RecoveryCodesDialogProps {
  readonly codes: readonly string[];
  readonly email: string;
  readonly onClose: () => void;
}

/** Shows the codes for the only time. */
function RecoveryCodesDialog({ codes, email, onClose }: RecoveryCodesDialogProps) {
  const { t } = usePhrases();
  const save = (): void => {
    const text = [t('account.secondFactor.codes.file'), email, '', ...codes, ''].join('\n');
    saveFile(new Blob([text], { type: 'text/plain' }), `${brand.slug}-recovery-codes.txt`);
  };
  return (
    <Dialog title={t('account.secondFactor.codes.title')} onClose={onClose}>
      <p className="text-14 text-ink-3">{t('account.secondFactor.codes.text')}</p>
      <ul className="grid grid-cols-2 phone:grid-cols-1 gap-2">
        {codes.map((code) => (
          <li key={code}>
            <code className="text-14 text-ink-1">{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex items-center flex-wrap gap-3">
        <Button look="p" onClick={save} icon={Download} text={t('account.secondFactor.codes.save')} />
        <Button look="s" onClick={closeAround} text={t('account.secondFactor.codes.done')} />
      </div>
    </Dialog>
  );
}

interface TotpDialogProps {
  readonly onEnrolled: (enrolled: RecoveryCodes) => Promise<void>;
  readonly onClose: () => void;
}

interface Setup extends NewTotp {
  /** The QR code as the address of an image. */
  readonly image: string;
}

/** The encoder is lazy-loaded: nothing else draws QR codes. */
async function setUp(): Promise<Setup> {
  const totp = await confirming(() => call('POST /api/second-factor/totp'));
  const { default: encodeQr } = await import('qr');
  return { ...totp, image: `data:image/svg+xml,${encodeURIComponent(encodeQr(totp.uri, 'svg'))}` };
}

/** A secret for the app, as a QR code and as text; the app's first code turns it on. */
function TotpDialog({ onEnrolled, onClose }: TotpDialogProps) {
  const { t } = usePhrases();
  const errorText = useErrorText();
  const [setup, setSetup] = useState<Setup | null>(null);
  const [code, setCode] = useState('');
  useEffect(() => {
    let isOpen = true;
    setUp().then(
      (ready) => isOpen && setSetup(ready),
      (error: unknown) => {
        if (!isOpen) return;
        showError(errorText(error));
        onClose();
      },
    );
    return () => {
      isOpen = false;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- one secret for one opening of the dialog
  }, []);
  return (
    <ActionDialog
      title={t('account.secondFactor.own.totp')}
      confirm={t('account.secondFactor.setup.confirm')}
      cancel={t('account.secondFactor.setup.cancel')}
      isReady={setup !== null && code.replaceAll(' ', '').length === totpDigits}
      act={async () => onEnrolled(await confirming(() => addTotp(code)))}
      onDone={onClose}
      onClose={onClose}
    >
      <p className="text-14 text-ink-3">{t('account.secondFactor.setup.scan')}</p>
      {setup ? (
        <>
          {/* Cameras need dark modules on a light ground, in both schemes. */}
          <img
            className="self-center p-3 rounded-sm bg-[#fff]"
            src={setup.image}
            alt={t('account.secondFactor.setup.image')}
            width={200}
            height={200}
          />
          <p className="text-14 text-ink-3">
            {t('account.secondFactor.setup.secret')}{' '}
            <code className="text-ink-1 wrap-anywhere">{grouped(setup.secret)}</code>
          </p>
        </>
      ) : (
        <Loader label={t('common.loading')} />
      )}
      <InputField
        label={t('account.secondFactor.way.totp')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={totpDigits + 1}
        value={code}
        onChange={({ target }) => setCode(target.value)}
      />
    </ActionDialog>
  );
}

/** In groups, which are easier to type. */
const grouped = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ');

const addTotp = (code: string): Promise<RecoveryCodes> => call('POST /api/second-factor/totp/code', { body: { code } });
