import { useEffect, useRef } from 'react';
import { usePhrases } from '../language/use-phrases.ts';
import { useColorScheme } from '../theme/color-scheme.ts';
import { loadTurnstile, type Turnstile } from './load-turnstile.ts';
import type { RobotCheckControl } from './use-robot-check.ts';

/** The partner's own widget in our container; remounted for each round. */
export function TurnstileBox({ siteKey, control }: { siteKey: string; control: RobotCheckControl }) {
  const { t, lang } = usePhrases();
  const theme = useColorScheme();
  const box = useRef<HTMLDivElement>(null);
  const { round } = control;
  const onToken = useRef(control.onToken);
  useEffect(() => {
    onToken.current = control.onToken;
  });
  useEffect(() => {
    let drawn: { turnstile: Turnstile; id: string } | null = null;
    let isGone = false;
    const invalidate = (): void => onToken.current(null);
    const draw = (turnstile: Turnstile): void => {
      if (isGone || !box.current) return;
      const id = turnstile.render(box.current, {
        sitekey: siteKey,
        language: lang,
        theme,
        size: 'flexible',
        callback: (token) => onToken.current(token),
        'expired-callback': invalidate,
        'error-callback': invalidate,
      });
      drawn = { turnstile, id };
    };
    void loadTurnstile().then(draw, invalidate);
    return () => {
      isGone = true;
      drawn?.turnstile.remove(drawn.id);
    };
  }, [siteKey, lang, theme, round]);
  return <div ref={box} id="captcha" tabIndex={-1} role="group" aria-label={t('auth.robot.title')} />;
}
