import { LegalPage, legalMeta, prepareLegal } from './legal-page.tsx';

export const meta = legalMeta('cookie-policy');
export const prepare = prepareLegal('cookie-policy');

export default function CookiePolicy() {
  return <LegalPage document="cookie-policy" />;
}
