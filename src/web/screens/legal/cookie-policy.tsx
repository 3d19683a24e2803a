import { LegalPage, legalMeta } from './legal-page.tsx';

export const meta = legalMeta('cookie-policy');

export default function CookiePolicy() {
  return <LegalPage document="cookie-policy" />;
}
