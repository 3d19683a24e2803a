import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';

export const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

const Command = z.string().or(z.array(z.string()));
const Names = z.array(z.string()).or(z.record(z.string(), z.looseObject({ condition: z.string() })));
const Service = z.strictObject({
  image: z.string(),
  build: z
    .string()
    .transform((context) => ({ context }))
    .or(z.strictObject({ context: z.string(), args: z.record(z.string(), z.string()) }))
    .optional(),
  restart: z.literal('unless-stopped').optional(),
  command: Command.optional(),
  entrypoint: z.array(z.string()).optional(),
  init: z.boolean().optional(),
  environment: z.record(z.string(), z.string()).default({}),
  env_file: z.string().optional(),
  depends_on: Names.default([]),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  healthcheck: z.looseObject({ test: z.array(z.string()).default([]) }).default({ test: [] }),
  logging: z.object({ driver: z.string(), options: z.record(z.string(), z.string()) }).optional(),
  read_only: z.boolean().optional(),
  cap_drop: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).default([]),
  stop_grace_period: z.string().optional(),
  shm_size: z.string().optional(),
  mem_limit: z.string().optional(),
  cpus: z.number().optional(),
  pids_limit: z.number().optional(),
  ulimits: z.record(z.string(), z.number()).optional(),
});
type Service = z.infer<typeof Service>;

/** A compose file as Compose reads it with these variables; a key that we do not use fails, as one that is misspelt. */
export function readCompose(path: string, variables: Readonly<Record<string, string>>): Map<string, Service> {
  const text = read(path).replaceAll(
    /(?<!\$)\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_, name: string, mark, fallback = '') => {
      const value = variables[name] || (mark === '-' ? fallback : undefined);
      if (value === undefined) throw new Error(`${path}: ${name} is not set`);
      return value;
    },
  );
  const { services } = z.looseObject({ services: z.record(z.string(), Service) }).parse(parse(text, { merge: true }));
  return new Map(Object.entries(services));
}

export const random = '7d0b1c4e93a65f28d1e0b7a4c6f39258e41d0a7bc5629f83e7d14b60a2c95f38';

/** deploy/production.env.example as an operator fills it in. */
export const filled: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [...read('deploy/production.env.example').matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  ),
  POSTGRES_PASSWORD: random,
  SECRET: random,
  BROKER_PARTNER_ID: '12345',
  BROKER_API_TOKEN: 'token',
  BROKER_REFERRAL_URL: 'https://broker.example/register?ref=12345',
  SMTP_URL: 'smtp://user:password@mail.example:587',
  MAIL_FROM: 'Signals <mail@kurs.example>',
  ADMIN_EMAILS: 'you@kurs.example',
};

/** As the shell gets it. */
export const toArguments = (command: string | readonly string[] = []): readonly string[] =>
  (typeof command === 'string' ? command.split(' ').map((word) => word.replaceAll('"', '')) : command).map((word) =>
    word.replaceAll('$$', '$'),
  );
