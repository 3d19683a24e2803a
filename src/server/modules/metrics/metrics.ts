import { aiModels } from '#domain/signals/ai-model.ts';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

interface Identity {
  readonly role: string;
  /** Host and port, which identify a process of the product. */
  readonly instance: string;
}

const forecastResults = ['signalled', 'abstained'] as const;

/** Latencies of a call in seconds: from a cached read to a language model's answer. */
const callBuckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Seconds: a tick that is in flight is awaited for 1 s, a silent feed for 5 s. */
const lagBuckets = [1, 1.5, 2, 3, 5, 7.5, 10, 30, 60, 300];

/**
 * Every metric of the product, in one registry. Labels take few values: none of them is a user, an
 * address or an id.
 */
export function createMetrics(identity: Identity) {
  const registry = new Registry();
  registry.setDefaultLabels(identity);
  collectDefaultMetrics({ register: registry, prefix: 'kurs_' });
  const registers = [registry];
  const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge<Label>({ name: `kurs_${name}`, help, labelNames, registers });

  const forecasts = new Counter({
    name: 'kurs_forecasts_total',
    help: 'Forecasts of this process by model; abstained: below the threshold of the model',
    labelNames: ['model', 'result'] as const,
    registers,
  });
  // From the start, so that a rate over them is 0 and not absent.
  for (const { key: model } of aiModels) for (const result of forecastResults) forecasts.inc({ model, result }, 0);
  return {
    registry,
    calls: new Histogram({
      name: 'kurs_http_request_duration_seconds',
      help: 'Duration of HTTP requests, except streams, by route; error: the code of an answer of 5xx',
      labelNames: ['method', 'route', 'status', 'error'] as const,
      buckets: callBuckets,
      registers,
    }),
    forecasts,
    settlementLag: new Histogram({
      name: 'kurs_settlement_lag_seconds',
      help: 'Market time from the expiry of a signal to its settlement, in the leading process',
      buckets: lagBuckets,
      registers,
    }),
    streams: gauge('streams', 'Open event streams of this process'),
    stateRead: gauge(
      'state_read',
      '1: the gauges are of this scrape; 0: the state could not be read, and they are older',
    ),
    tickAge: gauge('tick_age_seconds', 'Age of the newest tick of a pair', ['symbol']),
    ticks: gauge('ticks', 'Ticks since the start of the engine', ['verdict']),
    boardAge: gauge('board_age_seconds', 'Time since the engine was last heard; 0 in its own process'),
    marketOpen: gauge('market_open', '1: the market is open'),
    leading: gauge('leader', '1: this process leads'),
    checks: gauge('check_state', 'Readiness checks: 1 ok, 0.5 degraded, 0 down', ['check']),
    freeBytes: gauge('data_free_bytes', 'Space left on the disk of DATA_DIR'),
    backupAge: gauge('backup_age_seconds', 'Time since the last backup was marked in DATA_DIR'),
    addressUp: gauge('public_address_up', '1: PUBLIC_URL answers a TLS handshake from here'),
    certificateRemaining: gauge('certificate_remaining_seconds', 'Until the certificate of PUBLIC_URL expires'),
    databaseSeconds: gauge('database_answer_seconds', 'Duration of a minimal query'),
    walArchiving: gauge('wal_archiving', '1: the log of the database is archived; 0: its archiving fails'),
    signals: gauge('signals', 'Signals by state; overdue: expired more than a minute ago and not settled', ['state']),
    mails: gauge('mails', 'Mails of the last 24 hours by status', ['status']),
    jobs: gauge('jobs', 'Background jobs by queue and state', ['queue', 'state']),
    consumerLag: gauge('consumer_lag_seconds', 'Time that the oldest due entry of a consumer waits', ['consumer']),
    calibrationAge: gauge(
      'calibration_age_seconds',
      'With a live feed: since the last day that a model is calibrated on',
      ['model'],
    ),
    recordSize: gauge('record_leaves', 'Leaves of the record'),
    checkpointAge: gauge('record_checkpoint_age_seconds', 'Age of the newest signed checkpoint'),
    cosignatureAge: gauge('record_cosignature_age_seconds', 'Age of the newest cosignature of a witness', ['witness']),
  };
}

/** A scrape without the figures that have no samples yet, such as the mean of an empty histogram. */
export const omitUnmeasured = (text: string): string => text.replace(/^\S+ nan\n/gim, '');

export type Metrics = ReturnType<typeof createMetrics>;
