import { useEffect, useState } from 'react';
import type { EnrolledFactor, NewTotp } from '#contract/second-factor.ts';
import { totpDigits } from '#domain/accounts/second-factor.ts';
import { addTotp, startTotp } from '#web/api/calls/second-factor-calls.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { confirming } from '#web/second-factor/confirm-again.ts';
import { useFactorError } from '#web/second-factor/confirm-form.tsx';
import { ActionDialog } from '#web/ui/action-dialog.tsx';
import { Loader } from '#web/ui/feedback/loader.tsx';
import { showError } from '#web/ui/feedback/toast.tsx';
import { InputField } from '../fields.tsx';

interface TotpDialogProps {
  readonly onEnrolled: (enrolled: EnrolledFactor) => Promise<void>;
  readonly onClose: () => void;
}

interface Setup extends NewTotp {
  /** The QR code as the address of an image. */
  readonly image: string;
}

/** The encoder is lazy-loaded: nothing else draws QR codes. */
async function setUp(): Promise<Setup> {
  const totp = await confirming(startTotp);
  const { default: encodeQr } = await import('qr');
  return { ...totp, image: `data:image/svg+xml,${encodeURIComponent(encodeQr(totp.uri, 'svg'))}` };
}

/** A secret for the app, as a QR code and as text; the app's first code turns it on. */
export function TotpDialog({ onEnrolled, onClose }: TotpDialogProps) {
  const { t } = usePhrases();
  const errorText = useFactorError();
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
      title={t('secondFactor.setup.title')}
      confirm={t('secondFactor.setup.confirm')}
      cancel={t('secondFactor.setup.cancel')}
      isReady={setup !== null && code.replaceAll(' ', '').length === totpDigits}
      act={async () => onEnrolled(await confirming(() => addTotp(code)))}
      onDone={onClose}
      onClose={onClose}
    >
      <p className="text-14 text-ink-3">{t('secondFactor.setup.scan')}</p>
      {setup ? (
        <>
          <img className="qr" src={setup.image} alt={t('secondFactor.setup.image')} width={200} height={200} />
          <p className="text-14 text-ink-3">
            {t('secondFactor.setup.secret')} <code className="text-ink-1 wrap-anywhere">{grouped(setup.secret)}</code>
          </p>
        </>
      ) : (
        <Loader label={t('common.loading')} />
      )}
      <InputField
        label={t('secondFactor.setup.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={totpDigits + 1}
        value={code}
        onChange={({ target }) => setCode(target.value)}
      />
    </ActionDialog>
  );
}

/** Easier to type. */
const grouped = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ');
