import { deliveriesModule } from './deliveries/module.ts';
import { openAccounts } from './modules/accounts/accounts-context.ts';
import { accountsModule } from './modules/accounts/module.ts';
import { listAdminLinks } from './modules/accounts/sign-in/admin-links.ts';
import { alertsModule } from './modules/alerts/module.ts';
import { auditModule } from './modules/audit/module.ts';
import { openCalibration } from './modules/calibration/calibration-context.ts';
import { calibrationModule } from './modules/calibration/module.ts';
import { campaignsModule } from './modules/campaigns/module.ts';
import { contestModule } from './modules/contest/module.ts';
import { digestModule } from './modules/digest/module.ts';
import { openEvents } from './modules/events/events-context.ts';
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
import { shadowModule } from './modules/shadow/module.ts';
import { openShadow } from './modules/shadow/shadow-context.ts';
import { openSignals, signalsModule } from './modules/signals/module.ts';
import { siteModule } from './modules/site/module.ts';
import { systemModule } from './modules/system/module.ts';
import { telegramModule } from './modules/telegram/module.ts';
import { tradersModule } from './modules/traders/module.ts';
import { type Adapters, chooseRateStore } from './services/choose-adapters.ts';
import { hasDuty } from './config/role.ts';
import { checkClock, createPlatform } from './services/create-platform.ts';
import { listComponents, listConsumers, listReadiness } from './services/module-list.ts';
import type { Runtime } from './start/runtime.ts';
import type { ServerModule } from './start/server-module.ts';
import { introduce } from './start/introduce.ts';

/** Composition root: creates the modules, each from those before it. */
export async function createServices(runtime: Runtime, adapters: Adapters) {
  const { config } = runtime;
  const { brokerSide, jobs, models, shared, startJudging } = adapters;
  const { marketData } = adapters.feed;
  const { platform, components } = createPlatform(runtime, adapters);
  const modules: ServerModule[] = [];
  const add = <Module extends ServerModule>(module: Module): Module['api'] => {
    modules.push(module);
    return module.api;
  };

  const { mailTransport: transport, push, isPushAllowed, telegram } = adapters;
  const { semaphores } = shared;
  const deliveries = add(deliveriesModule({ ...platform, transport, push, telegram, semaphores }));
  const mail = add(mailModule({ ...platform, deliveries }));
  const ofAccounts = openAccounts({ ...platform, captcha: adapters.captcha, mail });
  const accounts = add(accountsModule(ofAccounts));
  const site = add(siteModule({ ...platform, accounts }));
  const dayStop = add(dayStopModule({ ...platform, accounts }));
  const { witnessSide, openNoteFile } = adapters;
  const ofRecord = { ...platform, models: models.metadata, witnessSide, openNoteFile };
  const record = add(recordModule(await openRecord(ofRecord)));
  const llmModels = add(llmModelsModule({ ...platform, record, llms: adapters.llms }));
  const traders = add(tradersModule({ ...platform, ...brokerSide, accounts, mail }));
  const calibration = add(
    calibrationModule(openCalibration({ ...platform, marketData, models, record, startJudging })),
  );
  const payouts = add(payoutsModule({ ...platform, brokerSide, accounts }));
  const forecasts = { models, llmModels, record, calibration, payouts };
  const signals = add(signalsModule(openSignals({ ...platform, ...forecasts, accounts, traders, dayStop, site })));
  add(shadowModule(openShadow({ ...platform, signals, record, calibration })));
  const prices = add(pricesModule({ ...platform, accounts, traders, signals, site }));
  const events = add(eventsModule(openEvents({ ...platform, semaphores, accounts, traders, prices })));
  add(digestModule({ ...platform, accounts, mail, payouts, signals }));
  add(contestModule({ ...platform, accounts, mail }));
  add(telegramModule({ ...platform, telegram, accounts, signals }));
  const alerting = { accounts, traders, dayStop, payouts, signals, deliveries, site };
  const alerts = add(alertsModule({ ...platform, ...alerting, hasBot: telegram !== null, isPushAllowed }));
  add(reviewsModule({ ...platform, accounts }));
  add(campaignsModule({ ...platform, accounts }));
  add(outboxModule({ ...platform, accounts }));
  add(auditModule({ ...platform, accounts }));
  add(retentionModule(platform));
  add(modelsModule({ ...platform, models, accounts, signals, record }));
  // What the modules above check and consume.
  const readiness = [...shared.readiness, checkClock(platform), ...listReadiness(modules)];
  const watched = { checks: readiness, consumers: listConsumers(modules), adapters };
  const parts = { events, accounts, dayStop, mail, record, llmModels, signals, site };
  const system = add(systemModule({ ...platform, ...watched, ...parts }));
  const metrics = add(metricsModule({ ...platform, system, events, mail, record, signals }));

  const servesUsers = hasDuty(config.role, 'serve');
  return {
    platform,
    routes: servesUsers ? modules.flatMap(({ routes }) => routes) : [],
    readiness,
    components: listComponents(runtime, modules, { shared, jobs, engine: [platform.engine, ...components] }),
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
