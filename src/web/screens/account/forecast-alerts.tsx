import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { AlertSettings } from '#contract/alerts.ts';
import { currencyPairs, pairName } from '#domain/market/currency-pair.ts';
import { pickerDurations } from '#domain/market/duration.ts';
import { aiModels, isLlmModelKey } from '#domain/signals/ai-model.ts';
import type { AlertChannel, QuietHours } from '#domain/signals/alert-rule.ts';
import { callQuery } from '#web/api/queries.ts';
import { call } from '#web/api/request.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { ownTimezone, zoneWithOffset } from '#web/language/formats.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useToastAction } from '#web/ui/feedback/toast.tsx';
import { SwitchRow } from '#web/ui/switch-row.tsx';
import { InputField } from '#web/ui/form/input-field.tsx';
import { CheckBoxes, ReadNote } from './rows.tsx';
import { useTelegram } from './use-telegram.ts';

const alertsQuery = callQuery('GET /api/alerts');

/** Which forecasts alert the user, where and when. Off until a channel is turned on. */
export function ForecastAlerts() {
  const { t } = usePhrases();
  const alerts = useQuery({ ...alertsQuery, staleTime: 0 });
  return (
    <Card title={t('account.alerts.title')} titleId="forecast-alerts">
      <div className="px-6 pt-1.5 pb-2.5 phone:px-4.5">
        <div className="pt-4 pb-2">
          <ReadNote read={alerts} failed={t('account.connections.failed')}>
            {t('account.alerts.text')}
          </ReadNote>
        </div>
        {alerts.data ? <AlertsForm saved={alerts.data} /> : !alerts.error && <div key="waiting" className="min-h-92" />}
      </div>
    </Card>
  );
}

/** Models that forecast every minute; the others answer only when they are asked. */
const forecasting = aiModels.filter(({ key: model }) => model !== 'manual' && !isLlmModelKey(model));
/** Without access to signals the server does not say which pairs it has. */
const everyPair = currencyPairs.map(({ symbol }) => ({ symbol, isOffered: true }));
const usualNight = { from: '22:00', to: '07:00' };

function AlertsForm({ saved }: { readonly saved: AlertSettings }) {
  const { t } = usePhrases();
  const queries = useQueryClient();
  const [wanted, setWanted] = useState(saved);
  /** The settings as the server has saved them; null: no change was saved yet. */
  const [accepted, setAccepted] = useState<AlertSettings | null>(null);
  const change = (part: Partial<AlertSettings>): void => setWanted({ ...wanted, ...part });
  const known = useQuery(callQuery('GET /python_api/symbols')).data ?? everyPair;
  // A pair that is chosen stays visible, so that it can be removed.
  const pairs = known
    .filter(({ symbol, isOffered }) => isOffered || wanted.symbols.includes(symbol))
    .map(({ symbol }) => symbol);
  const save = useToastAction(async () => {
    queries.setQueryData(alertsQuery.queryKey, await call('PUT /api/alerts', { body: wanted }));
    setAccepted(wanted);
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void save.run();
  };
  const toggleChannel = (channel: AlertChannel): void =>
    change({
      channels: wanted.channels.includes(channel)
        ? wanted.channels.filter((one) => one !== channel)
        : [...wanted.channels, channel],
    });
  return (
    <form className="flex flex-col gap-4" onSubmit={submit} onInvalidCapture={unfold}>
      <div>
        <SwitchRow
          label={t('account.alerts.channel.push')}
          note={t('account.alerts.channelNote.push')}
          isOn={wanted.channels.includes('push')}
          onToggle={() => toggleChannel('push')}
        />
        <TelegramSwitch isOn={wanted.channels.includes('telegram')} onToggle={() => toggleChannel('telegram')} />
        <SwitchRow
          label={t('account.alerts.channel.mail')}
          note={t('account.alerts.channelNote.mail')}
          isOn={wanted.channels.includes('mail')}
          onToggle={() => toggleChannel('mail')}
        />
        <SwitchRow
          label={t('account.alerts.results')}
          note={t('account.alerts.resultsNote')}
          isOn={wanted.results}
          onToggle={() => change({ results: !wanted.results })}
        />
        <SwitchRow
          label={t('account.alerts.quiet')}
          note={t('account.alerts.quietNote', {
            timezone: zoneWithOffset(serverClock.now(), wanted.quietHours?.timezone),
          })}
          isOn={wanted.quietHours !== null}
          onToggle={() => change({ quietHours: wanted.quietHours ? null : { ...usualNight, timezone: ownTimezone() } })}
        />
      </div>
      {wanted.quietHours && <QuietTimes hours={wanted.quietHours} onChange={(quietHours) => change({ quietHours })} />}
      <details>
        <summary className="text-14 text-ink-1">{t('account.alerts.rule')}</summary>
        <div className="flex flex-col gap-4 pt-4">
          <div className="flex flex-col gap-2">
            <AlertChoice
              legend={t('account.alerts.models')}
              options={forecasting.map(({ key: value, name }) => ({ value, name }))}
              chosen={wanted.models}
              onChange={(models) => change({ models })}
            />
            <AlertChoice
              legend={t('account.alerts.durations')}
              options={pickerDurations.map((value) => ({ value, name: t('account.alerts.minutes', { n: value }) }))}
              chosen={wanted.durations}
              onChange={(durations) => change({ durations })}
            />
            <AlertChoice
              legend={t('account.alerts.symbols')}
              options={pairs.map((symbol) => ({ value: symbol, name: pairName(symbol) }))}
              chosen={wanted.symbols}
              onChange={(symbols) => change({ symbols })}
            />
          </div>
          <div className="flex flex-wrap gap-4 phone:grid phone:grid-cols-2">
            <NumberField
              label={t('account.alerts.minPassability')}
              value={wanted.minPassability}
              range={[50, 100]}
              onChange={(minPassability) => change({ minPassability })}
            />
            <NumberField
              label={t('account.alerts.perHour')}
              value={wanted.perHour}
              range={[1, 60]}
              onChange={(perHour) => change({ perHour })}
            />
          </div>
          <p className="text-13 text-ink-3">{t('account.alerts.note')}</p>
        </div>
      </details>
      <Button type="submit" look="p sm" className="self-start" isBusy={save.isBusy} text={t('account.alerts.save')} />
      <output className="text-14 text-ink-3">{accepted === wanted && t('account.alerts.saved')}</output>
    </form>
  );
}

/** Unfolds the group of an invalid field: the browser focuses the field to report it. */
function unfold({ target }: FormEvent): void {
  if (target instanceof Element) target.closest('details')?.setAttribute('open', '');
}

/** Not offered without a bot. Can be turned on only with a connected chat, and off at any time. */
function TelegramSwitch({ isOn, onToggle }: { isOn: boolean; onToggle: () => void }) {
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

/** When quiet hours begin and end, in their own time zone. */
function QuietTimes({ hours, onChange }: { hours: QuietHours; onChange: (hours: QuietHours) => void }) {
  const { t } = usePhrases();
  return (
    <div className="flex flex-wrap gap-4">
      {(['from', 'to'] as const).map((end) => (
        <InputField
          key={end}
          label={t(`account.alerts.${end}`)}
          type="time"
          required
          value={hours[end]}
          onChange={({ target }) => onChange({ ...hours, [end]: target.value })}
        />
      ))}
    </div>
  );
}

interface AlertChoiceProps<Value extends string | number> {
  readonly legend: string;
  readonly options: readonly { readonly value: Value; readonly name: string }[];
  /** Empty: any. */
  readonly chosen: readonly Value[];
  readonly onChange: (chosen: Value[]) => void;
}

/** Several of a list, or any: a folded group of check boxes. */
function AlertChoice<Value extends string | number>({ legend, options, chosen, onChange }: AlertChoiceProps<Value>) {
  const { t } = usePhrases();
  const names = options.filter(({ value }) => chosen.includes(value)).map(({ name }) => name);
  return (
    <details>
      <summary className="text-14">
        {legend}: <span className="text-ink-1">{names.length === 0 ? t('account.alerts.any') : names.join(', ')}</span>
      </summary>
      <fieldset className="flex flex-wrap gap-x-4 gap-y-2 pt-3">
        <legend className="sr-only">{legend}</legend>
        <CheckBoxes className="min-w-26" {...{ options, chosen, onChange }} />
      </fieldset>
    </details>
  );
}

interface NumberFieldProps {
  readonly label: string;
  readonly value: number;
  readonly range: readonly [number, number];
  readonly onChange: (value: number) => void;
}

/** NaN while it is empty. */
const NumberField = ({ label, value, range: [min, max], onChange }: NumberFieldProps) => (
  <InputField
    className="w-60 phone:w-full content-end"
    label={label}
    type="number"
    required
    min={min}
    max={max}
    value={Number.isNaN(value) ? '' : value}
    onChange={({ target }) => onChange(target.valueAsNumber)}
  />
);
