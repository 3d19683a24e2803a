/** Fills `{{name}}` in a phrase. */
export const interpolate = (phrase: string, params: Readonly<Record<string, string | number>>): string =>
  phrase.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ''));
