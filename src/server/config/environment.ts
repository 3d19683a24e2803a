import { z } from 'zod';
import { accessSettings } from './access.ts';
import { brandSettings } from './brand.ts';
import { captchaSettings, integrationSettings, mailSettings, witnessSettings } from './integrations.ts';
import { contestSettings } from './contest.ts';
import { listeningSettings } from './listening.ts';
import { llmSettings } from './llm.ts';
import { marketSettings } from './market.ts';
import { pageSettings } from './pages.ts';
import { processSettings } from './role.ts';
import { storageSettings } from './storage.ts';
import type { SchemasOf, Setting, Settings } from './setting.ts';

interface Topic {
  readonly title: string;
  readonly settings: Settings;
}

/** All settings, in the order of `.env.example`. */
const topics: readonly Topic[] = [
  { title: 'The brand', settings: brandSettings },
  { title: 'Where it listens', settings: listeningSettings },
  { title: 'What it keeps', settings: storageSettings },
  { title: 'Several processes (docs/operating.md)', settings: processSettings },
  { title: 'The witnesses of the record (docs/operating.md)', settings: witnessSettings },
  { title: 'The market', settings: marketSettings },
  { title: 'Who may take signals', settings: accessSettings },
  { title: 'How the pages look and behave', settings: pageSettings },
  { title: 'The New Year challenge', settings: contestSettings },
  { title: 'Integrations', settings: integrationSettings },
  { title: 'Mail', settings: mailSettings },
  { title: 'The robot check', settings: captchaSettings },
  { title: "The two language models: any service that speaks OpenAI's Chat Completions API", settings: llmSettings },
];

const all = {
  ...brandSettings,
  ...listeningSettings,
  ...storageSettings,
  ...processSettings,
  ...witnessSettings,
  ...marketSettings,
  ...accessSettings,
  ...pageSettings,
  ...contestSettings,
  ...integrationSettings,
  ...mailSettings,
  ...captchaSettings,
  ...llmSettings,
};

/** The environment variables of the product. */
export const Environment = z.object(toSchemas(all));
export type Environment = z.infer<typeof Environment>;

function toSchemas<T extends Settings>(settings: T): SchemasOf<T> {
  const schemas = Object.entries(settings).map(([name, { schema }]) => [name, schema]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fromEntries forgets the names
  return Object.fromEntries(schemas) as SchemasOf<T>;
}

/** Names of the settings whose values are never printed on a screen or in a log. */
export const secretNames: readonly string[] = Object.entries<Setting>(all).flatMap(([name, { isSecret }]) =>
  isSecret ? [name] : [],
);

const introduction = `# Copy to .env and uncomment what you change. Nothing is needed for the embedded demo: \`npm start\` is enough.
# Switches are on or off; lists are comma-separated; days are ISO weekdays; instants ISO 8601.
`;

/** The text of `.env.example`. */
export const toExample = (): string =>
  [introduction, ...topics.map(({ title, settings }) => `# --- ${title}\n${toLines(settings).join('\n')}\n`)].join(
    '\n',
  );

const toLines = (settings: Settings): readonly string[] =>
  Object.entries(settings).flatMap(([name, { text, example }]) => [
    ...text.map((line) => `# ${line}`),
    `#${name}=${example}`,
  ]);
