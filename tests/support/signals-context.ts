import { apiError } from '#server/http/api-error.ts';
import type { CalibrationApi } from '#server/modules/calibration/calibration.api.ts';
import type { RecordApi } from '#server/modules/record/record.api.ts';
import { openShadow, type ShadowContext } from '#server/modules/shadow/shadow-context.ts';
import { openSignals, signalsModule } from '#server/modules/signals/module.ts';
import type { SiteApi } from '#server/modules/site/site.api.ts';
import type { SignalsContext } from '#server/modules/signals/signals-context.ts';
import type { Platform } from '#server/start/platform.ts';
import { paying } from './market/paying.ts';
import { nothingRecorded } from './record/nothing-recorded.ts';
import { testAccounts } from './test-people.ts';

/**
 * The signals of a product without models and record, in which everybody has access and is paid 82 %; a test
 * replaces what it looks at.
 */
export function aSignalsContext(platform: Platform, change: Partial<SignalsContext> = {}): SignalsContext {
  return openSignals({
    ...platform,
    models: { forecasters: [], metadata: new Map(), unavailable: [] },
    llmModels: {
      forecastFor: async (aiModel) => {
        throw apiError('model_unavailable', { details: { aiModel, reason: 'no_key' } });
      },
      availability: () => [],
    },
    accounts: testAccounts(platform).accounts,
    traders: {
      requireSignalAccess: async () => ({ isVipOpen: true }),
      mayReadPrices: () => true,
      mayUseVip: () => true,
    },
    record: nothingRecorded,
    calibration: uncalibrated,
    payouts: {
      readPayouts: async () => paying(0.82),
      listPayouts: async (ids) => new Map(ids.map((id) => [id, paying(0.82)])),
    },
    dayStop: {
      timezone: 'UTC',
      assertNotStopped: async () => undefined,
      listStopped: async () => new Set(),
      onStopped: () => undefined,
    },
    site: nothingStated,
    ...change,
  });
}

/** An operator who states nothing to users. */
export const nothingStated: SiteApi = { maintenance: () => null, whyOff: () => null, notice: () => null };

const uncalibrated: CalibrationApi = {
  getVersion: ({ modelVersion: id }) => ({ id, file: 'f'.repeat(64), calibration: null }),
  estimateCalibratedAt: async () => null,
};

/** What the models forecast each minute, recorded and settled in shadow. */
export const aShadowContext = (
  platform: Platform,
  record: RecordApi,
  change: Partial<ShadowContext> = {},
): ShadowContext =>
  openShadow({
    ...platform,
    signals: signalsModule(aSignalsContext(platform, { record })).api,
    record,
    calibration: uncalibrated,
    ...change,
  });
