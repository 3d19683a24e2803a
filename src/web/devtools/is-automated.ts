interface Visitor {
  readonly userAgent: string;
  readonly webdriver?: boolean;
  readonly languages: readonly string[];
}

/** Names that crawlers, previews and measuring browsers give themselves. */
const names =
  /bot\b|bot[/;_-]|crawl|spider|slurp|scrap|fetch|preview|facebookexternalhit|embedly|headless|phantom|lighthouse|pagespeed|inspectiontool|google-|mediapartners|yandex|baidu|bingpreview|duckduck|whatsapp|telegram|viber|skype|validator|axe|pa11y|curl|wget|python|java\/|go-http/i;

/** Crawlers and browsers that a program drives. Whoever hides that it is one is none of ours to find. */
export const isAutomated = ({ userAgent, webdriver, languages }: Visitor): boolean =>
  webdriver === true || languages.length === 0 || names.test(userAgent);

/** Settings of those who are likely to use assistive technology, which no page is told of; these are the traces it leaves. */
const traces = ['(forced-colors: active)', '(inverted-colors: inverted)', '(prefers-contrast: more)'];

export const mayUseAssistance = (matches: (query: string) => boolean): boolean => traces.some(matches);
