import { z } from 'zod';
import { languages } from '#domain/language.ts';
import { Id, Instant } from './wire.ts';

export const accountPaths = {
  login: '/api/login',
  logout: '/api/logout',
  refresh: '/api/refresh',
} as const;

export const User = z
  .object({
    id: Id,
    email: z.string(),
    lang: z.enum(languages),
    campaign: z.string().nullable(),
    isActivated: z.boolean(),
    referralId: z.string().nullable(),
    brokerAccountId: z.string().nullable(),
    balance: z.number().nullable(),
    balanceCheckedAt: Instant.nullable(),
    roles: z.array(z.enum(['user', 'admin'])),
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof User>;

export const LoginBody = z.strictObject({
  email: z.string().trim().toLowerCase().pipe(z.email().max(254)),
  password: z.string().min(1).max(128),
  captcha: z.string().optional(),
});

export const SessionAnswer = z.object({ accessToken: z.string(), user: User }).meta({ id: 'Session' });
export type SessionAnswer = z.infer<typeof SessionAnswer>;
