import { usePhrases } from '#web/language/use-phrases.ts';
import { SwitchRow } from '#web/ui/switch-row.tsx';
import { useTelegram } from './connections/use-telegram.ts';

interface TelegramSwitchProps {
  readonly isOn: boolean;
  readonly onToggle: () => void;
}

/** Not offered without a bot; on only once there is a chat, off always. */
export function TelegramSwitch({ isOn, onToggle }: TelegramSwitchProps) {
  const { t } = usePhrases();
  const { data } = useTelegram();
  const name = data?.chat?.name ?? '';
  if (!data?.isAvailable && !isOn) return null;
  const state = name === '' ? 'unlinked' : 'linked';
  return (
    <SwitchRow
      label={t('account.alerts.channel.telegram')}
      note={t(`account.alerts.telegramNote.${state}`, { name })}
      isOn={isOn}
      isDisabled={state !== 'linked' && !isOn}
      onToggle={onToggle}
    />
  );
}
