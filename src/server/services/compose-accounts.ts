import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Clock } from '#domain/clock.ts';
import type { CarriedStops } from '#server/modules/limits/limits.api.ts';
import type { Config } from '../config.ts';
import type { Attempts } from '../database/attempts.ts';
import type { Database } from '../database/connection.ts';
import { accountsModule } from '../modules/accounts/accounts.routes.ts';
import { activationModule } from '../modules/accounts/activation.routes.ts';
import { captchaModule } from '../modules/accounts/captcha.routes.ts';
import { type Accounts, createAccounts } from '../modules/accounts/create-accounts.ts';
import { ownSessionsModule } from '../modules/accounts/own-sessions.routes.ts';
import { ownDataModule } from '../modules/accounts/own-data.routes.ts';
import { passwordResetModule } from '../modules/accounts/password-reset.routes.ts';
import { chooseCaptcha } from './choose-captcha.ts';
import type { Mail } from './create-mail.ts';

interface Needs {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  readonly attempts: Attempts;
  readonly mail: Mail;
  readonly carriedStops: CarriedStops;
  readonly log: FastifyBaseLogger;
}

/** Composes accounts with robot check and mail, and all their routes. */
export function composeAccounts({ config, db, clock, attempts, mail, carriedStops, log }: Needs): {
  accounts: Accounts;
  modules: readonly FastifyPluginAsyncZod[];
} {
  const { secret, publicUrl, adminEmails } = config;
  const captcha = chooseCaptcha({ config, db, clock });
  const accounts = createAccounts({
    ...mail,
    db,
    secret,
    publicUrl,
    clock,
    captcha,
    attempts,
    adminEmails,
    carriedStops,
    log,
    pause: (ms) => pause(ms),
  });
  const modules = [
    accountsModule,
    activationModule,
    passwordResetModule,
    ownSessionsModule,
    ownDataModule,
    captchaModule,
  ].map((module) => module(accounts));
  return { accounts, modules };
}
