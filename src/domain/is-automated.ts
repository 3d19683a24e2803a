interface Visitor {
  readonly userAgent: string;
  readonly webdriver?: boolean;
  readonly languages: readonly string[];
}

/** User-agent names of crawlers, link previews and measuring browsers. */
const names =
  /bot\b|bot[/;_-]|crawl|spider|slurp|scrap|fetch|preview|facebookexternalhit|embedly|headless|phantom|lighthouse|pagespeed|inspectiontool|google-|mediapartners|yandex|baidu|duckduck|whatsapp|telegram|viber|skype|validator|axe|pa11y|curl|wget|python|java\/|go-http/i;

/** Crawlers and automated browsers. Those that hide it are deliberately not detected. */
export const isAutomated = ({ userAgent, webdriver, languages }: Visitor): boolean =>
  webdriver === true || languages.length === 0 || names.test(userAgent);
