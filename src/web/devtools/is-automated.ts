interface Visitor {
  readonly userAgent: string;
  readonly webdriver?: boolean;
  readonly languages: readonly string[];
}

/** User-agent names of crawlers, link previews and measuring browsers. */
const names =
  /bot\b|bot[/;_-]|crawl|spider|slurp|scrap|fetch|preview|facebookexternalhit|embedly|headless|phantom|lighthouse|pagespeed|inspectiontool|google-|mediapartners|yandex|baidu|bingpreview|duckduck|whatsapp|telegram|viber|skype|validator|axe|pa11y|curl|wget|python|java\/|go-http/i;

/** Crawlers and automated browsers. Those that hide it are deliberately not detected. */
export const isAutomated = ({ userAgent, webdriver, languages }: Visitor): boolean =>
  webdriver === true || languages.length === 0 || names.test(userAgent);

/** Media features typical of assistive technology, which itself is not detectable by a page. */
const traces = ['(forced-colors: active)', '(inverted-colors: inverted)', '(prefers-contrast: more)'];

export const mayUseAssistance = (matches: (query: string) => boolean): boolean => traces.some(matches);
