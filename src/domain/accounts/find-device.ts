/** How a user recognises a browser. */
interface Device {
  readonly browser: string | null;
  readonly system: string | null;
}

/** The first match wins: every browser also names those it wants to be taken for. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\b(iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

export const findDevice = (userAgent: string): Device => ({
  browser: getName(userAgent, browsers),
  system: getName(userAgent, systems),
});

/** Such as "Chrome, Windows"; null: neither is known. */
export function findDeviceName(userAgent: string): string | null {
  const { browser, system } = findDevice(userAgent);
  return [browser, system].filter(Boolean).join(', ') || null;
}

const getName = (userAgent: string, known: typeof browsers): string | null =>
  known.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;
