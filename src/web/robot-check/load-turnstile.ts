/** The part of the partner's script that we use. */
export interface Turnstile {
  render(container: HTMLElement, options: TurnstileOptions): string;
  remove(widgetId: string): void;
}

interface TurnstileOptions {
  readonly sitekey: string;
  readonly language: string;
  readonly theme: 'light' | 'dark';
  readonly size: 'flexible';
  readonly callback: (token: string) => void;
  readonly 'expired-callback': () => void;
  readonly 'error-callback': () => void;
}

declare global {
  interface Window {
    turnstile?: Turnstile;
  }
}

const address = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit';

let loading: Promise<Turnstile> | null = null;

/** Only where the operator has chosen it: otherwise no page sends requests to a third party. */
export function loadTurnstile(): Promise<Turnstile> {
  loading ??= load();
  loading.catch(() => {
    loading = null;
  });
  return loading;
}

async function load(): Promise<Turnstile> {
  const script = document.createElement('script');
  script.src = address;
  script.async = true;
  await new Promise<void>((resolve, reject) => {
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error('loading the robot check failed')));
    document.head.append(script);
  });
  if (!window.turnstile) throw new Error('starting the robot check failed');
  return window.turnstile;
}
