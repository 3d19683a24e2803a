import { deliveriesModule } from './deliveries/module.ts';
import { accountsContext } from './modules/accounts/accounts-context.ts';
import { accountsModule } from './modules/accounts/module.ts';
import { listAdminLinks } from './modules/accounts/sign-in/admin-links.ts';
import { alertsModule } from './modules/alerts/module.ts';
import { auditModule } from './modules/audit/module.ts';
import { calibrationModule, openCalibration } from './modules/calibration/module.ts';
import { campaignsModule } from './modules/campaigns/module.ts';
import { contestModule } from './modules/contest/module.ts';
import { digestModule } from './modules/digest/module.ts';
import { eventsModule } from './modules/events/module.ts';
import { dayStopModule } from './modules/day-stop/module.ts';
import { llmModelsModule } from './modules/llm-models/module.ts';
import { mailModule, outboxModule } from './modules/mail/module.ts';
import { metricsModule } from './modules/metrics/module.ts';
import { modelsModule } from './modules/models/module.ts';
import { payoutsModule } from './modules/payouts/module.ts';
import { pricesModule } from './modules/prices/module.ts';
import { recordModule } from './modules/record/module.ts';
import { openRecord } from './modules/record/record-context.ts';
import { retentionModule } from './modules/retention/module.ts';
import { reviewsModule } from './modules/reviews/module.ts';
import { openShadow, shadowModule } from './modules/shadow/module.ts';
import { openSignals, signalsModule } from './modules/signals/module.ts';
import { siteModule } from './modules/site/module.ts';
import { systemModule } from './modules/system/module.ts';
import { telegramModule } from './modules/telegram/module.ts';
import { tradersModule } from './modules/traders/module.ts';
import { type Adapters, chooseRateStore } from './services/choose-adapters.ts';
import { hasDuty } from './config/role.ts';
import { checkClock, createPlatform } from './services/create-platform.ts';
import { createModuleList } from './services/module-list.ts';
import type { Runtime } from './start/runtime.ts';
import { introduce } from './start/introduce.ts';

/** Composition root: creates the modules, each from those before it. */
export async function createServices(runtime: Runtime, adapters: Adapters) {
  const { config } = runtime;
  const { brokerSide, jobs, models, shared, startJudging } = adapters;
  const { marketData } = adapters.feed;
  const { platform, components } = createPlatform(runtime, adapters);
  const modules = createModuleList(runtime);
  const { add } = modules;

  const { mailTransport: transport, push, isPushAllowed, telegram } = adapters;
  const { semaphores } = shared;
  const deliveries = add(deliveriesModule({ ...platform, config, transport, push, telegram, semaphores }));
  const mail = add(mailModule({ ...platform, config, deliveries }));
  const ofAccounts = accountsContext({ ...platform, config, captcha: adapters.captcha, mail });
  const accounts = add(accountsModule(ofAccounts));
  const site = add(siteModule({ ...platform, config, accounts }));
  const dayStop = add(dayStopModule({ ...platform, config, accounts }));
  const { witnessSide, openNoteFile } = adapters;
  const ofRecord = { ...platform, config, models: models.metadata, witnessSide, openNoteFile };
  const record = add(recordModule(await openRecord(ofRecord)));
  const llmModels = add(llmModelsModule({ ...platform, config, record, llms: adapters.llms }));
  const traders = add(tradersModule({ ...platform, ...brokerSide, config, accounts, mail }));
  const calibration = add(
    calibrationModule(openCalibration({ ...platform, config, marketData, models, record, startJudging })),
  );
  const payouts = add(payoutsModule({ ...platform, config, brokerSide, accounts }));
  const signals = add(
    signalsModule(
      openSignals({
        ...platform,
        config,
        models,
        llmModels,
        accounts,
        traders,
        record,
        calibration,
        payouts,
        dayStop,
        site,
      }),
    ),
  );
  add(shadowModule(openShadow({ ...platform, signals, record, calibration })));
  const prices = add(pricesModule({ ...platform, config, accounts, traders, signals, site }));
  const events = add(eventsModule({ ...platform, config, semaphores, accounts, traders, prices }));
  add(digestModule({ ...platform, config, accounts, mail, payouts, signals }));
  add(contestModule({ ...platform, config, accounts, mail }));
  add(telegramModule({ ...platform, config, telegram, accounts, signals }));
  const alerting = { accounts, traders, dayStop, payouts, signals, deliveries, site };
  const alerts = add(alertsModule({ ...platform, config, ...alerting, hasBot: telegram !== null, isPushAllowed }));
  add(reviewsModule({ ...platform, config, accounts }));
  add(campaignsModule({ ...platform, config, accounts }));
  add(outboxModule({ ...platform, accounts }));
  add(auditModule({ ...platform, accounts }));
  add(retentionModule(platform));
  add(modelsModule({ ...platform, config, models, accounts, signals, record }));
  // Of all modules before.
  const readiness = [...shared.readiness, checkClock(platform), ...modules.readiness()];
  const watched = { checks: readiness, consumers: modules.consumers(), adapters };
  const parts = { events, accounts, dayStop, mail, record, llmModels, signals, site };
  const system = add(systemModule({ ...platform, config, ...watched, ...parts }));
  const metrics = add(metricsModule({ ...platform, config, system, events, mail, record, signals }));

  const servesUsers = hasDuty(config.role, 'serve');
  return {
    platform,
    routes: modules.routes(),
    readiness,
    components: modules.components({ shared, jobs, engine: [platform.engine, ...components] }),
    readState: system.readState,
    accounts,
    traders,
    signals,
    events,
    alerts,
    getNotice: site.notice,
    maintenance: { get: site.maintenance, timezone: config.site.timezone },
    observe: metrics.observe,
    rateStore: chooseRateStore(shared, config),
    hasMailbox: mail.hasMailbox && servesUsers,
    announce: servesUsers ? introduce({ config, mail }, await listAdminLinks(ofAccounts)) : [],
  };
}
